"""What a ranker is, and the one order in which every ranker gives its hits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from labcore.errors import ParameterError
from labcore.records import Hit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from labcore.records import Passage

__all__ = ["Ranker", "best", "require_depth"]


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


def require_depth(k: object) -> None:
    """Refuse a k that is not a whole number from 1.

    Raises:
        ParameterError: Names the value.
    """
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise ParameterError("k must be a whole number from 1", got=repr(k))


def best(
    scores: NDArray[np.floating], passages: Sequence[Passage], k: int, *, by_id: bool = True
) -> list[Hit]:
    """Give the k best-scored passages, best first.

    Args:
        scores: Shape ``(len(passages),)``; every score counts, zero and negative ones too.
        passages: In the order of scores.
        k: The most hits to give, from 1.
        by_id: Equal scores in passage-id order; if False, in the order given.
    """
    require_depth(k)
    if not len(passages):
        return []
    chosen = np.arange(len(passages))
    if k < len(passages):  # only ties with the k-th best need sorting, so a large corpus costs one pass
        threshold = np.partition(scores, len(passages) - k)[len(passages) - k]
        chosen = np.flatnonzero(scores >= threshold)
    places = [int(place) for place in chosen]
    places.sort(key=lambda place: (-scores[place], passages[place].id if by_id else place))
    return [Hit(passages[place].id, float(scores[place])) for place in places[:k]]
