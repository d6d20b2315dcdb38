"""Proves, before anything is served, that a PostgreSQL role can read the store and change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from labcore.errors import StoreError
from labcore.facts.postgres_driver import is_refusal
from labcore.facts.status import check_contract

if TYPE_CHECKING:
    import psycopg

__all__ = ["prove_read_only"]

_FINDINGS = {
    "is or may become a role with special powers": """
        SELECT rolname FROM pg_roles
        WHERE pg_has_role(session_user, oid, 'MEMBER')
          AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)""",
    "is a member of a role that writes, runs programs or reads files": """
        SELECT rolname FROM pg_roles
        WHERE pg_has_role(session_user, oid, 'MEMBER') AND rolname IN (
            'pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program',
            'pg_read_server_files', 'pg_signal_backend', 'pg_database_owner', 'pg_maintain')""",
    "may create objects in the database": """
        SELECT d.datname FROM pg_database AS d CROSS JOIN pg_roles AS r
        WHERE pg_has_role(session_user, r.oid, 'MEMBER')
          AND d.datname = current_database() AND has_database_privilege(r.oid, d.oid, 'CREATE')""",
    "may create objects in a schema": """
        SELECT n.nspname FROM pg_namespace AS n CROSS JOIN pg_roles AS r
        WHERE pg_has_role(session_user, r.oid, 'MEMBER')
          AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
          AND has_schema_privilege(r.oid, n.oid, 'CREATE')""",
    "may change a table": """
        SELECT c.oid::regclass::text FROM pg_class AS c
        INNER JOIN pg_namespace AS n ON n.oid = c.relnamespace
        CROSS JOIN pg_roles AS r
        WHERE pg_has_role(session_user, r.oid, 'MEMBER')
          AND c.relkind IN ('r', 'p', 'v', 'f', 'm')
          AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
          AND (has_table_privilege(r.oid, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
               OR has_any_column_privilege(r.oid, c.oid, 'INSERT, UPDATE, REFERENCES'))""",
    "may advance a sequence": """
        SELECT c.oid::regclass::text FROM pg_class AS c CROSS JOIN pg_roles AS r
        WHERE pg_has_role(session_user, r.oid, 'MEMBER')
          AND c.relkind = 'S' AND has_sequence_privilege(r.oid, c.oid, 'USAGE, UPDATE')""",
}
"""What a role may not be or do, itself or by taking on a role it is a member of -> a query that finds it."""

_PROBES = {
    "inserts rows": "INSERT INTO build SELECT * FROM build WHERE FALSE",
    "changes rows": "UPDATE message SET transmit_period_ms = 1 WHERE FALSE",
    "deletes rows": "DELETE FROM entry WHERE FALSE",
    "empties tables": "TRUNCATE word",
    "drops tables": "DROP TABLE word",
    "creates tables": "CREATE TABLE probe (x INTEGER)",
}
"""What a role may not do -> a harmless try of it, in a transaction that is open for writing and undone."""


def prove_read_only(connection: psycopg.Connection[tuple[Any, ...]], place: str) -> str:
    """Refuse a role that could change anything, by its privileges and by trying.

    Args:
        connection: A fresh connection of the role, outside any transaction.
        place: The database, for messages.

    Returns:
        The role's name.

    Raises:
        StoreError: The role is too powerful, cannot read the store, or lacks a limit.
    """
    row = connection.execute(
        b"SELECT session_user::text, current_user::text, current_setting('default_transaction_read_only'),"
        b" current_setting('statement_timeout')"
    ).fetchone()
    connection.rollback()
    assert row is not None  # noqa: S101 - a SELECT without FROM gives one row
    _require_contract(connection, place)
    role, acting, read_only, timeout = (str(value) for value in row)
    if role != acting or read_only != "on" or timeout == "0":
        got = f"session {role}, acting {acting}, read-only {read_only}, time-out {timeout}"
        raise StoreError(
            "a connection is read-only by default, limited in time and is who it says", got=got, place=place
        )
    for deed, query in _FINDINGS.items():
        found = connection.execute(query.encode()).fetchone()
        connection.rollback()
        if found:
            raise _unsafe(role, f"{deed}: {found[0]}", place)
    connection.read_only = False
    for deed, statement in _PROBES.items():
        if not is_refusal(connection, statement):
            raise _unsafe(role, deed, place)
    connection.read_only = True
    return role


def _require_contract(connection: psycopg.Connection[tuple[Any, ...]], place: str) -> None:
    row = connection.execute(b"SELECT contract, schema_digest FROM build").fetchone()
    connection.rollback()
    check_contract(row, place)


def _unsafe(role: str, deed: str, place: str) -> StoreError:
    return StoreError(
        "facts are served only through a role that can do nothing but read them",
        got=f"role {role}, which {deed}",
        place=place,
        remedy="Use a role with no privileges of its own and load with --reader ROLE",
    )
