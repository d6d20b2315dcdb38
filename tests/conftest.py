"""What every test shares."""

from __future__ import annotations

import os
import secrets
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

import pytest
from hypothesis import settings

# A machine that runs other things at the same time is slow now and then; the time limit of pytest still holds.
settings.register_profile("lab", deadline=None)
settings.load_profile("lab")


@dataclass(frozen=True)
class Database:
    """A throwaway database.

    Attributes:
        admin: Its URL for a role that may do everything.
        reader: Its URL for a role without any privilege of its own.
        role: That role's name.
    """

    admin: str
    reader: str
    role: str


@pytest.fixture(scope="session")
def postgres_server():
    """The administrator's URL of the server that tests/run.sh has started."""
    url = os.environ.get("LABCORE_TEST_POSTGRES")
    if url:
        return url
    reason = "LABCORE_TEST_POSTGRES names no server; tests/run.sh starts one"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    return pytest.skip(reason)


@contextmanager
def new_database(server):
    """Make a database and a reader for it, and drop both afterwards."""
    import psycopg  # noqa: PLC0415 - an optional part

    name, password = f"lab_{secrets.token_hex(6)}", secrets.token_hex(8)
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        connection.execute(f"CREATE ROLE {name}_reader LOGIN PASSWORD '{password}'")
    parts = urlsplit(server)
    host = parts.netloc.rpartition("@")[2]
    admin = urlunsplit(parts._replace(path=f"/{name}"))
    reader = urlunsplit(parts._replace(path=f"/{name}", netloc=f"{name}_reader:{password}@{host}"))
    try:
        yield Database(admin=admin, reader=reader, role=f"{name}_reader")
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
            connection.execute(f"DROP ROLE {name}_reader")


@pytest.fixture(scope="session")
def postgres_database(postgres_server):
    """One empty database for all tests of this process; load into it what they need."""
    with new_database(postgres_server) as database:
        yield database


@pytest.fixture
def fresh_database(postgres_server):
    """A database of its own for a test that changes it."""
    with new_database(postgres_server) as database:
        yield database
