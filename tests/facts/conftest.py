"""Stores of the fixture for the tests of facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from labcore import facts

FIXTURE = Path(__file__).parents[2] / "fixtures" / "definitions"


@pytest.fixture(scope="session")
def sqlite_url(tmp_path_factory):
    """The URL of a SQLite store of the fixture, built once."""
    url = f"sqlite:///{tmp_path_factory.mktemp('facts') / 'definitions.sqlite'}"
    facts.load(FIXTURE, into=url)
    return url
