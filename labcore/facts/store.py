"""The fact store: search for entries, fetch the facts of one, say what is covered."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from labcore.errors import ParameterError
from labcore.facts.coverage import describe_coverage
from labcore.facts.fetch import fetch
from labcore.facts.postgres_engine import PostgresEngine
from labcore.facts.registry import packaged_registry
from labcore.facts.search import search
from labcore.facts.session import Session
from labcore.facts.sqlite_engine import SqliteEngine
from labcore.facts.url import read_url

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import TracebackType

    from labcore.facts.coverage import Coverage
    from labcore.facts.engine import Engine
    from labcore.facts.registry import Registry
    from labcore.facts.result import Result
    from labcore.facts.scope import FactScope

__all__ = ["FactStore", "open_store"]


class FactStore:
    """Answers questions about definitions, each with its evidence; safe to share between threads.

    Whatever a caller passes comes back as a result: malformed arguments are the status
    invalid_request, not an exception. Only a store that fails raises.

    Args:
        engine: Where the registered queries run, read-only.
        registry: The closed set of queries.
    """

    def __init__(self, engine: Engine, registry: Registry) -> None:
        self.engine = engine
        self.registry = registry

    def search(
        self, term: object, scope: FactScope | Mapping[str, object] | None = None, kind: str | None = None
    ) -> Result:
        """Find the entries that a term may mean; no fact is fetched.

        Exactly one entry by name or approved alias in a complete scope is identified (answered). Several,
        or matches by words only, are candidates (ambiguous). A scope that lacks parts is never completed:
        every scope where the term was found is offered, also when it is only one.

        Args:
            term: A name, an approved alias, or some words of a name.
            scope: Where it is meant; parts may be missing. None searches every snapshot.
            kind: message, signal or mapping; None for any.

        Raises:
            StoreError: The store failed.
        """
        with self._session("search") as session:
            return search(session, term, scope, kind)

    def fetch(self, route: str, scope: FactScope | Mapping[str, object] | None, name: object) -> Result:
        """Read the facts of one entry of one complete scope.

        Args:
            route: message_facts, message_period, message_signals, signal_facts or mapping_facts.
            scope: All four parts; with fewer, the scopes to choose from are listed and nothing is read.
            name: The entry's exact name, as a candidate gives it; aliases and words do not count here.

        Raises:
            StoreError: The store failed.
        """
        with self._session(str(route)) as session:
            return fetch(session, route, scope, name)

    def coverage(self) -> Coverage:
        """Say which snapshots are loaded, what each records, and which routes there are.

        Raises:
            StoreError: The store failed.
        """
        with self._session("coverage") as session:
            return describe_coverage(session)

    @contextmanager
    def _session(self, route: str) -> Iterator[Session]:
        with self.engine.reading() as reader:
            yield Session(engine=self.engine, reader=reader, registry=self.registry, route=route)

    def close(self) -> None:
        """Close every connection; a closed store answers nothing."""
        self.engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_store(url: str, *, connections: int = 8) -> FactStore:
    """Open a store that ``labcore facts load`` has written, read-only.

    Args:
        url: ``sqlite:///relative/path``, ``sqlite:////absolute/path`` or ``postgresql://...``.
        connections: How many requests may read at the same moment; others wait.

    Raises:
        ParameterError: The URL is of no known form, or there is no connection.
        StoreError: The store cannot be opened, or a write through the connection would not be refused.
    """
    place = read_url(url)
    if connections < 1:
        raise ParameterError("a store is read through one connection at least", got=connections)
    engine: Engine
    if isinstance(place, Path):
        engine = SqliteEngine(place, connections=connections)
    else:
        engine = PostgresEngine(place, connections=connections)
    return FactStore(engine, packaged_registry())
