"""What a ranker is, and the one order in which every ranker gives its hits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from labcore.errors import SearchError
from labcore.records import Hit
from labcore.records.rules import require_depth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from labcore.records import Passage

__all__ = ["Ranker", "best"]


@runtime_checkable
class Ranker(Protocol):
    """Orders admissible passages by how well they match a query; it never decides who may see them."""

    @property
    def name(self) -> str:
        """The name that runs record; without white space."""
        ...

    def rank(self, query_text: str, passages: Sequence[Passage], k: int) -> list[Hit]:
        """Give at most k hits, best first, each a passage from those given.

        Args:
            query_text: The question; may be empty.
            passages: Admissible passages only; may be empty.
            k: The most hits to give, from 1.

        Raises:
            ParameterError: k is not a whole number from 1.
        """
        ...


def best(
    scores: NDArray[np.floating], passages: Sequence[Passage], k: int, *, by_id: bool = True
) -> list[Hit]:
    """Give the k best-scored passages, best first.

    Args:
        scores: Shape ``(len(passages),)``; every score counts, zero and negative ones too.
        passages: In the order of scores.
        k: The most hits to give, from 1.
        by_id: Equal scores in passage-id order; if False, in the order given.

    Raises:
        ParameterError: k is not a whole number from 1.
        SearchError: A score is NaN or infinite, or there is not one for each passage. Such a score
            would sort anywhere, and a failed search would look like an empty one.
    """
    k = require_depth(k)
    values = np.asarray(scores, dtype=np.float64)
    if values.shape != (len(passages),):
        raise SearchError("each passage has one score", got=f"{values.shape} for {len(passages)} passages")
    if not np.isfinite(values).all():
        raise SearchError(
            "scores are finite numbers", got=f"{int((~np.isfinite(values)).sum())} that are not"
        )
    chosen = np.arange(len(passages))
    if k < len(passages):  # only ties with the k-th best need sorting, so a large corpus costs one pass
        threshold = np.partition(values, len(passages) - k)[len(passages) - k]
        chosen = np.flatnonzero(values >= threshold)
    found = [(-score, place) for score, place in zip(values[chosen].tolist(), chosen.tolist(), strict=True)]
    found.sort(key=lambda pair: (pair[0], passages[pair[1]].id if by_id else pair[1]))
    return [Hit(passages[place].id, -score) for score, place in found[:k]]
