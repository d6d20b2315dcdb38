"""Stores of the fixture for the tests of facts, on both engines."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from labcore import facts

FIXTURE = Path(__file__).parents[2] / "fixtures" / "definitions"

BOTH = [
    pytest.param("sqlite", id="SQLite"),
    pytest.param("postgresql", id="PostgreSQL", marks=pytest.mark.postgres),
]


@pytest.fixture(scope="session")
def definitions():
    """The fixture's folder."""
    return FIXTURE


@pytest.fixture
def source(tmp_path):
    """A copy of the fixture that a test may break."""
    return Path(shutil.copytree(FIXTURE, tmp_path / "source"))


@pytest.fixture(scope="session")
def sqlite_url(tmp_path_factory):
    """The URL of a SQLite store of the fixture, built once."""
    url = f"sqlite:///{tmp_path_factory.mktemp('facts') / 'definitions.sqlite'}"
    facts.load(FIXTURE, into=url)
    return url


@pytest.fixture(scope="session")
def postgres_url(postgres_database):
    """The reader's URL of a PostgreSQL store of the fixture, loaded once."""
    facts.load(FIXTURE, into=postgres_database.admin, reader=postgres_database.role)
    return postgres_database.reader


@pytest.fixture(params=BOTH)
def store(request):
    """The fixture's store, once on each engine."""
    url = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    with facts.open(url) as opened:
        yield opened


@pytest.fixture
def sqlite_store(sqlite_url):
    """The fixture's store on SQLite, where the engine does not matter."""
    with facts.open(sqlite_url) as opened:
        yield opened


def scope_of(number: int, network: str, snapshot: str, project: str = "A") -> facts.FactScope:
    """Spell a scope of the fixture."""
    return facts.FactScope(
        project=f"SAMPLE_PROJECT_{project}",
        revision=f"SAMPLE_REV_{number}",
        network=f"SAMPLE_NET_{network}",
        snapshot=f"SAMPLE_SNAP_{snapshot}",
    )


@pytest.fixture(scope="session")
def base():
    """The scope of SAMPLE_SNAP_BASE."""
    return scope_of(1, "POWERTRAIN", "BASE")


@pytest.fixture(scope="session")
def revised():
    """The scope of SAMPLE_SNAP_REVISED."""
    return scope_of(2, "POWERTRAIN", "REVISED")


@pytest.fixture(scope="session")
def body():
    """The scope of SAMPLE_SNAP_BODY, which records no mappings."""
    return scope_of(2, "BODY", "BODY")


@pytest.fixture(scope="session")
def survey():
    """The scope of SAMPLE_SNAP_SURVEY, which records no cycle times."""
    return scope_of(1, "POWERTRAIN", "SURVEY", project="B")
