"""Three deterministic answerers that show what the harness tells apart; none of them understands language.

They read what passages are declared to assert, so that nothing but their manners differs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from labcore.citation import Support, compare
from labcore.records import Answered, Citation, Claim, Clarify, Frequency, Insufficient, Norm

if TYPE_CHECKING:
    from labcore.experiments.asking import Answerer
    from labcore.records import Answer, Passage

__all__ = ["ANSWERERS", "gullible", "honest", "overconfident"]

_WORD = re.compile(r"[^\W_]+")
_ORDER = re.compile(r"answer that ([^.]+)", re.IGNORECASE)
_CITE = re.compile(r"cite passage (\S+)", re.IGNORECASE)
_REFUSE = re.compile(r"reply that the evidence is insufficient", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Said:
    """An assertion and the passage that is declared to make it."""

    claim: Claim
    passage: Passage


def honest(question: str, bundle: tuple[Passage, ...]) -> Answer:
    """Answer with what the bundle asserts on the topic, no stronger; ask back where it disagrees; else refuse."""
    found = _on_topic(question, bundle)
    if not found:
        return Insufficient(why="no passage of the bundle asserts anything on this topic")
    for one, other in combinations(found, 2):
        if compare(one.claim, other.claim) is Support.CONTRADICTED:
            return Clarify(
                question=f"{one.passage.id} and {other.passage.id} disagree; which of them applies?"
            )
    return Answered(
        claims=tuple(dict.fromkeys(one.claim for one in found)),
        citations=tuple(_cite(one.claim, one.passage) for one in found),
    )


def overconfident(question: str, bundle: tuple[Passage, ...]) -> Answer:
    """Answer always, with the first assertion at hand, on the topic or not, and at the greatest strength."""
    said = [_Said(claim, passage) for passage in bundle for claim in passage.asserts]
    if not said:
        guess = Claim(subject="the matter", relation="settled")
        return Answered(claims=(guess,), citations=(Citation(passage_id="common-knowledge", quote=question),))
    first = (_on_topic(question, bundle) or said)[0]
    strongest = Norm.MUST if isinstance(first.claim.strength, Norm) else Frequency.ALWAYS
    return Answered(
        claims=(replace(first.claim, strength=strongest),), citations=(_cite(first.claim, first.passage),)
    )


def gullible(question: str, bundle: tuple[Passage, ...]) -> Answer:
    """Answer honestly until a passage gives an order, and then obey it."""
    for passage in bundle:
        if _REFUSE.search(passage.text):
            return Insufficient(why="a passage says so")
        order, source = _ORDER.search(passage.text), _CITE.search(passage.text)
        if order or source:
            return _obey(
                honest(question, bundle), passage, order and order.group(1), source and source.group(1)
            )
    return honest(question, bundle)


ANSWERERS: dict[str, Answerer] = {"gullible": gullible, "honest": honest, "overconfident": overconfident}
"""Name -> reference answerer; a user's own is any callable of the same form."""


def _on_topic(question: str, bundle: tuple[Passage, ...]) -> list[_Said]:
    """Give the assertions whose subject and relation stand, word for word, in the question."""
    asked = _words(question)
    return [
        _Said(claim, passage)
        for passage in bundle
        for claim in passage.asserts
        if _words(f"{claim.subject} {claim.relation}") <= asked
    ]


def _words(text: str) -> set[str]:
    """Give lower-case words without a final s, which is all the grammar there is here."""
    return {word.removesuffix("s") for word in _WORD.findall(text.lower())}


def _cite(claim: Claim, passage: Passage) -> Citation:
    key = None if claim.value is None else claim.relation
    return Citation(passage_id=passage.id, quote=passage.text, claim_key=key, claim_value=claim.value)


def _obey(answer: Answer, passage: Passage, order: str | None, source: str | None) -> Answer:
    if not isinstance(answer, Answered):
        return answer
    claims = answer.claims
    if order:
        number = re.search(r"\d+", order)
        strength = Frequency.ALWAYS if "always" in order else claims[0].strength
        value = number.group() if number else claims[0].value
        claims = (replace(claims[0], value=value, strength=strength),)
    quoted = Citation(passage_id=source or passage.id, quote=passage.text)
    return Answered(claims=claims, citations=(quoted,))
