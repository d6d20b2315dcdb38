"""Scores between two texts, 0 to 1: how alike they are, and never whether one is true."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from labcore.ranking import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.judging.protocol import Statement
    from labcore.records import Passage

__all__ = ["SPAN", "number_grounding", "quoted_spans", "rouge_l", "token_overlap"]

SPAN = 3
"""The shortest run of words that counts as quoted."""

_NUMBER = re.compile(r"(?<![\w.,])(?<!\w-)\d[\d.,]*(?!\w)")


def token_overlap(candidate: Statement, expected: Statement, passage: Passage) -> float:  # noqa: ARG001  # one shape
    """Give the share of the candidate's different words that stand in the passage; 0 for no words."""
    words = set(tokens(candidate.text))
    return len(words & set(tokens(passage.searchable))) / len(words) if words else 0.0


def rouge_l(candidate: Statement, expected: Statement, passage: Passage) -> float:  # noqa: ARG001  # one shape
    """Give the F-measure of the longest common subsequence of words with the expected sentence.

    Source: Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", 2004, ROUGE-L with beta 1.
    """
    said, wanted = tokens(candidate.text), tokens(expected.text)
    if not said or not wanted:
        return 0.0
    common = _common_subsequence(said, wanted)
    return 2 * common / (len(said) + len(wanted))


def quoted_spans(candidate: Statement, expected: Statement, passage: Passage) -> float:  # noqa: ARG001  # one shape
    """Give the share of the candidate's words that lie in runs of SPAN or more words of the passage."""
    said, source = tokens(candidate.text), tokens(passage.searchable)
    runs = {tuple(source[start : start + SPAN]) for start in range(len(source) - SPAN + 1)}
    covered: set[int] = set()
    for start in range(len(said) - SPAN + 1):
        if tuple(said[start : start + SPAN]) in runs:
            covered.update(range(start, start + SPAN))
    return len(covered) / len(said) if said else 0.0


def number_grounding(candidate: Statement, expected: Statement, passage: Passage) -> float:  # noqa: ARG001  # one shape
    """Give the share of the candidate's numbers that stand in the passage as they are written; 1 for none.

    Digits inside a word, as in v3 or E-4107, are no number.
    """
    said = [number.rstrip(".,") for number in _NUMBER.findall(candidate.text)]
    source = {number.rstrip(".,") for number in _NUMBER.findall(passage.searchable)}
    return sum(number in source for number in said) / len(said) if said else 1.0


def _common_subsequence(left: Sequence[str], right: Sequence[str]) -> int:
    """Give the length of the longest common subsequence, in one row of memory."""
    best = [0] * (len(right) + 1)
    for word in left:
        diagonal = 0
        for place, other in enumerate(right, start=1):
            above = best[place]
            best[place] = diagonal + 1 if word == other else max(above, best[place - 1])
            diagonal = above
    return best[-1]
