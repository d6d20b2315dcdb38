"""Every step from one text to its vector, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Explanation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What became of one text on its way to a vector; n is its tokens and the padding asked for.

    Attributes:
        text: The text.
        tokens: Its n word pieces: [CLS], the text's own, [SEP], then [PAD] where padding was asked for.
        token_ids: Their numbers in the vocabulary.
        mask: 1 for a token, 0 for padding.
        token_vectors: The graph's output, float32, shape (n, dimensions).
        pooled: The mean of the rows that the mask shows, float32, shape (dimensions,).
        vector: pooled divided by its length, float32, shape (dimensions,).
    """

    text: str
    tokens: tuple[str, ...]
    token_ids: tuple[int, ...]
    mask: tuple[int, ...]
    token_vectors: NDArray[np.float32]
    pooled: NDArray[np.float32]
    vector: NDArray[np.float32]
