"""Attacks on both engines, past the check of texts: what a connection itself refuses."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labcore import facts
from labcore.errors import StoreError
from labcore.facts import Status, sqlite_engine
from labcore.facts.query import RegisteredQuery
from labcore.facts.sqlite_engine import SqliteEngine
from labcore.facts.url import read_url

WRITES = {
    "an insert": "INSERT INTO alias VALUES ('x', 1, 'x', 1)",
    "an update": "UPDATE message SET transmit_period_ms = 1",
    "a delete": "DELETE FROM alias",
    "a delete behind WITH": "WITH x AS (SELECT 1) DELETE FROM alias",
    "a drop": "DROP TABLE alias",
    "a new table": "CREATE TABLE mine (x INTEGER)",
    "a temporary table": "CREATE TEMP TABLE mine (x INTEGER)",
    "several statements": "SELECT 1; DELETE FROM alias",
}
ONLY_SQLITE = {
    "another database": "ATTACH 'other.sqlite' AS other",
    "a copy of the file": "VACUUM INTO 'copy.sqlite'",
    "a safeguard undone": "PRAGMA query_only = 0",
    "a writable catalogue": "PRAGMA writable_schema = 1",
    "the catalogue": "SELECT sql FROM sqlite_master",
    "a function that is not allowed": "SELECT zeroblob(900000000)",
    "a file": "SELECT readfile('/etc/hostname')",
    "an extension": "SELECT load_extension('x')",
    "a recursion": "WITH RECURSIVE r (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r",
}
ONLY_POSTGRES = {
    "a delete inside WITH": "WITH x AS (DELETE FROM alias RETURNING 1) SELECT * FROM x",
    "a row lock": "SELECT * FROM alias FOR UPDATE",
    "a transaction ended and a write": "COMMIT; DELETE FROM alias",
    "another role": "SET ROLE postgres",
    "a file": "SELECT pg_read_file('/etc/hostname')",
    "a program": "COPY (SELECT 1) TO PROGRAM 'id'",
    "passwords": "SELECT passwd FROM pg_shadow",
    "a large object": "SELECT lo_import('/etc/hostname')",
    "a library": "LOAD 'auto_explain'",
    "an extension": "CREATE EXTENSION dblink",
    "a sleep beyond the limit": "SELECT pg_sleep(5)",
    "an endless count": "SELECT count(*) FROM generate_series(1, 100000000000)",
}


def raw(sql):
    """A query as if somebody had registered it without the check."""
    return RegisteredQuery(
        name="attack", version=1, parameters=(), columns=("x",), covers="", does_not_cover="", sql=sql
    )


@pytest.mark.parametrize("sql", [pytest.param(sql, id=name) for name, sql in (WRITES | ONLY_SQLITE).items()])
def test_sqlite_refuses(sqlite_store, sql, tmp_path, monkeypatch):
    """The authorizer, the read-only file and the time limit stop it, whatever the text."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError, match="a SQLite store is a file"), sqlite_store.engine.reading() as reader:
        reader.run(raw(sql), {})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.postgres
@pytest.mark.parametrize(
    "sql", [pytest.param(sql, id=name) for name, sql in (WRITES | ONLY_POSTGRES).items()]
)
def test_postgresql_refuses(postgres_url, sql):
    """The role, the read-only transaction, the time-out and the protocol stop it, whatever the text."""
    started = time.monotonic()
    refused = pytest.raises(StoreError, match="a PostgreSQL store answers in time")
    with facts.open(postgres_url) as store, refused, store.engine.reading() as reader:
        reader.run(raw(sql), {})
    assert time.monotonic() - started < 8


@pytest.mark.postgres
@pytest.mark.parametrize(
    "sql",
    [
        pytest.param("SELECT set_config('statement_timeout', '0', false)", id="a limit set anew"),
        pytest.param("SELECT pg_advisory_lock(7)", id="an advisory lock"),
        pytest.param("SELECT pg_sleep(0.01)", id="a short sleep"),
    ],
)
def test_what_postgresql_lets_through_only_the_check_of_texts_stops(postgres_url, sql):
    """A role that may only read can still do these; that is why a text is checked before it is registered."""
    from labcore.facts.sqlcheck import text_refusal  # noqa: PLC0415

    with facts.open(postgres_url) as store, store.engine.reading() as reader:
        assert len(reader.run(raw(sql), {})) == 1
    assert "which is not an allowed function" in str(text_refusal(sql))


def test_an_endless_query_is_stopped_by_the_clock(sqlite_url, monkeypatch):
    """A join of a table with itself seven times needs no forbidden function to run for ever."""
    monkeypatch.setattr(sqlite_engine, "TIME_LIMIT", 0.2)
    endless = f"SELECT count(*) FROM word AS a{''.join(f', word AS w{number}' for number in range(7))}"  # noqa: S608
    started = time.monotonic()
    with (
        facts.open(sqlite_url) as store,
        pytest.raises(StoreError, match="interrupted"),
        store.engine.reading() as one,
    ):
        one.run(raw(endless), {})
    assert time.monotonic() - started < 2


TERMS = {
    "a quote that closes": "' OR '1'='1",
    "a statement": "x'; DROP TABLE entry; --",
    "the wildcard of LIKE": "SAMPLE_MSG_%",
    "the one-letter wildcard of LIKE": "SAMPLE_MSG_ENGINE_STATU_",
    "a glob": "SAMPLE*",
    "a regular expression": ".*",
    "a parameter": ":term",
    "a parameter of PostgreSQL": "$1",
    "a placeholder of the driver": "%(term)s %s",
    "a backslash": "SAMPLE\\",
    "a look-alike": "S\u0410MPLE_MSG_ENGINE_STATUS",
    "an unregistered word": "\u6e29\u5ea6",
    "beyond the basic plane": "\U0001f697",
}


@pytest.mark.parametrize("term", [pytest.param(term, id=name) for name, term in TERMS.items()])
def test_a_hostile_term_is_only_text(store, base, term):
    """It is bound as a value, matches nothing by itself, and changes nothing."""
    for scope in (base, None):
        assert store.search(term, scope).status is Status.NOT_FOUND
        assert store.fetch("message_facts", scope, term).status is Status.NOT_FOUND
    assert store.search(term, {**base.to_dict(), "snapshot": term}).status is Status.COVERAGE_GAP


MALFORMED = {
    "a NUL byte": "a\0b",
    "a lone surrogate": "\ud800",
    "a very long term": "x" * 100_000,
    "an invisible character": "SAMPLE\u200b_MSG",
    "a number": 5,
    "a list": ["a"],
    "nothing": None,
    "bytes": b"a",
}


@pytest.mark.parametrize("value", [pytest.param(value, id=name) for name, value in MALFORMED.items()])
def test_a_malformed_value_is_refused_before_any_query(store, base, value):
    """As a term, as a name and as a part of a scope: the status says so and no query ran."""
    for result in (
        store.search(value, base),
        store.fetch("message_facts", base, value),
        store.search("x", {"project": value if value is not None else 7}),
    ):
        assert result.status is Status.INVALID_REQUEST
        assert result.evidence.queries == ()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(term=st.text(max_size=30), kind=st.none() | st.text(max_size=8), part=st.text(max_size=8))
def test_no_input_breaks_a_store_or_gets_a_fact(sqlite_store, term, kind, part):
    """Whatever arrives, a result comes back, and without a complete scope it holds no facts."""
    for result in (sqlite_store.search(term, {"project": part}, kind), sqlite_store.fetch(term, None, part)):
        assert result.status is not Status.ANSWERED
        assert result.rows == ()


def test_a_file_that_is_no_store_is_refused(tmp_path):
    """A text file and an empty database are told apart by SQLite's own reason."""
    (tmp_path / "text").write_text("no database, but long enough to be taken for one" * 30)
    sqlite3.connect(tmp_path / "empty").close()
    for name, reason in (
        ("text", "not a database"),
        ("empty", "unable to open|no such"),
    ):
        with pytest.raises(StoreError, match=reason):
            facts.open(f"sqlite:///{tmp_path / name}")


@pytest.mark.parametrize("name", ["absent.sqlite", "no-folder/absent.sqlite"])
def test_a_store_that_is_not_there_is_told_how_to_be_made(tmp_path, name):
    with pytest.raises(StoreError) as caught:
        facts.open(f"sqlite:///{tmp_path / name}")
    assert str(caught.value) == (
        f"{tmp_path / name}: there is no fact store under this name yet. "
        f"Make one: labcore facts load FOLDER --store sqlite:///{tmp_path / name}"
    )


def test_a_store_below_a_file_is_not_sent_to_be_made_there(tmp_path):
    """Nothing can be loaded to such a place."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="is a file that labcore facts load has written.*unable to open"):
        facts.open(f"sqlite:///{tmp_path / 'file' / 'facts.sqlite'}")


def test_a_store_that_may_not_be_looked_at_is_not_called_absent(tmp_path, monkeypatch):
    """To load over it would destroy what is there."""

    def refuse(self, **_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(tmp_path), "stat", refuse)
    with pytest.raises(StoreError, match="is a file that labcore facts load has written.*unable to open"):
        facts.open(f"sqlite:///{tmp_path / 'absent'}")


def test_a_connection_that_could_write_is_not_served_from(sqlite_url, monkeypatch):
    """With the authorizer gone, the start-up check finds what the other safeguards still let through."""
    monkeypatch.setattr(sqlite_engine, "_authorise", lambda *_: sqlite3.SQLITE_OK)
    with pytest.raises(StoreError, match="a connection that .* is not served from"):
        facts.open(sqlite_url)


def test_the_file_of_a_served_store_stays_as_it_is(definitions, tmp_path):
    """Reading leaves no journal and changes no byte."""
    path = tmp_path / "store.sqlite"
    facts.load(definitions, into=f"sqlite:///{path}")
    before = path.read_bytes()
    with facts.open(f"sqlite:///{path}") as store:
        store.search("temperature")
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_fifty_threads_share_a_store(store, base, revised):
    """Each gets its own scope's value, however they interleave."""
    wrong: list[object] = []

    def ask(scope, period):
        for _ in range(10):
            row = store.fetch("message_period", scope, "SAMPLE_MSG_ENGINE_STATUS").rows[0]
            if row["transmit_period_ms"] != period:
                wrong.append(row)

    threads = [threading.Thread(target=ask, args=pair) for pair in [(base, 10), (revised, 20)] * 25]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_an_engine_closes_its_connections(sqlite_url):
    """Closing twice does nothing more."""
    engine = SqliteEngine(read_url(sqlite_url))
    engine.close()
    engine.close()
    with pytest.raises(StoreError, match="a closed store answers nothing"), closing(engine), engine.reading():
        pass
