"""Rankers: one protocol, one registry, admissible passages only, one stable order."""

from labcore.ranking.dense import DenseRanker
from labcore.ranking.hybrid import HybridRanker, fuse_ranks
from labcore.ranking.lexical import Bm25Ranker, JaccardRanker, TokenOverlapRanker
from labcore.ranking.protocol import Ranker, best
from labcore.ranking.registry import RANKERS, make_ranker
from labcore.ranking.words import tokens

__all__ = [
    "RANKERS",
    "Bm25Ranker",
    "DenseRanker",
    "HybridRanker",
    "JaccardRanker",
    "Ranker",
    "TokenOverlapRanker",
    "best",
    "fuse_ranks",
    "make_ranker",
    "tokens",
]
