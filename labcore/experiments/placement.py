"""One question with the filter before the ranking, after it, and nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from labcore.records import Exclusion, Passage, Query, Scope
    from labcore.retrieval import Retriever

__all__ = ["Placed", "Placement", "place_filter"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """One passage in the ranking of the whole corpus.

    Attributes:
        passage: The passage.
        score: From the ranking of the whole corpus.
        exclusion: Why the asker may not use it; None where it is admissible.
        unfiltered: Whether it is among the first k without any filter.
        after: Whether it is among the first k and survives a filter that comes after the ranking.
        before: Whether it is among the first k when only admissible passages are ranked.
    """

    passage: Passage
    score: float
    exclusion: Exclusion | None
    unfiltered: bool
    after: bool
    before: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """One question under one scope and one ranker.

    Attributes:
        query: The question.
        scope: The asker's scope, which need not be the one that the fixture gives the question.
        ranker: The ranker's name.
        k: Places in a bundle of evidence.
        ranked: Every passage that the ranker gave a place to in the whole corpus, best first.
    """

    query: Query
    scope: Scope
    ranker: str
    k: int
    ranked: tuple[Placed, ...]

    @property
    def forbidden_slots(self) -> int:
        """Places of the unfiltered bundle that hold a passage the asker may not use."""
        return sum(placed.unfiltered and placed.exclusion is not None for placed in self.ranked)

    @property
    def left_after(self) -> int:
        """Places that a filter after the ranking leaves filled."""
        return sum(placed.after for placed in self.ranked)

    @property
    def filled_before(self) -> int:
        """Places that are filled when the filter comes first."""
        return sum(placed.before for placed in self.ranked)


def place_filter(retriever: Retriever, query: Query, scope: Scope, k: int = 3) -> Placement:
    """Rank the whole corpus and the admissible part of it, and say what each placement of the filter keeps.

    Args:
        retriever: Corpus and ranker.
        query: The question.
        scope: The asker's trusted scope.
        k: Places in a bundle, from 1.

    Raises:
        ParameterError: k is below 1.
        ScopeError: The scope lacks a declared dimension.
        SearchError: The ranker failed.
    """
    filtered = retriever.search(query, scope, k)
    whole = retriever.search_unfiltered(query, max(1, len(retriever.corpus)))
    excluded = {exclusion.passage_id: exclusion for exclusion in filtered.excluded}
    ranked = []
    for place, hit in enumerate(whole.hits):
        passage = retriever.corpus.get(hit.passage_id)
        if passage is None:  # a retriever refuses a hit that its corpus does not hold
            continue
        refused = excluded.get(hit.passage_id)
        ranked.append(
            Placed(
                passage=passage,
                score=hit.score,
                exclusion=refused,
                unfiltered=place < k,
                after=place < k and refused is None,
                before=hit.passage_id in filtered.passage_ids,
            )
        )
    return Placement(query=query, scope=scope, ranker=retriever.ranker.name, k=k, ranked=tuple(ranked))
