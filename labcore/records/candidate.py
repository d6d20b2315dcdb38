"""Statements to check, each with the outcome that people expect."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from labcore.errors import RecordError
from labcore.records.scope import require_text

if TYPE_CHECKING:
    from labcore.records.proposition import Proposition

__all__ = ["Candidate", "GateReason", "Relation", "Transformation"]


class GateReason(StrEnum):
    """Why the oracle refuses a candidate; the members stand in the order in which it checks."""

    EVIDENCE = "evidence"
    VERSION = "version"
    TENANT = "tenant"
    SCOPE = "scope"
    UNIT = "unit"
    VALUE = "value"
    POLARITY = "polarity"


class Relation(StrEnum):
    """How two quantities stand, or that the question must be asked again."""

    LESS = "less"
    EQUAL = "equal"
    GREATER = "greater"
    CLARIFICATION_REQUIRED = "clarification-required"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A proposed statement, the fact that it is checked against, and the verdict that is expected.

    Attributes:
        id: Unique among the fixture's candidates.
        fact_id: The fact that it claims to state.
        proposition: What it states.
        bundle: The passages that its author was given; None for the evidence of every fact.
        expects: The first reason of the expected refusal; None where acceptance is expected.

    Raises:
        RecordError: An id is empty, or the bundle is not a frozenset.
    """

    id: str
    fact_id: str
    proposition: Proposition
    bundle: frozenset[str] | None = None
    expects: GateReason | None = None

    def __post_init__(self) -> None:
        require_text("candidate", "id", self.id)
        require_text("candidate", "fact_id", self.fact_id)
        _require_bundle("candidate", self.bundle)


@dataclass(frozen=True, slots=True, kw_only=True)
class Transformation:
    """One controlled change of a rule, of its candidate or of the bundle, and what must follow.

    Attributes:
        id: Unique among the fixture's transformations.
        title: What is changed, for people.
        rule: The fact after the change; a local test object, never a rewritten source.
        candidate: What is proposed after the change.
        bundle: The passages given; None for the evidence of every fact.
        compared_with: Another fact that the candidate is compared with; None where it is checked.
        expects: The first reason of a refusal, None for acceptance; a relation for a comparison.

    Raises:
        RecordError: A text is empty, the bundle is not a frozenset, or a comparison expects anything
            but a relation, or a check expects one.
    """

    id: str
    title: str
    rule: Proposition
    candidate: Proposition
    bundle: frozenset[str] | None = None
    compared_with: Proposition | None = None
    expects: GateReason | Relation | None = None

    def __post_init__(self) -> None:
        require_text("transformation", "id", self.id)
        require_text("transformation", "title", self.title)
        _require_bundle("transformation", self.bundle)
        if isinstance(self.expects, Relation) != (self.compared_with is not None):
            raise RecordError(
                "a comparison expects a relation, and a check expects accepted or a reason",
                got=str(self.expects or "accepted"),
                place=self.id,
            )


def _require_bundle(record: str, bundle: object) -> None:
    if not isinstance(bundle, frozenset | None):
        raise RecordError(f"{record}.bundle must be a frozenset of passage ids", got=repr(bundle))
