"""What one search returned: hits, what was kept out and why, and under which conditions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from itertools import pairwise
from typing import TypeVar

from labcore.errors import RecordError
from labcore.records.dates import Moment  # noqa: TC001  # pydantic reads the annotation of a run
from labcore.records.rules import require_id, require_member, require_score
from labcore.records.scope import Dimension, Scope, require_text

__all__ = ["Exclusion", "ExclusionReason", "Hit", "Outcome", "Run", "require_trec_names"]

Kind = TypeVar("Kind")


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

    Raises:
        RecordError: The passage's id is empty, or the reason is unknown.
    """

    passage_id: str
    reason: ExclusionReason
    detail: str

    def __post_init__(self) -> None:
        require_text("exclusion", "passage_id", self.passage_id)
        reason = require_member("exclusion", "reason", self.reason, ExclusionReason)
        object.__setattr__(self, "reason", reason)


@dataclass(frozen=True, slots=True)
class Hit:
    """One ranked passage.

    Attributes:
        passage_id: The passage.
        score: Higher is better; comparable only inside one ranking. Kept as a Python float.

    Raises:
        RecordError: The score is no finite number, so that no order would follow from it.
    """

    passage_id: str
    score: float

    def __post_init__(self) -> None:
        require_id("hit", "passage_id", self.passage_id)
        object.__setattr__(self, "score", require_score("hit", "score", self.score, self.passage_id))


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
        hits: Best first by score, each passage at most once.
        excluded: What admission kept out, in corpus order; empty for an unfiltered diagnostic.
        outcome: found, nothing_matched, or no_admissible_evidence.
        query_text: The question.
        scope: The trusted scope; None for an unfiltered diagnostic and for a run read from TREC.
        ranker: The ranker's registered name.
        k: How many hits were asked for; 0 where nobody recorded it.
        index_version: A digest of the corpus that was searched.
        policy_version: The rules of admission that were applied.
        unchecked: Dimensions that the corpus does not declare, so that nothing was checked there.
        filtered: False for an unfiltered diagnostic, which is never evidence.
        searched_at: When, in UTC.
        seconds: How long it took; None where not measured.

    Raises:
        RecordError: A field breaks its rule; a passage stands twice, or among hits and exclusions; a
            hit scores more than the one before it; there are more than k; or the outcome does not fit.
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
    searched_at: Moment = field(default_factory=lambda: datetime.now(tz=UTC))
    seconds: float | None = None

    def __post_init__(self) -> None:
        require_id("run", "query_id", self.query_id)
        object.__setattr__(self, "outcome", require_member("run", "outcome", self.outcome, Outcome))
        object.__setattr__(self, "hits", _all_of(Hit, "run.hits must be hits", self.hits))
        excluded = _all_of(Exclusion, "run.excluded must be exclusions", self.excluded)
        object.__setattr__(self, "excluded", excluded)
        if self.searched_at.tzinfo is None:
            raise RecordError("run.searched_at must name its time zone", got=str(self.searched_at))
        self._check_hits()

    def _check_hits(self) -> None:
        _once([hit.passage_id for hit in self.hits], self.query_id)
        refused = {exclusion.passage_id for exclusion in self.excluded}
        both = next((hit.passage_id for hit in self.hits if hit.passage_id in refused), None)
        if both is not None:
            raise RecordError("a passage is a hit or excluded, never both", got=both, place=self.query_id)
        for before, hit in pairwise(self.hits):
            if hit.score > before.score:
                raise RecordError(
                    "hits stand best first: no score is above the one before it",
                    got=f"{hit.passage_id} with {hit.score!r} after {before.score!r}",
                    place=self.query_id,
                    remedy="Give similarities; a distance must be turned round",
                )
        if 0 < self.k < len(self.hits) or self.k < 0:
            raise RecordError(f"a run holds at most its k={self.k}", got=f"{len(self.hits)} hits")
        if bool(self.hits) != (self.outcome is Outcome.FOUND):
            raise RecordError(
                f"a run with {len(self.hits)} hits cannot have this outcome",
                got=self.outcome.value,
                place=self.query_id,
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
        require_trec_names((self.query_id, self.ranker, *self.passage_ids))
        return "".join(
            f"{self.query_id} Q0 {hit.passage_id} {rank} {hit.score!r} {self.ranker}\n"
            for rank, hit in enumerate(self.hits, start=1)
        )


def require_trec_names(names: Iterable[str]) -> None:
    """Refuse names that TREC run format cannot carry; asked early, it saves a long search.

    Raises:
        RecordError: A name holds white space.
    """
    for name in names:
        if name.split() != [name]:
            raise RecordError(
                "TREC run format allows no white space in a name",
                got=repr(name),
                remedy="Write the runs as JSON, or rename it",
            )


def _all_of(kind: type[Kind], rule: str, value: object) -> tuple[Kind, ...]:
    items = tuple(value) if isinstance(value, Iterable) else (value,)
    for item in items:
        if not isinstance(item, kind):
            raise RecordError(rule, got=repr(item))
    return items


def _once(names: list[str], place: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise RecordError("a run names each passage at most once", got=name, place=place)
        seen.add(name)
