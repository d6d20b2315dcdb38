"""Rankers side by side on one fixture: per query, per family, filtered and not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.errors import FixtureError
from labcore.experiments.stated_scopes import require_stated_scopes
from labcore.metrics import EvidenceMetrics, StandardMetrics, evidence_metrics, standard_metrics
from labcore.records import ExclusionReason
from labcore.retrieval import Retriever

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.fixture import Fixture
    from labcore.ranking import Ranker
    from labcore.records import Exclusion, Query, Run

__all__ = ["Comparison", "FamilyRow", "QueryRow", "compare_rankers"]


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryRow:
    """One query under one ranker.

    Attributes:
        query: The query.
        run: The filtered run, which is the only one that may serve as evidence.
        unfiltered: The diagnostic run over the whole corpus.
        standard: Recall, nDCG and reciprocal rank of the filtered run; None where nothing is required.
        evidence: Counts over the filtered run.
        diagnostic: The same counts over the unfiltered run.
        withheld: The required passages that the query's own scope keeps out, in corpus order. Each counts
            against every ranker's recall, and no ranker can find it.
    """

    query: Query
    run: Run
    unfiltered: Run
    standard: StandardMetrics | None
    evidence: EvidenceMetrics
    diagnostic: EvidenceMetrics
    withheld: tuple[Exclusion, ...] = ()

    @property
    def reasons(self) -> dict[ExclusionReason, int]:
        """How many passages each reason kept out, in the order in which reasons are checked."""
        counts = Counter(exclusion.reason for exclusion in self.run.excluded)
        return {reason: counts[reason] for reason in ExclusionReason if reason in counts}


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyRow:
    """One family of queries under one ranker; counts, since a mean over three queries misleads.

    Attributes:
        family: The family's name; ``(none)`` where queries state none.
        ranker: The ranker's name.
        queries: How many queries with required evidence.
        complete: How many of them have all required evidence among the first k.
        first_hit: How many of them have a required passage in the first place.
    """

    family: str
    ranker: str
    queries: int
    complete: int
    first_hit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """All rows of one ranker.

    Attributes:
        ranker: The ranker's name.
        k: The cut-off.
        rows: One per query, in fixture order.
    """

    ranker: str
    k: int
    rows: tuple[QueryRow, ...]

    @property
    def slots(self) -> int:
        """Places filled in all filtered lists."""
        return sum(row.evidence.slots for row in self.rows)

    @property
    def forbidden_slots(self) -> int:
        """Places of the filtered lists that hold a forbidden passage; anything above 0 is a leak."""
        return sum(len(row.evidence.forbidden) for row in self.rows)

    @property
    def unfiltered_slots(self) -> int:
        """Places filled in all unfiltered lists."""
        return sum(row.diagnostic.slots for row in self.rows)

    @property
    def unfiltered_forbidden_slots(self) -> int:
        """Places of the unfiltered lists that hold a passage the asker may not see."""
        return sum(len(row.diagnostic.forbidden) for row in self.rows)

    @property
    def unfiltered_forbidden_passages(self) -> tuple[str, ...]:
        """The distinct forbidden passages of the unfiltered lists, sorted."""
        return tuple(sorted({name for row in self.rows for name in row.diagnostic.forbidden}))

    @property
    def first_hit_failures(self) -> tuple[QueryRow, ...]:
        """The queries whose first hit is not required evidence."""
        return tuple(row for row in self.rows if row.evidence.first_hit_relevant is False)

    @property
    def mean_recall(self) -> float | None:
        """Mean recall over the queries that require evidence; None where none does."""
        values = [row.standard.recall for row in self.rows if row.standard is not None]
        return sum(values) / len(values) if values else None

    def families(self) -> tuple[FamilyRow, ...]:
        """Count per family, in the order in which families appear."""
        names = dict.fromkeys(row.query.family or "(none)" for row in self.rows)
        return tuple(self._family(name) for name in names)

    def _family(self, name: str) -> FamilyRow:
        judged = [row for row in self.rows if (row.query.family or "(none)") == name and row.standard]
        return FamilyRow(
            family=name,
            ranker=self.ranker,
            queries=len(judged),
            complete=sum(row.standard is not None and row.standard.recall == 1.0 for row in judged),
            first_hit=sum(row.evidence.first_hit_relevant is True for row in judged),
        )


def compare_rankers(
    fixture: Fixture, rankers: Sequence[Ranker | str], queries: Sequence[Query], k: int = 3
) -> tuple[Comparison, ...]:
    """Run each ranker over each query, with admission and, as a diagnostic, without.

    Args:
        fixture: Corpus, required evidence and declared dimensions.
        rankers: Rankers or their registered names.
        queries: Queries of the fixture.
        k: The cut-off, from 1.

    Raises:
        FixtureError: There is no query.
        ParameterError: k is below 1 or a name is not registered.
        ScopeError: A query's scope lacks a declared dimension.
    """
    if not queries:
        raise FixtureError("a comparison needs at least one query", place=fixture.name)
    require_stated_scopes(fixture, queries)
    return tuple(_compare_one(fixture, Retriever(fixture.corpus, ranker), queries, k) for ranker in rankers)


def _compare_one(fixture: Fixture, retriever: Retriever, queries: Sequence[Query], k: int) -> Comparison:
    runs = _filtered(retriever, queries, k)
    standard = standard_metrics(fixture.qrels, runs, k)
    rows = []
    for query, run in zip(queries, runs, strict=True):
        required = fixture.qrels.get(query.id, {})
        unfiltered = retriever.search_unfiltered(query, k)
        counts = [
            evidence_metrics(
                listed,
                k,
                required=required,
                forbidden={exclusion.passage_id for exclusion in run.excluded},
                corpus=fixture.corpus,
                acceptable_versions=query.acceptable_versions,
            )
            for listed in (run, unfiltered)
        ]
        rows.append(
            QueryRow(
                query=query,
                run=run,
                unfiltered=unfiltered,
                standard=standard.get(query.id),
                evidence=counts[0],
                diagnostic=counts[1],
                withheld=tuple(one for one in run.excluded if required.get(one.passage_id, 0) > 0),
            )
        )
    return Comparison(ranker=retriever.ranker.name, k=k, rows=tuple(rows))


def _filtered(retriever: Retriever, queries: Sequence[Query], k: int) -> list[Run]:
    """Search scope by scope, since admission and a ranker's index are kept for the last one; give query order."""
    first = {query.scope: place for place, query in reversed(list(enumerate(queries)))}
    order = sorted(range(len(queries)), key=lambda place: first[queries[place].scope])
    found = {place: retriever.search(queries[place], queries[place].scope, k) for place in order}
    return [found[place] for place in range(len(queries))]
