"""The tables of a store: their columns and keys as data, and the one schema text."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["TABLES", "Table", "schema_digest", "schema_text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table.

    Attributes:
        name: Its name.
        columns: Its columns, in the order in which rows are written and read.
        key: The columns of its primary key, by which its rows are ordered.
    """

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    @property
    def select(self) -> str:
        """Every row in the order of the key; its names come from the schema and from nowhere else."""
        return f"SELECT {', '.join(self.columns)} FROM {self.name} ORDER BY {', '.join(self.key)}"  # noqa: S608 - names of the schema


def schema_text() -> str:
    """Give the statements that create the tables, as SQLite reads them."""
    return (files("labcore.facts") / "schema.sql").read_text("utf-8")


def schema_digest() -> str:
    """Give the sha256 of the schema's text."""
    return hashlib.sha256(schema_text().encode()).hexdigest()


def _read_tables(text: str) -> dict[str, Table]:
    tables: dict[str, Table] = {}
    for name, body in re.findall(r"CREATE TABLE (\w+) \((.*?)\n\);", text, re.DOTALL):
        columns = tuple(re.findall(r"^    (\w+) (?:TEXT|INTEGER|BIGINT)", body, re.MULTILINE))
        inline = tuple(re.findall(r"^    (\w+) .*PRIMARY KEY", body, re.MULTILINE))
        listed = re.search(r"^    PRIMARY KEY \((.*?)\)", body, re.MULTILINE)
        key = tuple(listed[1].split(", ")) if listed else inline
        tables[name] = Table(name=name, columns=columns, key=key)
    return tables


@cache
def _tables() -> dict[str, Table]:
    return _read_tables(schema_text())


TABLES: dict[str, Table] = _tables()
"""Name -> table, in the order in which they are filled; read from the schema itself, so they cannot differ."""
