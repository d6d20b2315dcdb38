"""A citation: which passage is quoted, in which words, and for which declared value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from labcore.errors import RecordError
from labcore.records.scope import require_text
from labcore.records.verdict import Verdict

__all__ = ["ACCEPTED", "Citation", "CitationCase", "CitationReason", "CitationVerdict", "Span"]

ACCEPTED = "accepted"
"""The expected decision of a citation that must pass; every other one is the name of a reason."""


class CitationReason(StrEnum):
    """Why a citation is refused; the members stand in the order in which they are checked."""

    FABRICATED = "fabricated"
    OUT_OF_SCOPE = "out_of_scope"
    NOT_PUBLISHED = "not_published"
    NOT_YET_EFFECTIVE = "not_yet_effective"
    EXPIRED = "expired"
    NOT_IN_BUNDLE = "not_in_bundle"
    TOO_SHORT = "too_short"
    MISATTRIBUTED = "misattributed"
    STITCHED = "stitched"
    NOT_LITERAL = "not_literal"
    CLAIM_KEY = "claim_key"
    CLAIM_VALUE = "claim_value"
    NUMBER_ALTERED = "number_altered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """What an answer offers as its evidence; every field is a claim of the answerer, and none is trusted.

    A citation has no link of its own: links are resolved from the corpus.

    Attributes:
        passage_id: The passage that is said to hold the quote.
        quote: The words that are said to stand there; may be empty, and is then refused as too short.
        claim_key: The relation that the citation is said to settle, such as ``days kept``, or None.
        claim_value: The value that it is said to have; None where the answer states none.
        statement: The answer's own sentence around the quote; its numbers must stand in the quote.

    Raises:
        RecordError: passage_id is empty, a field is not a text, or there is a value without a key.
    """

    passage_id: str
    quote: str
    claim_key: str | None = None
    claim_value: str | None = None
    statement: str = ""

    def __post_init__(self) -> None:
        require_text("citation", "passage_id", self.passage_id)
        for name in ("quote", "statement"):
            if not isinstance(getattr(self, name), str):
                raise RecordError(f"citation.{name} must be a text", got=repr(getattr(self, name)))
        require_text("citation", "claim_key", self.claim_key, optional=True)
        require_text("citation", "claim_value", self.claim_value, optional=True)
        if self.claim_value is not None and self.claim_key is None:
            raise RecordError("a citation with a claim_value names its claim_key", got=self.claim_value)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationCase:
    """A proposed citation of a fixture and the decision that a careful person expects.

    Attributes:
        id: Unique among the fixture's citations.
        query_id: The question that it answers; its scope and its retrieved passages apply.
        citation: The proposal.
        expected: ``accepted``, or the reason of the refusal.

    Raises:
        RecordError: A label is empty, or expected is neither accepted nor a reason.
    """

    id: str
    query_id: str
    citation: Citation
    expected: str = ACCEPTED

    def __post_init__(self) -> None:
        for name in ("id", "query_id", "expected"):
            require_text("citation case", name, getattr(self, name))
        decisions = (ACCEPTED, *(reason.value for reason in CitationReason))
        if self.expected not in decisions:
            raise RecordError(
                "citation case.expected must be a decision",
                got=self.expected,
                remedy=f"Write one of {', '.join(decisions)}",
            )


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a text: offsets in characters, the first included and the last excluded."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationVerdict(Verdict):
    """A verdict that also says where the quote stands.

    Attributes:
        span: The quote's place in the cited passage's own text; None where it stands nowhere there.
    """

    span: Span | None = None
