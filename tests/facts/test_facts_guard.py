"""A PostgreSQL role that could change anything is refused before anything is served."""

from __future__ import annotations

import sys
from urllib.parse import urlsplit, urlunsplit

import pytest

from labcore import facts
from labcore.errors import ExtraMissingError, StoreError
from labcore.facts import postgres_driver, postgres_engine, postgres_guard

pytestmark = pytest.mark.postgres


@pytest.fixture
def loaded(definitions, fresh_database):
    """A database with the fixture, of which a test may change the reader."""
    facts.load(definitions, into=fresh_database.admin, reader=fresh_database.role)
    return fresh_database


def grant(database, statement):
    """Run a statement as the administrator; {role} and {name} stand for the reader and the database."""
    import psycopg  # noqa: PLC0415

    name = urlsplit(database.admin).path.strip("/")
    with psycopg.connect(database.admin, autocommit=True) as connection:
        connection.execute(statement.format(role=database.role, name=name))


def test_a_plain_reader_is_served(loaded):
    """Its name stands in the evidence of every result."""
    with facts.open(loaded.reader) as store:
        result = store.search("temperature")
    assert result.evidence.role == loaded.role
    assert result.evidence.engine == "postgresql"
    assert any("REPEATABLE READ and READ ONLY" in one for one in result.evidence.safeguards)


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        pytest.param("ALTER ROLE {role} SUPERUSER", "special powers", id="a superuser"),
        pytest.param("ALTER ROLE {role} CREATEDB", "special powers", id="may create databases"),
        pytest.param("ALTER ROLE {role} CREATEROLE", "special powers", id="may create roles"),
        pytest.param("ALTER ROLE {role} BYPASSRLS", "special powers", id="may look past row security"),
        pytest.param("GRANT postgres TO {role}", "special powers", id="may become a superuser"),
        pytest.param("GRANT pg_write_all_data TO {role}", "pg_write_all_data", id="may write all data"),
        pytest.param("GRANT pg_read_server_files TO {role}", "pg_read_server_files", id="may read files"),
        pytest.param(
            "GRANT pg_execute_server_program TO {role}", "pg_execute_server_program", id="may run programs"
        ),
        pytest.param(
            "GRANT CREATE ON DATABASE {name} TO {role}",
            "may create objects in the database",
            id="a new schema",
        ),
        pytest.param(
            "GRANT CREATE ON SCHEMA public TO {role}", "in a schema: public", id="a table in another schema"
        ),
        pytest.param(
            "GRANT CREATE ON SCHEMA labcore_facts TO PUBLIC",
            "in a schema: labcore_facts",
            id="through PUBLIC",
        ),
        pytest.param("GRANT INSERT ON labcore_facts.alias TO {role}", "a table: alias", id="an insert"),
        pytest.param(
            "GRANT TRUNCATE ON labcore_facts.word TO PUBLIC", "a table: word", id="emptying, through PUBLIC"
        ),
        pytest.param(
            "GRANT UPDATE (transmit_period_ms) ON labcore_facts.message TO {role}",
            "a table: message",
            id="one column",
        ),
        pytest.param("ALTER TABLE labcore_facts.entry OWNER TO {role}", "a table: entry", id="an owner"),
    ],
)
def test_a_role_that_could_write_is_refused(loaded, statement, finding):
    """Each way to a write is found, direct, by membership, by ownership or through PUBLIC."""
    grant(loaded, statement)
    with pytest.raises(
        StoreError, match=f"through a role that can do nothing but read them, got role .*{finding}"
    ):
        facts.open(loaded.reader)


def test_a_sequence_is_a_write_too(loaded):
    """Advancing a sequence changes the database even in a SELECT."""
    grant(loaded, "CREATE SEQUENCE labcore_facts.counter")
    grant(loaded, "GRANT USAGE ON SEQUENCE labcore_facts.counter TO {role}")
    with pytest.raises(StoreError, match="may advance a sequence: counter"):
        facts.open(loaded.reader)


def test_a_write_that_no_privilege_shows_is_found_by_trying(loaded, monkeypatch):
    """With the look at privileges gone, the attempts alone refuse a role that may delete."""
    grant(loaded, "GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA labcore_facts TO {role}")
    monkeypatch.setattr(postgres_guard, "_FINDINGS", {})
    with pytest.raises(StoreError, match="got role .*, which inserts rows"):
        facts.open(loaded.reader)


def test_a_connection_without_its_limits_is_refused(loaded, monkeypatch):
    """The limits are looked at, not assumed."""
    monkeypatch.setattr(postgres_engine, "_SETTINGS", {"default_transaction_read_only": "off"})
    with pytest.raises(
        StoreError, match="a connection is read-only by default, limited in time .* time-out 0"
    ):
        facts.open(loaded.reader)


def test_a_database_without_a_store_says_so(fresh_database):
    """The server's own reason is in the message, and the password is not."""
    with pytest.raises(StoreError, match='relation "build" does not exist') as caught:
        facts.open(fresh_database.reader)
    password = urlsplit(fresh_database.reader).password
    assert password is not None
    assert password not in str(caught.value)


def test_a_server_that_is_not_there_says_so(fresh_database):
    """A refused connection is a failure of the store, not a not_found."""
    nowhere = urlunsplit(urlsplit(fresh_database.reader)._replace(netloc="x:y@127.0.0.1:1"))
    with pytest.raises(StoreError, match="a PostgreSQL store answers in time"):
        facts.open(nowhere)


def test_a_store_that_goes_away_fails_and_comes_back(loaded, base):
    """A connection that was cut is not lent again; the next request opens a new one."""
    with facts.open(loaded.reader, connections=1) as store:
        grant(loaded, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{role}'")
        with pytest.raises(StoreError, match="a PostgreSQL store answers in time"):
            store.search("temperature", base)
        assert store.search("temperature", base).candidates


def test_without_the_driver_the_extra_is_named(monkeypatch):
    """Asking for PostgreSQL on a plain installation says what to install."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with (
        pytest.raises(ExtraMissingError, match=r"labcore\[postgres\]"),
        postgres_driver.store_failures("postgresql://host/x"),
    ):
        pass


def test_only_a_want_of_privilege_counts_as_a_refusal(loaded):
    """A probe that fails for another reason proves nothing about the role."""
    with postgres_driver.connect(loaded.reader) as connection:
        assert postgres_driver.is_refusal(connection, "DELETE FROM labcore_facts.entry WHERE FALSE")
        assert not postgres_driver.is_refusal(connection, "DELETE FROM nowhere")
        assert not postgres_driver.is_refusal(connection, "SELECT 1")
