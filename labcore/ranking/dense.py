"""Ranking by meaning: the dot product of unit vectors."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from labcore.errors import SearchError
from labcore.ranking.protocol import best
from labcore.ranking.remembered import Remembered
from labcore.records.rules import require_depth

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from labcore.records import Hit, Passage

    Embed = Callable[[Sequence[str]], NDArray[np.float32]]

__all__ = ["DenseRanker"]

_QUESTIONS = 1024


class DenseRanker:
    """Dot product of the query's vector with each passage's; every admissible passage is a candidate.

    Nearness is a signal for retrieval. It says nothing about permission, date or truth.

    Args:
        embed: Texts -> float32 ``(n, d)`` with rows of unit length. By default the pinned model,
            loaded at the first ranking; it keeps the vectors of passages in the user's cache folder,
            and never anything of a question.

    Raises:
        SearchError: While ranking: embed gave anything but one vector of the same length per text.
    """

    name = "dense"

    def __init__(self, embed: Embed | None = None) -> None:
        self._pair = None if embed is None else (embed, embed)
        self._vectors: dict[str, NDArray[np.float32]] = {}
        self._matrix_of = Remembered(self._matrix)
        # a question is often asked twice, filtered and not; a service must not keep every one for ever
        self._question = lru_cache(maxsize=_QUESTIONS)(self._vector)

    def rank(self, query_text: str, passages: Sequence[Passage], k: int) -> list[Hit]:
        """Rank by dot product, -1 to 1; ties in id order."""
        k = require_depth(k)
        if not len(passages):
            return []
        matrix, asked = self._matrix_of(passages), self._question(query_text)
        if matrix.shape[1:] != asked.shape:
            raise SearchError(
                "all vectors have one length",
                got=f"{asked.shape} for the query, {matrix.shape[1:]} for passages",
            )
        return best(matrix @ asked, passages, k)

    def _vector(self, text: str) -> NDArray[np.float32]:
        embed, _ = self._embedders()
        vector: NDArray[np.float32] = _checked(embed, [text])[0]
        return vector

    def _matrix(self, passages: Sequence[Passage]) -> NDArray[np.float32]:
        texts = [passage.searchable for passage in passages]
        new = list(dict.fromkeys(text for text in texts if text not in self._vectors))
        if new:
            _, embed_passages = self._embedders()
            self._vectors.update(zip(new, _checked(embed_passages, new), strict=True))
        return np.stack([self._vectors[text] for text in texts])

    def _embedders(self) -> tuple[Embed, Embed]:
        """Give what embeds a question, and what embeds passages."""
        if self._pair is None:
            from labcore.embedder import Embedder  # noqa: PLC0415  # the runtime loads only when vectors are asked for

            embedder = Embedder.from_lock()
            self._pair = (embedder.embed, embedder.embed_cached)
        return self._pair


def _checked(embed: Embed, texts: list[str]) -> NDArray[np.float32]:
    vectors = np.asarray(embed(texts), dtype=np.float32)
    if vectors.ndim != 2 or len(vectors) != len(texts):  # noqa: PLR2004  # rows and columns
        raise SearchError(
            "an embedder gives one vector per text", got=f"{vectors.shape} for {len(texts)} texts"
        )
    return vectors
