"""Only one plain SELECT on the store's tables may be registered."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.facts.registry import packaged_registry
from labcore.facts.schema import TABLES, schema_text
from labcore.facts.sqlcheck import ALLOWED_FUNCTIONS, text_refusal

INVALID = sorted((Path(__file__).parent / "invalid_sql").glob("*.sql"))


def test_the_attack_corpus_is_there():
    """A glob that finds nothing would pass every attack."""
    assert len(INVALID) >= 50


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_an_attack_is_refused_for_its_reason(path):
    """The first line of each file says why the rest must be refused."""
    head, _, sql = path.read_text("utf-8").partition("\n")
    refusal = text_refusal(sql.strip())
    assert refusal is not None
    assert head.removeprefix("-- refused: ") in refusal


@pytest.mark.parametrize("query", packaged_registry().queries, ids=lambda query: query.name)
def test_a_packaged_query_is_accepted_and_prepares_on_the_schema(query):
    """The check lets the real queries through, and SQLite itself finds every column they name."""
    assert text_refusal(query.sql) is None
    connection = sqlite3.connect(":memory:")
    connection.executescript(schema_text())
    cursor = connection.execute(query.sql, dict.fromkeys(query.parameters, 1))
    assert tuple(column[0] for column in cursor.description) == query.all_columns
    connection.close()


def test_allowed_functions_give_the_same_on_both_engines():
    """The list is short on purpose: lower, round, average and time differ between the engines."""
    assert sorted(ALLOWED_FUNCTIONS) == ["CAST", "COUNT", "MAX", "MIN"]


@given(
    st.sampled_from(sorted(TABLES)),
    st.sampled_from(["INSERT INTO {} VALUES (1)", "DELETE FROM {}", "DROP TABLE {}"]),
)
def test_no_table_can_be_written_by_a_registered_text(table, statement):
    """Whatever the table, a statement that writes is refused."""
    assert text_refusal(statement.format(table)) is not None


@given(st.text(max_size=40))
def test_any_text_gets_a_verdict_and_no_crash(text):
    """The check meets texts that no parser expects; it refuses them or accepts a SELECT."""
    refusal = text_refusal(text)
    assert refusal is None or refusal.startswith("it ")
