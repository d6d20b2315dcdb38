"""A load replaces the whole store in one step, and the same source gives the same store."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore import facts
from labcore.errors import ParameterError, StoreError
from labcore.facts import sqlite_load
from labcore.facts.growth import invented_definitions
from labcore.facts.load import load_definitions, read_source, temporary_store
from labcore.facts.postgres_load import postgres_schema
from labcore.facts.rows import rows_of
from labcore.facts.schema import TABLES
from labcore.facts.url import hide_password, read_url


def test_two_builds_are_byte_identical(definitions, tmp_path):
    """No time, no random number and no order of a dictionary goes into the file."""
    paths = [tmp_path / "one.sqlite", tmp_path / "two.sqlite"]
    for path in paths:
        facts.load(definitions, into=f"sqlite:///{path}")
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_the_order_of_snapshots_in_the_source_does_not_count(definitions):
    """Rows are numbered by scope, so that a source that was sorted anew gives the same rows."""
    read = read_source(definitions)
    turned = replace(read, snapshots=tuple(reversed(read.snapshots)))
    assert rows_of(turned) == rows_of(read)


def test_rows_stand_in_the_order_of_their_keys(definitions):
    """A comparison of two stores reads tables in that order, without sorting."""
    for name, rows in rows_of(read_source(definitions)).items():
        positions = [TABLES[name].columns.index(column) for column in TABLES[name].key]
        keys = [tuple(row[position] for position in positions) for row in rows]
        assert keys == sorted(set(keys))


def test_every_reference_leads_to_a_row(definitions):
    """The schema has no foreign keys, for the sake of reloads; the rows keep what they would have held."""
    tables = rows_of(read_source(definitions))
    known = {
        "scope_id": {row[0] for row in tables["snapshot"]},
        "entry_id": {row[0] for row in tables["entry"]},
    }
    known["message_id"] = {row[0] for row in tables["message"]}
    checked = 0
    for name, table in TABLES.items():
        for column in set(table.columns) & set(known):
            place = table.columns.index(column)
            assert {row[place] for row in tables[name]} <= known[column]
            checked += 1
    assert checked == 10


@pytest.mark.postgres
def test_a_large_reload_takes_seconds(fresh_database):
    """Ten thousand entries over ten thousand; with foreign keys and no index behind them it took many minutes."""
    for _ in range(2):
        load_definitions(invented_definitions(10_000), into=fresh_database.admin, reader=fresh_database.role)
    with facts.open(fresh_database.reader) as store:
        assert len(store.coverage().snapshots) == 10


@pytest.mark.parametrize("error", [OSError("no space left"), sqlite3.OperationalError("no space left")])
def test_a_failed_build_leaves_the_old_store(definitions, tmp_path, monkeypatch, error):
    """The new file is built beside the old one, which stays when the build breaks, and nothing is left over."""
    path = tmp_path / "store.sqlite"
    facts.load(definitions, into=f"sqlite:///{path}")
    before = path.read_bytes()

    def full_disk(*_):
        raise error

    monkeypatch.setattr(sqlite_load, "_fill", full_disk)
    with pytest.raises(StoreError, match="a store is a file that can be written, got no space left"):
        facts.load(definitions, into=f"sqlite:///{path}")
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_an_open_store_keeps_answering_from_what_it_opened(source, tmp_path, base):
    """A load meanwhile never gives a request half of each."""
    url = f"sqlite:///{tmp_path / 'store.sqlite'}"
    facts.load(source, into=url)
    with facts.open(url) as store:
        before = store.fetch("message_period", base, "SAMPLE_MSG_ENGINE_STATUS")
        (tmp_path / "store.sqlite").rename(tmp_path / "old.sqlite")
        facts.load(source, into=url)
        assert store.fetch("message_period", base, "SAMPLE_MSG_ENGINE_STATUS") == before


def test_a_temporary_store_goes_away(definitions):
    """It answers inside the block and leaves no file."""
    with temporary_store(definitions) as store:
        place = store.engine._path
        assert place.is_file()
    assert not place.exists()


@pytest.mark.parametrize(
    "url", ["mysql://host/x", "sqlite://x", "sqlite:///", "", "postgresql:/x", "file.sqlite", "http://a:b@c/"]
)
def test_a_url_of_another_form_is_refused(url, definitions):
    """Nothing is guessed from the look of a path."""
    with pytest.raises(ParameterError, match="a store's URL starts with sqlite:///"):
        facts.open(url)
    with pytest.raises(ParameterError, match="a store's URL starts with sqlite:///"):
        facts.load(definitions, into=url)


def test_a_password_is_never_shown():
    """Messages name the place and keep the secret."""
    assert hide_password("postgresql://me:secret@host:5/db?x=1") == "postgresql://me@host:5/db"
    assert hide_password("postgresql://host/db") == "postgresql://host/db"
    assert hide_password("postgresql://me:p@[::1]:5,two:6/db") == "postgresql://me@[::1]:5,two:6/db"
    assert hide_password("sqlite:///a@b.sqlite") == "sqlite:///a@b.sqlite"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql:///db?user=u&password=hunter2",
        "postgresql://me:hun#ter2@h/db",
        "postgresql://me:hun[ter2@h/db",
        "postgresql://me:hun/ter2@h/db",
        "postgresql://me:hun?ter2@h/db",
        "postgresql://me:123/ter2@h/db",
        "me:hunter2@host",
    ],
)
def test_no_part_of_a_password_is_shown(url):
    """Also where readers do not agree on where it ends."""
    assert not any(part in hide_password(url) for part in ("hun", "ter2", "123"))


@given(st.text(st.characters(codec="ascii", exclude_categories=["C"]), min_size=1))
def test_no_password_survives(password):
    """The shown URL is the same whatever the password is, or shows nothing at all."""
    shown = hide_password(f"postgresql://me:{password}@host/db")
    assert shown in {"postgresql://me@host/db", "(not shown)"}


def test_a_relative_and_an_absolute_path_are_told_apart():
    """Three slashes and four, as other tools write them."""
    assert str(read_url("sqlite:///build/x.sqlite")) == "build/x.sqlite"
    assert str(read_url("sqlite:////data/x.sqlite")) == "/data/x.sqlite"


def test_a_postgresql_store_names_its_reader(definitions):
    """Without one nobody could be given the right to read, and the administrator is never served from."""
    with pytest.raises(ParameterError, match="a PostgreSQL store names the role that may read it"):
        facts.load(definitions, into="postgresql://me:secret@localhost/x")


def test_every_text_of_the_postgresql_schema_sorts_by_code_point():
    """One schema; the collation is the only difference."""
    text = postgres_schema()
    assert text.count(" TEXT") == text.count(' TEXT COLLATE "C"') > 20
    assert "--" not in text


@pytest.mark.postgres
def test_a_postgresql_load_is_one_transaction(definitions, source, fresh_database):
    """A load that fails at its last step leaves the old rows: here the reader does not exist."""
    facts.load(definitions, into=fresh_database.admin, reader=fresh_database.role)
    with pytest.raises(StoreError, match='role "nobody_there" does not exist'):
        facts.load(source, into=fresh_database.admin, reader="nobody_there")
    with facts.open(fresh_database.reader) as store:
        assert len(store.coverage().snapshots) == 4


@pytest.mark.postgres
def test_a_schema_of_somebody_else_is_left_alone(definitions, fresh_database):
    """The name alone does not make it ours."""
    import psycopg  # noqa: PLC0415

    with psycopg.connect(fresh_database.admin) as connection:
        connection.execute("CREATE SCHEMA labcore_facts")
        connection.execute("CREATE TABLE labcore_facts.precious (x INTEGER)")
    with pytest.raises(StoreError, match="the schema labcore_facts is one that labcore facts load has made"):
        facts.load(definitions, into=fresh_database.admin, reader=fresh_database.role)
    with psycopg.connect(fresh_database.admin) as connection:
        assert connection.execute("SELECT count(*) FROM labcore_facts.precious").fetchone() == (0,)


@pytest.mark.postgres
def test_another_version_of_the_schema_is_replaced(definitions, fresh_database):
    """Tables of an older package go away with their rows, in the same transaction."""
    import psycopg  # noqa: PLC0415

    with psycopg.connect(fresh_database.admin) as connection:
        connection.execute("CREATE SCHEMA labcore_facts")
        connection.execute("COMMENT ON SCHEMA labcore_facts IS 'labcore facts schema old'")
        connection.execute("CREATE TABLE labcore_facts.entry (x INTEGER)")
    facts.load(definitions, into=fresh_database.admin, reader=fresh_database.role)
    with facts.open(fresh_database.reader) as store:
        assert len(store.coverage().snapshots) == 4


@pytest.mark.postgres
def test_a_request_reads_one_state_while_another_load_runs(definitions, fresh_database, base):
    """A reader in the middle of a request keeps the rows that it began with."""
    import psycopg  # noqa: PLC0415

    facts.load(definitions, into=fresh_database.admin, reader=fresh_database.role)
    with facts.open(fresh_database.reader) as store, store.engine.reading() as reader:
        query = store.registry["message_period"]
        given = {**base.to_dict(), "name": "SAMPLE_MSG_ENGINE_STATUS"}
        before = reader.run(query, given)
        with psycopg.connect(fresh_database.admin) as connection:
            connection.execute("UPDATE labcore_facts.message SET transmit_period_ms = 99")
        assert reader.run(query, given) == before
    with facts.open(fresh_database.reader) as store:
        assert (
            store.fetch("message_period", base, "SAMPLE_MSG_ENGINE_STATUS").rows[0]["transmit_period_ms"]
            == 99
        )


def test_a_store_of_another_contract_is_refused(definitions, tmp_path):
    """Its columns may mean something else; it is to be loaded anew."""
    path = tmp_path / "store.sqlite"
    facts.load(definitions, into=f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE build SET contract = 'labcore-facts 0.1'")
        connection.commit()
    with pytest.raises(StoreError, match="a store is loaded under the contract .* got 'labcore-facts 0.1'"):
        facts.open(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE build SET contract = ?, schema_digest = 'older'", [facts.CONTRACT])
        connection.commit()
    with pytest.raises(StoreError, match="got tables of schema older.*Load it again"):
        facts.open(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM build")
        connection.commit()
    with pytest.raises(StoreError, match="got None"):
        facts.open(f"sqlite:///{path}")


def test_a_place_that_cannot_be_written_is_named(definitions, tmp_path):
    """A folder of that name is there already; nothing is left beside it."""
    (tmp_path / "store.sqlite" / "inside").mkdir(parents=True)
    with pytest.raises(StoreError, match=r"store\.sqlite: a store is a file that can be written"):
        facts.load(definitions, into=f"sqlite:///{tmp_path / 'store.sqlite'}")
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="a store is a file that can be written"):
        facts.load(definitions, into=f"sqlite:///{tmp_path / 'file' / 'store.sqlite'}")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "store.sqlite"]


def test_the_rarest_word_is_counted_right(definitions):
    """Every word with the number of entries that it stands in."""
    tables = rows_of(read_source(definitions))
    for word, entries in tables["word_total"]:
        assert entries == len({number for other, _, number in tables["word"] if other == word})
    assert {word for word, _ in tables["word_total"]} == {word for word, _, _ in tables["word"]}


def test_a_store_is_read_through_one_connection_at_least(sqlite_url):
    with pytest.raises(ParameterError, match="a store is read through one connection at least, got 0"):
        facts.open(sqlite_url, connections=0)
