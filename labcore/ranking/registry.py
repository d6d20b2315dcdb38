"""Rankers by name."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from labcore.ranking.dense import DenseRanker
from labcore.ranking.hybrid import HybridRanker
from labcore.ranking.lexical import Bm25Ranker, JaccardRanker, TokenOverlapRanker
from labcore.records import unknown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from labcore.ranking.protocol import Ranker

__all__ = ["RANKERS", "make_ranker"]

RANKERS: Mapping[str, Callable[[], Ranker]] = MappingProxyType(
    {
        "jaccard": JaccardRanker,
        "token_overlap": TokenOverlapRanker,
        "bm25": Bm25Ranker,
        "dense": DenseRanker,
        "hybrid": HybridRanker,
    }
)
"""Name -> factory, called without arguments."""


def make_ranker(name: str) -> Ranker:
    """Make a registered ranker.

    Raises:
        ParameterError: No ranker has this name; the nearest one is suggested.
    """
    if name not in RANKERS:
        raise unknown_name("ranker", name, RANKERS)
    return RANKERS[name]()
