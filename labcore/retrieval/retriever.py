"""Search and fetch under a trusted scope."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from labcore.admission import POLICY_VERSION, exclusion, require_scope
from labcore.errors import LabError, NotFoundError, SearchError
from labcore.ranking import make_ranker
from labcore.ranking.protocol import require_depth
from labcore.records import Dimension, Outcome, Query, Run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.ranking import Ranker
    from labcore.records import Corpus, Exclusion, Hit, Passage, Scope

__all__ = ["Retriever"]


class Retriever:
    """Admits passages first and ranks the rest, so that similarity never grants access.

    Args:
        corpus: The passages and the dimensions that they declare.
        ranker: A ranker, or the name of a registered one.

    Raises:
        ParameterError: No ranker has this name.
    """

    def __init__(self, corpus: Corpus, ranker: Ranker | str) -> None:
        self.corpus = corpus
        self.ranker: Ranker = make_ranker(ranker) if isinstance(ranker, str) else ranker
        self._index_version = corpus.version

    @property
    def unchecked(self) -> tuple[Dimension, ...]:
        """The dimensions that the corpus does not declare, so that nothing is checked there."""
        return tuple(dimension for dimension in Dimension if dimension not in self.corpus.dimensions)

    @property
    def policy_version(self) -> str:
        """The rules of admission and the dimensions they are applied to, such as ``admission-1:tenant``."""
        declared = "+".join(dimension.value for dimension in Dimension if dimension in self.corpus.dimensions)
        return f"{POLICY_VERSION}:{declared or 'none'}"

    def admit(self, scope: Scope) -> tuple[list[Passage], tuple[Exclusion, ...]]:
        """Split the corpus into admissible passages and exclusions, both in corpus order.

        Raises:
            ScopeError: The scope lacks a declared dimension.
        """
        require_scope(scope, self.corpus.dimensions)
        admissible: list[Passage] = []
        excluded: list[Exclusion] = []
        for passage in self.corpus:
            refusal = exclusion(passage, scope, dimensions=self.corpus.dimensions)
            if refusal is None:
                admissible.append(passage)
            else:
                excluded.append(refusal)
        return admissible, tuple(excluded)

    def search(self, query: Query | str, scope: Scope, k: int = 3) -> Run:
        """Rank the admissible passages.

        No admissible evidence is a run that says so; a search that failed is never a run.

        Args:
            query: A query, or its text; the scope given here counts, not the query's own.
            scope: The trusted scope.
            k: The most hits to give, from 1.

        Raises:
            ParameterError: k is not a whole number from 1.
            ScopeError: The scope lacks a declared dimension.
            SearchError: The ranker failed, or gave what it was not given.
        """
        require_depth(k)
        started = time.perf_counter()
        admissible, excluded = self.admit(scope)
        query_id, text = _named(query)
        hits = self._rank(text, admissible, k)
        return Run(
            query_id=query_id,
            query_text=text,
            hits=hits,
            excluded=excluded,
            outcome=_outcome(hits, admissible),
            scope=scope,
            ranker=self.ranker.name,
            k=k,
            index_version=self._index_version,
            policy_version=self.policy_version,
            unchecked=self.unchecked,
            seconds=time.perf_counter() - started,
        )

    def search_unfiltered(self, query: Query | str, k: int = 3) -> Run:
        """Rank the whole corpus without admission: a diagnostic, never evidence for an answer.

        Raises:
            ParameterError: k is not a whole number from 1.
            SearchError: The ranker failed.
        """
        require_depth(k)
        started = time.perf_counter()
        query_id, text = _named(query)
        hits = self._rank(text, self.corpus.passages, k)
        return Run(
            query_id=query_id,
            query_text=text,
            hits=hits,
            outcome=_outcome(hits, self.corpus.passages),
            ranker=self.ranker.name,
            k=k,
            index_version=self._index_version,
            policy_version="unfiltered",
            unchecked=tuple(Dimension),
            filtered=False,
            seconds=time.perf_counter() - started,
        )

    def fetch(self, passage_id: str, scope: Scope) -> Passage:
        """Give one admissible passage by id.

        A guessed id of a forbidden passage and an id that does not exist give the same error.

        Raises:
            ScopeError: The scope lacks a declared dimension.
            NotFoundError: Absent or not admissible; which of the two is not said.
        """
        require_scope(scope, self.corpus.dimensions)
        passage = self.corpus.get(passage_id)
        if passage is None or exclusion(passage, scope, dimensions=self.corpus.dimensions) is not None:
            raise NotFoundError("no passage with this id for this scope", got=passage_id)
        return passage

    def _rank(self, text: str, passages: Sequence[Passage], k: int) -> tuple[Hit, ...]:
        try:
            hits = tuple(self.ranker.rank(text, passages, k)) if len(passages) else ()
        except LabError:
            raise
        except Exception as error:
            raise SearchError(
                "the search failed, which is not the same as finding nothing",
                got=f"{type(error).__name__}: {error}",
            ) from error
        given = {passage.id for passage in passages}
        foreign = [hit.passage_id for hit in hits if hit.passage_id not in given]
        if foreign or len(hits) > k:
            raise SearchError(
                f"a ranker gives at most {k} of the passages that it was given",
                got=foreign[0] if foreign else f"{len(hits)} hits",
                place=self.ranker.name,
            )
        return hits


def _named(query: Query | str) -> tuple[str, str]:
    return (query.id, query.text) if isinstance(query, Query) else ("ad-hoc", query)


def _outcome(hits: Sequence[Hit], admissible: Sequence[Passage]) -> Outcome:
    if hits:
        return Outcome.FOUND
    return Outcome.NOTHING_MATCHED if admissible else Outcome.NO_ADMISSIBLE_EVIDENCE
