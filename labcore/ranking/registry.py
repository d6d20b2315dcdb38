"""Rankers by name."""

from __future__ import annotations

import difflib
from types import MappingProxyType
from typing import TYPE_CHECKING

from labcore.errors import ParameterError
from labcore.ranking.dense import DenseRanker
from labcore.ranking.hybrid import HybridRanker
from labcore.ranking.lexical import Bm25Ranker, JaccardRanker, TokenOverlapRanker

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
        near = difflib.get_close_matches(name, RANKERS, 1)
        hint = f"Did you mean {near[0]}? " if near else ""
        raise ParameterError("no ranker has this name", got=name, remedy=f"{hint}Known: {', '.join(RANKERS)}")
    return RANKERS[name]()
