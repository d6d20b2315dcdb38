"""Keep what was built for the last passages, so that many queries under one scope build it once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from labcore.records import Passage

__all__ = ["Remembered"]

Built = TypeVar("Built")


class Remembered(Generic[Built]):
    """What a builder made of the last sequence of passages.

    Passages are compared by identity, which costs one pass and cannot be fooled: the passages that
    were built from are kept alive here.

    Args:
        build: Makes the thing to keep.
    """

    def __init__(self, build: Callable[[Sequence[Passage]], Built]) -> None:
        self._build = build
        self._kept: tuple[tuple[Passage, ...], Built] | None = None

    def __call__(self, passages: Sequence[Passage]) -> Built:
        """Give what was built for exactly these passages in this order, building it if need be."""
        if self._kept is not None:
            seen, built = self._kept
            if len(seen) == len(passages) and all(a is b for a, b in zip(seen, passages, strict=True)):
                return built
        built = self._build(passages)
        self._kept = (tuple(passages), built)
        return built
