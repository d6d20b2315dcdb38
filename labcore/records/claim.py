"""A typed claim: what is said of what, whether affirmed or denied, and how strongly."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from labcore.errors import RecordError
from labcore.records.scope import require_text

__all__ = ["Claim", "Frequency", "Norm", "Polarity", "Strength", "require_claims"]


class Polarity(StrEnum):
    """Whether the relation is said to hold or not to hold."""

    AFFIRMED = "affirmed"
    DENIED = "denied"


class Frequency(StrEnum):
    """How often something is said to be so; the members stand from weak to strong."""

    MAY = "may"
    USUALLY = "usually"
    ALWAYS = "always"


class Norm(StrEnum):
    """How binding a rule is, in the words of RFC 2119, upper case only (RFC 8174)."""

    MAY = "MAY"
    SHOULD = "SHOULD"
    MUST = "MUST"


Strength: TypeAlias = "Frequency | Norm"
"""The two scales are not comparable: what must be done is not thereby what is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One statement of an answer, or one assertion that a passage is declared to make.

    Denied frequencies read ``may not be so``, ``usually not so`` and ``never so``. Labels are compared
    exactly as they are written: nobody guesses that two words mean the same.

    Attributes:
        subject: What the claim is about, such as ``standard record``.
        relation: What is said of it, such as ``days kept``; the object is a part of it.
        polarity: affirmed or denied.
        strength: A frequency or a norm.
        value: The value of a relation that has exactly one value per subject, as text; else None.
        text: The claim in words, for people; never compared.

    Raises:
        RecordError: A label is empty, or a norm is ``MAY`` and denied.
    """

    subject: str
    relation: str
    polarity: Polarity = Polarity.AFFIRMED
    strength: Strength = Frequency.ALWAYS
    value: str | None = None
    text: str = ""

    def __post_init__(self) -> None:
        require_text("claim", "subject", self.subject)
        require_text("claim", "relation", self.relation)
        require_text("claim", "value", self.value, optional=True)
        if not isinstance(self.text, str):
            raise RecordError("claim.text must be a text", got=repr(self.text))
        if not isinstance(self.polarity, Polarity):
            raise RecordError("claim.polarity must be affirmed or denied", got=repr(self.polarity))
        if not isinstance(self.strength, Frequency | Norm):
            raise RecordError(
                "claim.strength must be may, usually or always, or MUST, SHOULD or MAY",
                got=repr(self.strength),
            )
        if self.strength is Norm.MAY and self.polarity is Polarity.DENIED:
            raise RecordError(
                "MAY NOT is not a term of RFC 2119: it reads both as forbidden and as optional",
                got=self.words,
                remedy="Write MUST denied for what is forbidden, or MAY affirmed for what is optional",
            )

    @property
    def words(self) -> str:
        """The claim in one line: its text, or its parts in order."""
        if self.text:
            return self.text
        negation = "not " if self.polarity is Polarity.DENIED else ""
        value = "" if self.value is None else f" = {self.value}"
        return f"{self.subject}: {negation}{self.strength} {self.relation}{value}"


def require_claims(record: str, name: str, value: object) -> tuple[Claim, ...]:
    """Give claims as a tuple; anything else is refused.

    Raises:
        RecordError: value is not a list or tuple, or holds anything but claims.
    """
    if not isinstance(value, list | tuple) or not all(isinstance(claim, Claim) for claim in value):
        raise RecordError(f"{record}.{name} must be claims", got=repr(value))
    return tuple(value)
