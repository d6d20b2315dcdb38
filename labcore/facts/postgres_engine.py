"""The server engine: PostgreSQL through a role that can only read, one statement at a time."""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from labcore.facts.pool import Pool
from labcore.facts.postgres_driver import connect, store_failures
from labcore.facts.postgres_guard import prove_read_only
from labcore.facts.schema import TABLES
from labcore.facts.url import hide_password

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from labcore.facts.engine import Reader
    from labcore.facts.query import RegisteredQuery

__all__ = ["PostgresEngine"]

Value = str | int | None

TIME_LIMIT_MS = 2000
"""Milliseconds after which the server stops a query."""

_SETTINGS = {
    "default_transaction_read_only": "on",
    "statement_timeout": str(TIME_LIMIT_MS),
    "lock_timeout": str(TIME_LIMIT_MS),
    "idle_in_transaction_session_timeout": "10000",
}
_PARAMETER = re.compile(r":([a-z][a-z0-9_]*)")


class PostgresEngine:
    """Runs registered queries on a PostgreSQL database.

    Args:
        url: The database, with the role to read through.
        connections: How many threads may read at the same moment.

    Raises:
        ExtraMissingError: The driver is not installed.
        StoreError: The database cannot be reached, or the role could change something.
    """

    name = "postgresql"
    safeguards: tuple[str, ...] = (
        "the role holds SELECT on the store's tables and no other privilege, proved when the store was opened",
        "every transaction is REPEATABLE READ and READ ONLY",
        f"the server stops a statement after {TIME_LIMIT_MS} ms",
        "values are bound by the extended protocol, which takes one statement",
    )

    def __init__(self, url: str, *, connections: int = 8) -> None:
        self._url = url
        self._pool: Pool[_Connection] = Pool(lambda: _Connection(url), size=connections)
        with self._pool.lend() as connection:
            self.role = connection.prove()

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """Lend a reader; all that one request reads is of one moment."""
        with self._pool.lend() as connection:
            yield connection
            connection.end()

    def table(self, name: str) -> Iterator[tuple[Value, ...]]:
        """Give every row of a table in key order; see ``Engine.table``."""
        with self._pool.lend() as connection:
            yield from connection.stream(TABLES[name].select)

    def close(self) -> None:
        """Close every connection."""
        self._pool.close()


class _Connection:
    def __init__(self, url: str) -> None:
        self._url = url
        with store_failures(url):
            import psycopg  # noqa: PLC0415 - an optional part

            self._raw = connect(url, **_SETTINGS)
            self._raw.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            self._raw.read_only = True

    def prove(self) -> str:
        with store_failures(self._url):
            return prove_read_only(self._raw, hide_password(self._url))

    def run(self, query: RegisteredQuery, parameters: Mapping[str, Value]) -> list[tuple[Value, ...]]:
        sql, order = _numbered(query.sql)
        with store_failures(self._url):
            return self._raw.execute(sql, [parameters[name] for name in order]).fetchall()

    def stream(self, sql: str) -> Iterator[tuple[Value, ...]]:
        with store_failures(self._url):
            self._raw.execute(b"SET LOCAL statement_timeout = 0")
            with self._raw.cursor(name="table") as cursor:
                yield from cursor.execute(sql.encode())
            self._raw.rollback()

    def end(self) -> None:
        with store_failures(self._url):
            self._raw.rollback()

    def close(self) -> None:
        self._raw.close()


@cache
def _numbered(sql: str) -> tuple[bytes, tuple[str, ...]]:
    """Write ``:name`` as ``$1``: the text is registered, so that no literal can hold such a name."""
    order = tuple(dict.fromkeys(_PARAMETER.findall(sql)))
    text = _PARAMETER.sub(lambda match: f"${order.index(match[1]) + 1}", sql)
    return text.encode(), order
