"""The schema is one text; what code knows of it is read from that text."""

from __future__ import annotations

import sqlite3

import pytest

from labcore.facts.definitions import RECORDABLE
from labcore.facts.schema import TABLES, schema_text
from labcore.facts.status import Kind


@pytest.fixture
def connection():
    """An empty database with the schema."""
    opened = sqlite3.connect(":memory:")
    opened.executescript(schema_text())
    yield opened
    opened.close()


def test_tables_columns_and_keys_are_those_that_sqlite_sees(connection):
    """SQLite's own catalogue is the second opinion on the reading of the text."""
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    assert sorted(TABLES) == sorted(names)
    for name, table in TABLES.items():
        info = connection.execute(f"PRAGMA table_info({name})").fetchall()
        assert table.columns == tuple(row[1] for row in info)
        keys = sorted((row[5], row[1]) for row in info if row[5])
        assert table.key == tuple(column for _, column in keys)


def test_every_table_can_be_read_in_the_order_of_its_key(connection):
    """The statement for a comparison names every column once."""
    for table in TABLES.values():
        assert connection.execute(table.select).fetchall() == []


@pytest.mark.parametrize("kind", Kind)
def test_every_recordable_field_has_its_column(kind):
    """A field that a snapshot may record is one that the store can hold."""
    special = {"superseded_by": "superseded_by_snapshot", "offset": "offset_value", "target": "target_signal"}
    assert {special.get(name, name) for name in RECORDABLE[kind]} <= set(TABLES[kind].columns)
