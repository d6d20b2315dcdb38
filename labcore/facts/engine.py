"""What an engine offers: registered queries, run read-only, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from contextlib import AbstractContextManager

    from labcore.facts.query import RegisteredQuery

__all__ = ["Engine", "Reader"]

Value = str | int | None


class Reader(Protocol):
    """One state of a store, for the queries of one request."""

    def run(self, query: RegisteredQuery, parameters: Mapping[str, Value]) -> list[tuple[Value, ...]]:
        """Run one registered query with bound parameters and give all rows.

        Raises:
            StoreError: The engine refused or stopped it, or the store is gone.
        """


class Engine(Protocol):
    """A read-only way into one store, safe to share between threads."""

    name: str
    """``sqlite`` or ``postgresql``."""

    role: str
    """Who the connection is to the database."""

    safeguards: tuple[str, ...]
    """What keeps the connection from writing or running away, one sentence each."""

    def reading(self) -> AbstractContextManager[Reader]:
        """Lend a reader that sees one state of the store, whatever is loaded meanwhile.

        Raises:
            StoreError: No connection came free in time, or the store is gone.
        """

    def table(self, name: str) -> Iterator[tuple[Value, ...]]:
        """Give every row of one table in the order of its key, for a comparison of two stores.

        Raises:
            StoreError: The table cannot be read.
        """

    def close(self) -> None:
        """Close every connection; closing twice does nothing."""
