"""Words and meaning together: reciprocal rank fusion."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from labcore.errors import ParameterError
from labcore.ranking.dense import DenseRanker
from labcore.ranking.lexical import Bm25Ranker
from labcore.records import Hit
from labcore.records.rules import require_depth

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from labcore.ranking.protocol import Ranker
    from labcore.records import Passage

__all__ = ["HybridRanker", "fuse_ranks"]


def fuse_ranks(rankings: Sequence[Sequence[str]], *, damping: float = 60.0) -> list[Hit]:
    """Merge rankings by summing 1 / (damping + rank) for each passage.

    Args:
        rankings: One sequence of passage ids per ranker, best first; ranks count from 1. A passage
            that a ranker left out earns nothing from it.
        damping: In ranks. Near 0, first places decide; when large, being found by more rankers does.

    Returns:
        Every id seen, best first; equal scores in id order.

    Raises:
        ParameterError: damping is negative or not finite, or one ranking names an id twice.

    Source: Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion", SIGIR 2009.
    """
    scores = _fused(rankings, damping)
    return _best(scores, len(scores))


def _fused(rankings: Iterable[Sequence[str]], damping: float) -> dict[str, float]:
    if not (math.isfinite(damping) and damping >= 0):
        raise ParameterError("damping must be a finite number of ranks from 0", got=damping)
    shares: dict[str, list[float]] = {}
    for ranking in rankings:
        ranked: set[str] = set()
        for rank, name in enumerate(ranking, start=1):
            if name in ranked:
                raise ParameterError("a ranking names each passage at most once", got=name)
            ranked.add(name)
            shares.setdefault(name, []).append(1 / (damping + rank))
    # fsum is exact, so the order of the rankers changes nothing, not even the last bit
    return {name: math.fsum(parts) for name, parts in shares.items()}


def _best(scores: dict[str, float], k: int) -> list[Hit]:
    order = heapq.nsmallest(k, scores.items(), key=lambda pair: (-pair[1], pair[0]))
    return [Hit(name, score) for name, score in order]


@dataclass(slots=True)
class HybridRanker:
    """Reciprocal rank fusion of several rankers over the same admissible passages.

    Attributes:
        parts: The rankers, at least one; by default BM25 and dense.
        damping: See `fuse_ranks`.

    Raises:
        ParameterError: There is no part.
    """

    parts: tuple[Ranker, ...] = field(default_factory=lambda: (Bm25Ranker(), DenseRanker()))
    damping: float = 60.0
    name: ClassVar[str] = "hybrid"

    def __post_init__(self) -> None:
        if not self.parts:
            raise ParameterError("a hybrid fuses at least one ranker", got="none")

    def rank(self, query_text: str, passages: Sequence[Passage], k: int) -> list[Hit]:
        """Fuse each part's whole ranking and give the k best; ties in id order."""
        k = require_depth(k)
        if not len(passages):
            return []
        rankings = [
            [hit.passage_id for hit in part.rank(query_text, passages, len(passages))] for part in self.parts
        ]
        return _best(_fused(rankings, self.damping), k)
