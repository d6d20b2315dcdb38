"""The one home of psycopg: connections with their limits, and failures in the project's words."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from labcore.errors import ExtraMissingError, StoreError
from labcore.facts.url import hide_password

if TYPE_CHECKING:
    from collections.abc import Iterator

    import psycopg

__all__ = ["SCHEMA", "Connection", "connect", "is_refusal", "store_failures"]

SCHEMA = "labcore_facts"
"""The database schema that holds the store."""

Connection = "psycopg.Connection[tuple[Any, ...]]"


@contextmanager
def store_failures(url: str) -> Iterator[None]:
    """Turn the driver's errors into StoreError.

    Raises:
        ExtraMissingError: The driver is not installed.
        StoreError: The database refused, stopped or lost what was asked.
    """
    try:
        import psycopg  # noqa: PLC0415 - an optional part
    except ImportError as error:
        raise ExtraMissingError.of("postgres", "a PostgreSQL store") from error
    try:
        yield
    except psycopg.Error as error:
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise StoreError(
            "a PostgreSQL store answers in time and holds what labcore facts load has written",
            got=reason,
            place=hide_password(url),
        ) from error


def connect(url: str, **settings: str) -> psycopg.Connection[tuple[Any, ...]]:
    """Open a connection on which each setting holds from the first statement on.

    Args:
        url: The database.
        settings: PostgreSQL's run-time settings, such as ``statement_timeout="2000"``.
    """
    import psycopg  # noqa: PLC0415 - an optional part

    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    return psycopg.connect(
        url,
        options=f"{options} -c search_path={SCHEMA},pg_catalog,pg_temp -c client_encoding=UTF8",
        application_name="labcore facts",
        connect_timeout=10,
        cursor_factory=psycopg.RawCursor,
    )


def is_refusal(connection: psycopg.Connection[tuple[Any, ...]], statement: str) -> bool:
    """Tell whether the database denies a statement for want of a privilege; whatever it did is undone."""
    from psycopg import errors  # noqa: PLC0415 - an optional part

    try:
        connection.execute(statement.encode())
    except errors.InsufficientPrivilege:
        return True
    except errors.Error:
        return False
    finally:
        connection.rollback()
    return False
