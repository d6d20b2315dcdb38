"""Ranking by meaning: the dot product of unit vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from labcore.ranking.protocol import best, require_depth
from labcore.ranking.remembered import Remembered

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from labcore.records import Hit, Passage

__all__ = ["DenseRanker"]


class DenseRanker:
    """Dot product of the query's vector with each passage's; every admissible passage is a candidate.

    Nearness is a signal for retrieval. It says nothing about permission, date or truth.

    Args:
        embed: Texts -> float32 ``(n, d)`` with rows of unit length. By default the pinned model,
            loaded at the first ranking.
    """

    name = "dense"

    def __init__(self, embed: Callable[[Sequence[str]], NDArray[np.float32]] | None = None) -> None:
        self._embed = embed
        self._vectors: dict[str, NDArray[np.float32]] = {}
        self._matrix_of = Remembered(self._matrix)

    def rank(self, query_text: str, passages: Sequence[Passage], k: int) -> list[Hit]:
        """Rank by dot product, -1 to 1; ties in id order."""
        require_depth(k)
        if not len(passages):
            return []
        return best(self._matrix_of(passages) @ self._vectors_of([query_text])[0], passages, k)

    def _matrix(self, passages: Sequence[Passage]) -> NDArray[np.float32]:
        return np.stack(self._vectors_of([passage.searchable for passage in passages]))

    def _vectors_of(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        new = list(dict.fromkeys(text for text in texts if text not in self._vectors))
        if new:
            self._vectors.update(zip(new, self._embedder()(new), strict=True))
        return [self._vectors[text] for text in texts]

    def _embedder(self) -> Callable[[Sequence[str]], NDArray[np.float32]]:
        if self._embed is None:
            from labcore.embedder import Embedder  # noqa: PLC0415  # the runtime loads only when vectors are asked for

            self._embed = Embedder.from_lock().embed
        return self._embed
