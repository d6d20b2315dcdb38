"""A bounded set of connections that threads borrow and give back."""

from __future__ import annotations

import queue
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

    Args:
        connect: Opens one connection.
        size: How many may be open at once.
        patience: Seconds that a thread waits for one before it is refused.
    """

    def __init__(self, connect: Callable[[], C], *, size: int = 8, patience: float = 10.0) -> None:
        self._connect = connect
        self._patience = patience
        self._slots: queue.LifoQueue[C | None] = queue.LifoQueue()
        self._closed = False
        for _ in range(size):
            self._slots.put(None)

    @contextmanager
    def lend(self) -> Iterator[C]:
        """Lend a connection; one that was in use when an error came up is closed, not lent again.

        Raises:
            StoreError: None came free in time, or the pool is closed.
        """
        if self._closed:
            raise StoreError("a closed store answers nothing", remedy="Open it again")
        try:
            held = self._slots.get(timeout=self._patience)
        except queue.Empty:
            raise StoreError(
                f"every connection stayed busy for {self._patience} s",
                remedy="Ask again, or ask less at once",
            ) from None
        connection = held
        try:
            connection = held if held is not None else self._connect()
            yield connection
        except BaseException:
            if connection is not None:
                connection.close()
            self._slots.put(None)
            raise
        self._give_back(connection)

    def _give_back(self, connection: C) -> None:
        if self._closed:
            connection.close()
        else:
            self._slots.put(connection)

    def close(self) -> None:
        """Close the connections that are not lent; the others close when they come back."""
        self._closed = True
        while not self._slots.empty():
            connection = self._slots.get_nowait()
            if connection is not None:
                connection.close()
