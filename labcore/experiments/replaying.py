"""Today's inference on a fixture, to be recorded once or compared with what was recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.embedder import Embedder
from labcore.experiments.stated_scopes import require_stated_scopes
from labcore.ranking import DenseRanker, JaccardRanker
from labcore.records import Split
from labcore.replay import recorded_texts
from labcore.retrieval import Retriever

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from labcore.fixture import Fixture
    from labcore.records import Run

__all__ = ["RECORDED_K", "Inference", "infer"]

RECORDED_K = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Inference:
    """What the pinned model makes of a fixture.

    Attributes:
        vectors: float32 ``(n, 384)`` for `labcore.replay.recorded_texts`.
        runs: ``jaccard`` and ``dense`` -> one run per eval query, the first three hits each.
        model: Name, revision and graph hash of the model.
    """

    vectors: NDArray[np.float32]
    runs: Mapping[str, tuple[Run, ...]]
    model: Mapping[str, str]


def infer(fixture: Fixture, embedder: Embedder | None = None) -> Inference:
    """Embed every text of a fixture and rank its eval queries by the article's two methods.

    Args:
        fixture: The fixture.
        embedder: The embedder; None for the pinned model from the cache.

    Raises:
        ModelError: The pinned model is not in the cache, or is altered.
        ScopeError: A query's scope lacks a declared dimension.
    """
    queries = fixture.queries_of(Split.EVAL)
    require_stated_scopes(fixture, queries)
    embedder = embedder or Embedder.from_lock()
    vectors = embedder.embed(recorded_texts(fixture))
    runs = {}
    for ranker in (JaccardRanker(), DenseRanker(embedder.embed)):
        retriever = Retriever(fixture.corpus, ranker)
        runs[ranker.name] = tuple(retriever.search(query, query.scope, RECORDED_K) for query in queries)
    model = embedder.model
    return Inference(
        vectors=vectors,
        runs=runs,
        model={"name": model.name, "revision": model.revision, "graph_sha256": model.graph.sha256},
    )
