"""What one search returned: hits, what was kept out and why, and under which conditions."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

from labcore.errors import RecordError
from labcore.records.scope import Dimension, Scope, require_text

__all__ = ["Exclusion", "ExclusionReason", "Hit", "Outcome", "Run"]


class ExclusionReason(StrEnum):
    """Why a passage is not admissible; the members stand in the order they are checked."""

    TENANT = "tenant"
    ROLE = "role"
    PRODUCT = "product"
    RECORD_TYPE = "record_type"
    NOT_PUBLISHED = "not_published"
    NOT_YET_EFFECTIVE = "not_yet_effective"
    EXPIRED = "expired"
    VERSION = "version"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion:
    """One passage that was kept out before ranking, with the first reason.

    Attributes:
        passage_id: The passage.
        reason: The first gate that refused it.
        detail: The same in words, for a maintainer; never shown to the asker.
    """

    passage_id: str
    reason: ExclusionReason
    detail: str


@dataclass(frozen=True, slots=True)
class Hit:
    """One ranked passage.

    Attributes:
        passage_id: The passage.
        score: Higher is better; comparable only inside one ranking.

    Raises:
        RecordError: The score is NaN or infinite, so that no order would follow from it.
    """

    passage_id: str
    score: float

    def __post_init__(self) -> None:
        require_text("hit", "passage_id", self.passage_id)
        if not math.isfinite(self.score):
            raise RecordError("hit.score must be a finite number", got=self.score, place=self.passage_id)


class Outcome(StrEnum):
    """How a search ended; a search that failed raises and never becomes a Run."""

    FOUND = "found"
    NOTHING_MATCHED = "nothing_matched"
    NO_ADMISSIBLE_EVIDENCE = "no_admissible_evidence"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The ranked list of one query and everything needed to make it again.

    Attributes:
        query_id: The query's id.
        hits: Best first, each passage at most once.
        excluded: What admission kept out, in corpus order; empty for an unfiltered diagnostic.
        outcome: found, nothing_matched, or no_admissible_evidence.
        query_text: The question.
        scope: The trusted scope; None for an unfiltered diagnostic and for a run read from TREC.
        ranker: The ranker's registered name.
        k: How many hits were asked for.
        index_version: A digest of the corpus that was searched.
        policy_version: The rules of admission that were applied.
        unchecked: Dimensions that the corpus does not declare, so that nothing was checked there.
        filtered: False for an unfiltered diagnostic, which is never evidence.
        searched_at: When, in UTC.
        seconds: How long it took; None where not measured.

    Raises:
        RecordError: A passage stands twice, or the outcome does not fit the hits.
    """

    query_id: str
    hits: tuple[Hit, ...]
    excluded: tuple[Exclusion, ...] = ()
    outcome: Outcome = Outcome.FOUND
    query_text: str = ""
    scope: Scope | None = None
    ranker: str = "unnamed"
    k: int = 0
    index_version: str = ""
    policy_version: str = ""
    unchecked: tuple[Dimension, ...] = ()
    filtered: bool = True
    searched_at: datetime = field(default_factory=lambda: datetime.now(tz=UTC))
    seconds: float | None = None

    def __post_init__(self) -> None:
        ids = [hit.passage_id for hit in self.hits]
        if len(ids) != len(set(ids)):
            twice = next(i for i in ids if ids.count(i) > 1)
            raise RecordError("a run names each passage at most once", got=twice, place=self.query_id)
        if bool(ids) != (self.outcome is Outcome.FOUND):
            raise RecordError(
                f"a run with {len(ids)} hits cannot have this outcome", got=self.outcome, place=self.query_id
            )

    @property
    def passage_ids(self) -> tuple[str, ...]:
        """The ids of the hits, best first."""
        return tuple(hit.passage_id for hit in self.hits)

    def to_trec(self) -> str:
        """Write the hits in TREC run format, one line a hit, ranks from 1; empty for no hits.

        Scores are written with all their digits, so that reading them back gives the same order.

        Raises:
            RecordError: An id or the ranker's name holds white space, which the format cannot carry.

        Source: NIST, trec_eval run file format (query, Q0, document, rank, score, tag).
        """
        for name in (self.query_id, self.ranker, *self.passage_ids):
            if name.split() != [name]:
                raise RecordError("TREC run format allows no white space in a name", got=repr(name))
        return "".join(
            f"{self.query_id} Q0 {hit.passage_id} {rank} {hit.score!r} {self.ranker}\n"
            for rank, hit in enumerate(self.hits, start=1)
        )
