"""Whether a passage says what a claim says: declared scales and set inclusion, never likeness of words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from labcore.citation.numbers import same_value
from labcore.records import Frequency, Norm, Polarity, Strength

if TYPE_CHECKING:
    from collections.abc import Iterable

    from labcore.records import Claim, Passage

__all__ = [
    "CONDUCT",
    "FREQUENCY",
    "OTHER_VALUE",
    "Conduct",
    "Latitude",
    "Level",
    "Support",
    "combine",
    "compare",
    "support",
]

Level: TypeAlias = "tuple[Strength, Polarity]"
"""A strength with its polarity, such as always denied, which is never."""


class Support(StrEnum):
    """What evidence has to say about a claim."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    ABSENT = "absent"


class Latitude(StrEnum):
    """How free one is to do a thing, or to leave it out."""

    FREE = "free"
    WITH_REASON = "with a good reason"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Conduct:
    """What a rule of RFC 2119 allows: doing the thing, and leaving it out."""

    doing: Latitude
    omitting: Latitude


_YES, _NO = Polarity.AFFIRMED, Polarity.DENIED
_LEVELS: tuple[Level, ...] = (
    (Frequency.ALWAYS, _YES),
    (Frequency.USUALLY, _YES),
    (Frequency.MAY, _YES),
    (Frequency.MAY, _NO),
    (Frequency.USUALLY, _NO),
    (Frequency.ALWAYS, _NO),
)
# Rows: what the passage asserts; columns: what is claimed; both as in _LEVELS. A level is a set of shares of
# cases: all; more than half; more than none; less than all; less than half; none. A claim is supported where
# the asserted set lies inside the claimed one, contradicted where they share nothing, and absent otherwise.
_GRID = ("sssccc", "assacc", "aasaac", "caasaa", "ccassa", "cccsss")
_LETTERS = {"s": Support.SUPPORTED, "c": Support.CONTRADICTED, "a": Support.ABSENT}

FREQUENCY: dict[tuple[Level, Level], Support] = {
    (asserted, claimed): _LETTERS[letter]
    for asserted, row in zip(_LEVELS, _GRID, strict=True)
    for claimed, letter in zip(_LEVELS, row, strict=True)
}
"""Asserted level and claimed level -> support. What always helps may help; what may help does not always."""

CONDUCT: dict[Level, Conduct] = {
    (Norm.MUST, _YES): Conduct(Latitude.FREE, Latitude.NEVER),
    (Norm.SHOULD, _YES): Conduct(Latitude.FREE, Latitude.WITH_REASON),
    (Norm.MAY, _YES): Conduct(Latitude.FREE, Latitude.FREE),
    (Norm.SHOULD, _NO): Conduct(Latitude.WITH_REASON, Latitude.FREE),
    (Norm.MUST, _NO): Conduct(Latitude.NEVER, Latitude.FREE),
}
"""The five rules of RFC 2119. Each settles both halves and no two settle them alike, so a rule supports its
own word only and contradicts every other. MUST does not support SHOULD: SHOULD lets a thing be left out for
a good reason, MUST does not. MUST does not support MAY either: there MAY means truly optional."""

OTHER_VALUE: dict[Level, Level] = {
    (Frequency.ALWAYS, _YES): (Frequency.ALWAYS, _NO),
    (Frequency.USUALLY, _YES): (Frequency.USUALLY, _NO),
    (Frequency.MAY, _YES): (Frequency.MAY, _NO),
    (Norm.MUST, _YES): (Norm.MUST, _NO),
    (Norm.SHOULD, _YES): (Norm.SHOULD, _NO),
}
"""What a level of one value says of every other value of the same relation, since it has only one at a time:
always 14 is never 41. Levels that are not here say nothing of another value."""


def support(claim: Claim, passage: Passage) -> Support:
    """Tell whether a passage's declared assertions support a claim, contradict it, or say nothing of it.

    A passage that contradicts itself supports nothing. Nothing is read from the text: that a quote
    stands in a passage is another check, and passing it never counts here.

    Source: RFC 2119 and RFC 8174 for norms; "RAG in .NET: Start with the Retrieval Contract" for may
    and always.
    """
    return combine(compare(claim, assertion) for assertion in passage.asserts)


def combine(found: Iterable[Support]) -> Support:
    """Join what several assertions or passages say: one contradiction decides, then one support; none is absent."""
    said = set(found)
    for verdict in (Support.CONTRADICTED, Support.SUPPORTED):
        if verdict in said:
            return verdict
    return Support.ABSENT


def compare(claim: Claim, assertion: Claim) -> Support:
    """Compare a claim with one assertion.

    Subject and relation must be the same labels. The two scales never meet: what MUST be done is not
    thereby always done. A relation with a value has exactly one per subject.
    """
    if (claim.subject, claim.relation) != (assertion.subject, assertion.relation):
        return Support.ABSENT
    asserted, claimed = _asserted(claim, assertion), (claim.strength, claim.polarity)
    if asserted is None or isinstance(asserted[0], Norm) != isinstance(claimed[0], Norm):
        return Support.ABSENT
    if isinstance(claimed[0], Norm):
        return Support.SUPPORTED if asserted == claimed else Support.CONTRADICTED
    return FREQUENCY[asserted, claimed]


def _asserted(claim: Claim, assertion: Claim) -> Level | None:
    """Give the level at which an assertion speaks of the claim's value; None where it does not."""
    level = (assertion.strength, assertion.polarity)
    if claim.value is None and assertion.value is None:
        return level
    if claim.value is None or assertion.value is None:
        return None
    return level if same_value(claim.value, assertion.value) else OTHER_VALUE.get(level)
