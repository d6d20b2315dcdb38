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
    """What became of one text on its way to a vector.

    Attributes:
        text: The text.
        tokens: Its word pieces, [CLS] first and [SEP] last; n of them.
        token_ids: Their numbers in the vocabulary.
        mask: 1 for each, as one text alone needs no padding.
        token_vectors: The graph's output, float32, shape (n, dimensions).
        pooled: The mean of those, float32, shape (dimensions,).
        vector: pooled divided by its length, float32, shape (dimensions,).
    """

    text: str
    tokens: tuple[str, ...]
    token_ids: tuple[int, ...]
    mask: tuple[int, ...]
    token_vectors: NDArray[np.float32]
    pooled: NDArray[np.float32]
    vector: NDArray[np.float32]
