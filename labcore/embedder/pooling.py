"""From one vector a token to one vector a text: the two steps after the graph, in the open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from labcore.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["mean_pool", "normalise"]


def mean_pool(token_vectors: NDArray[np.float32], mask: NDArray[np.int64]) -> NDArray[np.float32]:
    """Average the vectors of the tokens that the mask shows.

    Args:
        token_vectors: float32, shape (batch, sequence, dimensions).
        mask: int64, shape (batch, sequence); 1 for a token, 0 for padding.

    Returns:
        float32, shape (batch, dimensions).

    Raises:
        ParameterError: The shapes do not fit, or a row shows no token at all.

    Source: Reimers and Gurevych, "Sentence-BERT", EMNLP 2019, the MEAN strategy.
    """
    if token_vectors.ndim != 3 or mask.shape != token_vectors.shape[:2]:  # noqa: PLR2004  (batch, sequence, dimensions)
        raise ParameterError(
            "mask must have the batch and sequence of token_vectors",
            got=f"{mask.shape} for {token_vectors.shape}",
        )
    shown = mask.sum(axis=1, keepdims=True)
    if not shown.all():
        raise ParameterError("every row must show at least one token", got=f"row {int(np.argmin(shown))}")
    weights = mask[:, None, :].astype(token_vectors.dtype)
    # (batch, 1, sequence) @ (batch, sequence, dimensions): a masked vector is multiplied by 0.
    total = (weights @ token_vectors)[:, 0, :]
    pooled: NDArray[np.float32] = total / shown.astype(token_vectors.dtype)
    return pooled


def normalise(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Divide every row by its length, so that a dot product is a cosine.

    Args:
        vectors: float32, shape (n, dimensions).

    Returns:
        float32 of the same shape; every row has length 1 within float32 rounding.

    Raises:
        ParameterError: A row has no direction, because it is zero or not finite.
    """
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not (np.isfinite(lengths) & (lengths > 0)).all():
        raise ParameterError(
            "a vector of length 0 or with NaN has no direction", got=f"{vectors.shape} array"
        )
    unit: NDArray[np.float32] = vectors / lengths
    return unit
