"""The embedded engine: one SQLite file, opened so that nothing can be written through it."""

from __future__ import annotations

import sqlite3
import time
from typing import TYPE_CHECKING

from labcore.errors import StoreError
from labcore.facts.pool import Pool
from labcore.facts.schema import TABLES
from labcore.facts.status import check_contract

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

    from labcore.facts.engine import Reader
    from labcore.facts.query import RegisteredQuery

__all__ = ["SqliteEngine"]

Value = str | int | None

TIME_LIMIT = 2.0
"""Seconds after which a query is stopped."""

_STEPS = 20_000  # virtual-machine steps between two looks at the clock: well under a millisecond apart
_FUNCTIONS = frozenset({"count", "max", "min"})
_PROBES = {
    "CREATE TABLE probe (x INTEGER)": "creates a table",
    "CREATE TEMP TABLE probe (x INTEGER)": "creates a temporary table",
    "DELETE FROM entry": "deletes rows",
    "ATTACH ':memory:' AS probe": "attaches another database",
    "PRAGMA query_only = 0": "undoes its own safeguards",
}


class SqliteEngine:
    """Runs registered queries on a SQLite file.

    Args:
        path: The file; a store that is replaced while it is open keeps answering from the old file.
        connections: How many threads may read at the same moment.

    Raises:
        StoreError: The file is absent or not a store, or a write through the connection was not refused.
    """

    name = "sqlite"
    role = "the file's reader"
    safeguards: tuple[str, ...] = (
        "the file is opened with mode=ro",
        "PRAGMA query_only=1 and trusted_schema=0",
        "an authorizer allows SELECT on the store's tables and count(), max() and min(), and nothing else",
        "no database can be attached",
        f"a query is stopped after {TIME_LIMIT:g} s",
    )

    def __init__(self, path: Path, *, connections: int = 8) -> None:
        self._path = path
        self._pool: Pool[_Connection] = Pool(lambda: _Connection(path), size=connections)
        try:
            self._prove_read_only()
        except BaseException:
            self.close()
            raise

    def _prove_read_only(self) -> None:
        with self._pool.lend() as connection:
            for statement, deed in _PROBES.items():
                if not connection.refuses(statement):
                    raise StoreError(f"a connection that {deed} is not served from", place=str(self._path))

    def reading(self) -> AbstractContextManager[Reader]:
        """Lend a reader; the file that it has open never changes, a new store is a new file."""
        return self._pool.lend()

    def table(self, name: str) -> Iterator[tuple[Value, ...]]:
        """Give every row of a table in key order; see ``Engine.table``."""
        with self._pool.lend() as connection:
            yield from connection.stream(TABLES[name].select)

    def close(self) -> None:
        """Close every connection."""
        self._pool.close()


class _Connection:
    def __init__(self, path: Path) -> None:
        self._deadline = 0.0
        self._path = path
        try:
            self._raw = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False
            )
            self._guard()
        except sqlite3.Error as error:
            if _is_absent(path):
                raise StoreError(
                    "there is no fact store under this name yet",
                    place=str(path),
                    remedy=f"Make one: labcore facts load FOLDER --store sqlite:///{path}",
                ) from None
            raise self._failure(error) from error

    def _guard(self) -> None:
        self._raw.execute("PRAGMA query_only=1")
        self._raw.execute("PRAGMA trusted_schema=0")
        built = self._raw.execute("SELECT contract, schema_digest FROM build").fetchone()
        check_contract(built, str(self._path))
        self._raw.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        self._raw.set_authorizer(_authorise)
        self._raw.set_progress_handler(lambda: int(time.monotonic() > self._deadline), _STEPS)

    def run(self, query: RegisteredQuery, parameters: Mapping[str, Value]) -> list[tuple[Value, ...]]:
        self._deadline = time.monotonic() + TIME_LIMIT
        try:
            return self._raw.execute(query.sql, dict(parameters)).fetchall()
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def stream(self, sql: str) -> Iterator[tuple[Value, ...]]:
        self._deadline = float("inf")
        try:
            yield from self._raw.execute(sql)
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def refuses(self, statement: str) -> bool:
        self._deadline = time.monotonic() + TIME_LIMIT
        try:
            self._raw.execute(statement)
        except sqlite3.Error:
            return True
        return False

    def close(self) -> None:
        self._raw.close()

    def _failure(self, error: sqlite3.Error) -> StoreError:
        return StoreError(
            "a SQLite store is a file that labcore facts load has written, and a query ends in time",
            got=str(error),
            place=str(self._path),
        )


def _is_absent(path: Path) -> bool:
    """Tell whether no file is there; a file that may not be looked at is not absent."""
    try:
        path.stat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return False


def _authorise(
    action: int, first: str | None, second: str | None, _database: str | None, _trigger: str | None
) -> int:
    allowed = (
        action == sqlite3.SQLITE_SELECT
        or (action == sqlite3.SQLITE_READ and first in TABLES)
        or (action == sqlite3.SQLITE_FUNCTION and second in _FUNCTIONS)
    )
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY
