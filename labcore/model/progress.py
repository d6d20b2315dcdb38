"""Says on stderr what a long step is doing: one line a step, and a bar where somebody is watching."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tqdm import tqdm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Progress"]


class Progress:
    """Reports steps and bytes on stderr.

    Args:
        quiet: Say nothing at all.
    """

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet

    def say(self, line: str) -> None:
        """Write one line."""
        if not self._quiet:
            tqdm.write(line, file=sys.stderr)

    @contextmanager
    def bytes(self, what: str, total: int | None = None) -> Iterator[Callable[[int], object]]:
        """Give a function that counts bytes on; a bar is drawn only on a terminal.

        Args:
            what: What is being moved, in a word or two.
            total: In bytes; None where it is not known beforehand.
        """
        # tqdm's own disable=None asks the stream whether a person is watching.
        disable = True if self._quiet else None
        with tqdm(
            desc=what, total=total, unit="B", unit_scale=True, file=sys.stderr, disable=disable, leave=False
        ) as bar:
            yield bar.update
