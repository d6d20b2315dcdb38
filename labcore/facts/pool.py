"""A bounded set of connections that threads borrow and give back, first come, first served."""

from __future__ import annotations

import queue
import threading
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from labcore.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Pool"]


class Closes(Protocol):
    def close(self) -> None: ...


C = TypeVar("C", bound=Closes)


class Pool(Generic[C]):
    """Opens connections on demand, at most ``size``, and lends each to one thread at a time.

    A connection that comes back goes to the thread that has waited longest. Where threads only compete
    for it, one that has just given it back is the quickest to take it again, and some wait for seconds.

    Args:
        connect: Opens one connection.
        size: How many may be open at once.
        patience: Seconds that a thread waits for one before it is refused.
    """

    def __init__(self, connect: Callable[[], C], *, size: int = 8, patience: float = 10.0) -> None:
        self._connect = connect
        self._patience = patience
        self._lock = threading.Lock()
        self._free: list[C | None] = [None] * size  # None: a connection that may still be opened
        self._waiting: deque[queue.SimpleQueue[C | None]] = deque()
        self._closed = False

    @contextmanager
    def lend(self) -> Iterator[C]:
        """Lend a connection; one that was in use when an error came up is closed, not lent again.

        Raises:
            StoreError: None came free in time, or the pool is closed.
        """
        held = self._take()
        try:
            connection = self._connect() if held is None else held
        except BaseException:
            self._give_back(None)
            raise
        try:
            yield connection
        except BaseException:
            try:
                connection.close()
            finally:
                self._give_back(None)
            raise
        self._give_back(connection)

    def _take(self) -> C | None:
        with self._lock:
            self._require_open()
            if self._free:
                return self._free.pop()
            mine: queue.SimpleQueue[C | None] = queue.SimpleQueue()
            self._waiting.append(mine)
        try:
            held = mine.get(timeout=self._patience)
        except queue.Empty:
            if self._left_the_line(mine):
                raise StoreError(
                    f"every connection stayed busy for {self._patience} s",
                    remedy="Ask again, or ask less at once",
                ) from None
            held = mine.get()  # it came in the very moment in which the waiting ended
        except BaseException:  # Ctrl-C: what was handed to this thread must not be lost
            if not self._left_the_line(mine):
                self._give_back(mine.get())
            raise
        if self._closed:
            self._give_back(held)
            self._require_open()
        return held

    def _require_open(self) -> None:
        if self._closed:
            raise StoreError("a closed store answers nothing", remedy="Open it again")

    def _left_the_line(self, mine: queue.SimpleQueue[C | None]) -> bool:
        """Leave; False where a connection had been handed over before."""
        with self._lock:
            if mine not in self._waiting:
                return False
            self._waiting.remove(mine)
            return True

    def _give_back(self, slot: C | None) -> None:
        with self._lock:
            last, slot = (slot, None) if self._closed else (None, slot)
            if self._waiting:
                self._waiting.popleft().put(slot)
            else:
                self._free.append(slot)
        if last is not None:
            last.close()

    def close(self) -> None:
        """Close the connections that are not lent; the others close when they come back."""
        with self._lock:
            self._closed = True
            idle, self._free = self._free, [None] * len(self._free)
        for connection in idle:
            if connection is not None:
                connection.close()
