"""Words and meaning together: reciprocal rank fusion."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from labcore.errors import ParameterError
from labcore.ranking.dense import DenseRanker
from labcore.ranking.lexical import Bm25Ranker
from labcore.ranking.protocol import require_depth
from labcore.records import Hit

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    if not (math.isfinite(damping) and damping >= 0):
        raise ParameterError("damping must be a finite number of ranks from 0", got=damping)
    shares: dict[str, list[float]] = {}
    for ranking in rankings:
        if len(set(ranking)) != len(ranking):
            twice = next(name for name in ranking if list(ranking).count(name) > 1)
            raise ParameterError("a ranking names each passage at most once", got=twice)
        for rank, name in enumerate(ranking, start=1):
            shares.setdefault(name, []).append(1 / (damping + rank))
    # fsum is exact, so the order of the rankers changes nothing, not even the last bit
    fused = [Hit(name, math.fsum(parts)) for name, parts in shares.items()]
    return sorted(fused, key=lambda hit: (-hit.score, hit.passage_id))


@dataclass(slots=True)
class HybridRanker:
    """Reciprocal rank fusion of several rankers over the same admissible passages.

    Attributes:
        parts: The rankers; by default BM25 and dense.
        damping: See `fuse_ranks`.
    """

    parts: tuple[Ranker, ...] = field(default_factory=lambda: (Bm25Ranker(), DenseRanker()))
    damping: float = 60.0
    name: ClassVar[str] = "hybrid"

    def rank(self, query_text: str, passages: Sequence[Passage], k: int) -> list[Hit]:
        """Fuse each part's whole ranking and give the k best; ties in id order."""
        require_depth(k)
        if not len(passages):
            return []
        rankings = [
            [hit.passage_id for hit in part.rank(query_text, passages, len(passages))] for part in self.parts
        ]
        return fuse_ranks(rankings, damping=self.damping)[:k]
