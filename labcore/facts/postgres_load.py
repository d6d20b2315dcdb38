"""Writes a PostgreSQL store in one transaction: readers see the old store or the new one."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from labcore.errors import StoreError
from labcore.facts.postgres_driver import SCHEMA, connect, store_failures
from labcore.facts.rows import rows_of
from labcore.facts.schema import TABLES, schema_digest, schema_text
from labcore.facts.url import hide_password

if TYPE_CHECKING:
    import psycopg

    from labcore.facts.definitions import Definitions

__all__ = ["load_postgres"]


def load_postgres(definitions: Definitions, url: str, reader: str) -> None:
    """Replace what the store holds, in one transaction.

    The tables stay and their rows are exchanged, so that a reader in the middle of a request keeps
    the state that it began with. Only another version of the schema drops and creates tables.

    Args:
        definitions: What to load.
        url: The database, with a role that may create a schema in it.
        reader: An existing role that gets SELECT on the store's tables.

    Raises:
        StoreError: The database refused; it holds what it held before.
    """
    rows = rows_of(definitions)
    with store_failures(url), connect(url) as connection:
        _prepare(connection, hide_password(url))
        for name in reversed(TABLES):
            connection.execute(f"DELETE FROM {SCHEMA}.{name}".encode())  # noqa: S608 - names of the schema
        for name, table in TABLES.items():
            copy = f"COPY {SCHEMA}.{name} ({', '.join(table.columns)}) FROM STDIN"
            with connection.cursor() as cursor, cursor.copy(copy.encode()) as sink:
                for row in rows[name]:
                    sink.write_row(row)
        _grant(connection, reader)
        connection.commit()
        connection.autocommit = True
        _tidy(connection)


def _tidy(connection: psycopg.Connection[tuple[Any, ...]]) -> None:
    """Clear away the old rows and count the new ones; where that fails the load has succeeded all the same."""
    import psycopg  # noqa: PLC0415 - an optional part

    with suppress(psycopg.Error):
        for name in TABLES:
            connection.execute(f"VACUUM (ANALYZE) {SCHEMA}.{name}".encode())


def _prepare(connection: psycopg.Connection[tuple[Any, ...]], place: str) -> None:
    """Create the tables, or keep those that have this schema; a schema of somebody else is left alone."""
    found = connection.execute(
        b"SELECT obj_description(oid) FROM pg_namespace WHERE nspname = $1", [SCHEMA]
    ).fetchone()
    mark = f"labcore facts schema {schema_digest()}"
    if found and found[0] == mark:
        return
    if found and not str(found[0]).startswith("labcore facts schema "):
        raise StoreError(
            f"the schema {SCHEMA} is one that labcore facts load has made",
            got=str(found[0]),
            place=place,
            remedy="Load into another database, or move that schema away",
        )
    if found:
        connection.execute(f"DROP SCHEMA {SCHEMA} CASCADE".encode())
    connection.execute(f"CREATE SCHEMA {SCHEMA}".encode())
    for statement in postgres_schema().split(";"):
        if statement.strip():
            connection.execute(statement.encode())
    connection.execute(f"COMMENT ON SCHEMA {SCHEMA} IS '{mark}'".encode())


def postgres_schema() -> str:
    """Give the schema's text for PostgreSQL, where texts sort by code point only when told to."""
    lines = (line for line in schema_text().splitlines() if not line.startswith("--"))
    return "\n".join(lines).replace(" TEXT", ' TEXT COLLATE "C"')


def _grant(connection: psycopg.Connection[tuple[Any, ...]], reader: str) -> None:
    from psycopg import sql  # noqa: PLC0415 - an optional part

    role, schema = sql.Identifier(reader), sql.Identifier(SCHEMA)
    for grant in ("GRANT USAGE ON SCHEMA {} TO {}", "GRANT SELECT ON ALL TABLES IN SCHEMA {} TO {}"):
        connection.execute(sql.SQL(grant).format(schema, role))
