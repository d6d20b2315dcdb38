"""One proposed answer on its way through the gates, and where a careful person expects it to stop."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from labcore.errors import RecordError
from labcore.records.scope import require_text

if TYPE_CHECKING:
    from labcore.records.citation import Citation
    from labcore.records.claim import Claim
    from labcore.records.proposition import Proposition

__all__ = ["GateName", "Journey"]


class GateName(StrEnum):
    """The gates of the laboratory; the members stand in their order, and none repairs an earlier one."""

    ADMISSIBLE = "admissible"
    RANKED = "ranked"
    CITED = "cited"
    SUPPORTED = "supported"
    PROPOSITION = "proposition"


@dataclass(frozen=True, slots=True, kw_only=True)
class Journey:
    """An answer that somebody proposes to a question.

    Attributes:
        id: Unique among the fixture's journeys.
        title: What is wrong with it, or right, in a few words.
        query_id: The question; its scope applies.
        citation: The evidence that the answer offers.
        claim: What the answer says, typed; its text is the answer in words.
        candidate: The same as a proposition; None where no fact was written down to compare it with.
        fact_id: The fact that the candidate is compared with; None exactly when candidate is None.
        stops_at: The gate that must refuse it; None for an answer that must be accepted.
        reason: The reason that the gate must give; None exactly when stops_at is None.

    Raises:
        RecordError: A label is empty, or only one of two fields that go together is given.
    """

    id: str
    title: str
    query_id: str
    citation: Citation
    claim: Claim
    candidate: Proposition | None = None
    fact_id: str | None = None
    stops_at: GateName | None = None
    reason: str | None = None

    def __post_init__(self) -> None:
        for name in ("id", "title", "query_id"):
            require_text("journey", name, getattr(self, name))
        for one, other in (("candidate", "fact_id"), ("stops_at", "reason")):
            if (getattr(self, one) is None) != (getattr(self, other) is None):
                raise RecordError(f"journey.{one} and journey.{other} are given together", place=self.id)
