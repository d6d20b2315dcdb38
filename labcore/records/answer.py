"""What an answerer may say: an answer with its evidence, a question back, or that evidence is lacking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from labcore.errors import RecordError
from labcore.records.citation import Citation
from labcore.records.claim import Claim, require_claims
from labcore.records.scope import require_text

__all__ = ["Answer", "Answered", "Clarify", "Insufficient"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Claims and what is offered for them; nothing here is trusted before it is checked.

    Attributes:
        claims: At least one.
        citations: May be empty; then every claim is absent from the evidence.

    Raises:
        RecordError: There is no claim, or a member is of another kind.
    """

    claims: tuple[Claim, ...]
    citations: tuple[Citation, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "claims", require_claims("answered", "claims", self.claims))
        if not self.claims:
            raise RecordError("an answer states at least one claim", got="no claim")
        object.__setattr__(self, "citations", _require_citations(self.citations))


@dataclass(frozen=True, slots=True, kw_only=True)
class Clarify:
    """A question back to the asker; right where sources in force disagree or the question has two readings."""

    question: str

    def __post_init__(self) -> None:
        require_text("clarify", "question", self.question)


@dataclass(frozen=True, slots=True, kw_only=True)
class Insufficient:
    """The evidence does not settle the question; a right refusal is a success."""

    why: str

    def __post_init__(self) -> None:
        require_text("insufficient", "why", self.why)


def _require_citations(value: object) -> tuple[Citation, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(item, Citation) for item in value):
        raise RecordError("answered.citations must be citations", got=repr(value))
    return tuple(value)


Answer: TypeAlias = "Answered | Clarify | Insufficient"
