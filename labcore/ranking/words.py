"""Words: how a text is split, and which passages hold which."""

from __future__ import annotations

import re
import unicodedata
from array import array
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from labcore.records import Passage

__all__ = ["WordIndex", "tokens"]

_WORD = re.compile(r"[^\W_]+")


def tokens(text: str) -> list[str]:
    """Split a text into lower-case runs of letters and digits, in order, of any script.

    Combining marks stay with their letter, in composed form, so that a vowel sign breaks no word.
    Nothing else is folded: ``ß`` is not ``ss``, a dotless i is not an i, full-width digits are others.
    A script without blanks, such as Chinese or Thai, gives one token from mark to mark, so that
    rankers of words find little in it.
    """
    lower = text.lower()
    if lower.isascii():
        return _WORD.findall(lower)
    composed = unicodedata.normalize("NFC", lower)
    marks = "".join(char for char in set(composed) if unicodedata.category(char) in {"Mc", "Mn"})
    if not marks:
        return _WORD.findall(composed)
    spaced = "".join(char if char.isalnum() or char in marks else " " for char in composed)
    # a mark that follows no letter, as after an emoji, is no word
    return [word for word in (run.lstrip(marks) for run in spaced.split()) if word]


class WordIndex:
    """Which passages hold which word, so that a query costs its own words and not the whole corpus.

    Args:
        passages: In the order of all arrays below.

    Attributes:
        sizes: int64 ``(n,)``, the count of distinct words of each passage.
    """

    def __init__(self, passages: Sequence[Passage]) -> None:
        places: dict[str, array[int]] = {}
        self.sizes = np.zeros(len(passages), dtype=np.int64)
        for place, passage in enumerate(passages):
            words = set(tokens(passage.searchable))
            self.sizes[place] = len(words)
            for word in words:
                places.setdefault(word, array("q")).append(place)
        self._places = places

    def shared(self, asked: Collection[str]) -> NDArray[np.int64]:
        """Count the distinct asked words that each passage holds.

        Args:
            asked: Words as `tokens` gives them, each once.

        Returns:
            int64 ``(n,)``.
        """
        counts = np.zeros(len(self.sizes), dtype=np.int64)
        for word in asked:
            held = self._places.get(word)
            if held is not None:
                counts[np.frombuffer(held, dtype=np.int64)] += 1
        return counts
