"""Texts to unit vectors with the pinned model: tokens, graph, pooling, length 1."""

from labcore.embedder.embedder import Embedder
from labcore.embedder.explanation import Explanation
from labcore.embedder.pooling import mean_pool, normalise
from labcore.embedder.vectors import VectorCache

__all__ = ["Embedder", "Explanation", "VectorCache", "mean_pool", "normalise"]
