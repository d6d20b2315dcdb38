"""Writes a SQLite store beside its place and moves it there whole."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from labcore.errors import StoreError
from labcore.facts.rows import rows_of
from labcore.facts.schema import TABLES, schema_text

if TYPE_CHECKING:
    from pathlib import Path

    from labcore.facts.definitions import Definitions

__all__ = ["load_sqlite"]


def load_sqlite(definitions: Definitions, path: Path) -> None:
    """Build a store and put it in place of the old one in a single step.

    A reader sees the old store or the new one, never a part; a build that fails leaves the old one.
    The same definitions give the same bytes.

    Raises:
        StoreError: The file cannot be written; what was there is as it was.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.building")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.unlink(missing_ok=True)
            with closing(sqlite3.connect(beside)) as connection:
                _fill(connection, definitions)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except (sqlite3.Error, OSError) as error:
        raise StoreError("a store is a file that can be written", got=str(error), place=str(path)) from error


def _fill(connection: sqlite3.Connection, definitions: Definitions) -> None:
    connection.execute("PRAGMA page_size=4096")
    connection.execute("PRAGMA journal_mode=OFF")
    connection.execute("PRAGMA synchronous=OFF")
    connection.executescript(schema_text())
    rows = rows_of(definitions)
    for name, table in TABLES.items():
        marks = ", ".join("?" for _ in table.columns)
        connection.executemany(f"INSERT INTO {name} VALUES ({marks})", rows[name])  # noqa: S608 - names come from the schema
    connection.commit()
    connection.execute("ANALYZE")
    connection.commit()
