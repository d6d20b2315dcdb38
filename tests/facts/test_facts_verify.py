"""Two stores are the same, or the difference is named."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore import facts
from labcore.errors import StoreError
from labcore.facts.cases import read_cases
from labcore.facts.schema import TABLES
from labcore.facts.verify import _side_by_side, compare_stores, table_digest


@pytest.fixture
def changed(definitions, tmp_path):
    """Load a store, run a statement on its file past all safeguards, and open it."""
    opened = []

    def change(statement):
        path = tmp_path / "changed.sqlite"
        facts.load(definitions, into=f"sqlite:///{path}")
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(statement)
            connection.commit()
        opened.append(facts.open(f"sqlite:///{path}"))
        return opened[-1]

    yield change
    for one in opened:
        one.close()


def failed(checks):
    """The checks that did not pass, by group and name."""
    return {(check.group, check.name): check.detail for check in checks if not check.passed}


@pytest.mark.postgres
def test_sqlite_and_postgresql_hold_the_same(sqlite_url, postgres_url, definitions):
    """Every table row by row, the digests of source, schema and queries, and the verdict of every case."""
    cases = read_cases(definitions / "cases.jsonl")
    with facts.open(sqlite_url) as one, facts.open(postgres_url) as other:
        checks = compare_stores(one, other, cases)
    assert failed(checks) == {}
    assert {check.group for check in checks} == {"rows", "content", "cases"}
    assert sum(check.group == "cases" for check in checks) == len(cases)


@pytest.mark.postgres
def test_both_engines_give_equal_rows_in_equal_order(sqlite_url, postgres_url):
    """Not only as many: the same, one after the other."""
    with facts.open(sqlite_url) as one, facts.open(postgres_url) as other:
        for table in TABLES:
            assert list(one.engine.table(table)) == list(other.engine.table(table))


def test_one_changed_value_is_named_by_table_key_and_column(sqlite_store, changed, definitions):
    """10 became 12: the row, both values, and the cases that turn out otherwise."""
    other = changed("UPDATE message SET transmit_period_ms = 12 WHERE entry_id = 1")
    found = failed(compare_stores(sqlite_store, other, read_cases(definitions / "cases.jsonl")))
    assert found[("content", "message")] == "entry_id 1: transmit_period_ms 10 and 12"
    assert ("cases", "10 ms in the base") in found
    assert ("content", "entry") not in found


@pytest.mark.parametrize(
    ("statement", "table", "detail"),
    [
        pytest.param(
            "DELETE FROM alias WHERE folded = 'motor state'",
            "alias",
            "folded 'motor state', entry_id 1: only in the first",
            id="a row that is gone",
        ),
        pytest.param(
            "INSERT INTO word VALUES ('aaa', 1, 1)",
            "word",
            "word 'aaa', scope_id 1, entry_id 1: only in the second",
            id="a row that came",
        ),
        pytest.param(
            "UPDATE template SET digest = 'x' WHERE query = 'build'",
            "template",
            "query 'build': digest",
            id="another query",
        ),
        pytest.param(
            "UPDATE build SET registry_digest = 'x'", "build", "registry_digest", id="another registry"
        ),
    ],
)
def test_each_difference_is_named(sqlite_store, changed, statement, table, detail):
    """A row that is missing, a row too many, another registered query, another registry."""
    found = failed(compare_stores(sqlite_store, changed(statement)))
    assert detail in found[("content", table)]


def test_only_the_first_differences_are_named(sqlite_store, changed):
    """Of thirteen changed signals three are named, and the digests tell that it is so."""
    found = failed(compare_stores(sqlite_store, changed("UPDATE signal SET unit = 'x'")))
    assert found[("content", "signal")].count(";") == 2


def test_a_digest_counts_its_rows(sqlite_store):
    """Thirteen signals."""
    assert table_digest(sqlite_store.engine, "signal").rows == 13


def test_a_table_that_cannot_be_read_is_a_failure(changed):
    """A store that lost a table is not one that holds nothing."""
    other = changed("DROP TABLE mapping")
    with pytest.raises(StoreError, match="no such table: mapping"):
        table_digest(other.engine, "mapping")


KEYS = st.lists(st.integers(0, 20), unique=True).map(sorted)


@given(KEYS, KEYS)
def test_side_by_side_is_a_full_outer_join(left, right):
    """Plain sets are the second opinion: every key once, on the side or sides that hold it."""
    table = TABLES["mapping"]
    rows = [[(key, "s", "n", "m", "t") for key in keys] for keys in (left, right)]
    pairs = list(_side_by_side(iter(rows[0]), iter(rows[1]), table))
    seen = [((one or other)[0], one is not None, other is not None) for one, other in pairs]
    assert seen == [(key, key in left, key in right) for key in sorted({*left, *right})]
