"""One store of the fixture for the tests of the service, and ways to ask it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from starlette.testclient import TestClient

from labcore import facts
from labcore.service.app import create_app
from labcore.service.limits import Limits

FIXTURE = Path(__file__).parents[2] / "fixtures" / "definitions"
NAME = "SAMPLE_MSG_ENGINE_STATUS"
BASE = {
    "project": "SAMPLE_PROJECT_A",
    "revision": "SAMPLE_REV_1",
    "network": "SAMPLE_NET_POWERTRAIN",
    "snapshot": "SAMPLE_SNAP_BASE",
}
REVISED = {**BASE, "revision": "SAMPLE_REV_2", "snapshot": "SAMPLE_SNAP_REVISED"}
BOTH = [
    pytest.param("sqlite", id="SQLite"),
    pytest.param("postgresql", id="PostgreSQL", marks=pytest.mark.postgres),
]
UNLIMITED = Limits(rate=1e6, burst=1_000_000)


@pytest.fixture
def client_of():
    """Makes a client of this machine that asks an application directly."""

    def make(store, limits=UNLIMITED, host="http://127.0.0.1:8321", address="127.0.0.1"):
        return TestClient(create_app(store, limits=limits), base_url=host, client=(address, 5000))

    return make


@pytest.fixture(scope="session")
def known():
    """The name that stands in two snapshots, and the scopes of both."""
    return SimpleNamespace(name=NAME, base=BASE, revised=REVISED)


@pytest.fixture(scope="session")
def sqlite_url(tmp_path_factory):
    """The URL of a SQLite store of the fixture, built once."""
    url = f"sqlite:///{tmp_path_factory.mktemp('service') / 'definitions.sqlite'}"
    facts.load(FIXTURE, into=url)
    return url


@pytest.fixture(scope="session")
def sqlite_store(sqlite_url):
    """A store that is open for the whole session."""
    with facts.open(sqlite_url) as opened:
        yield opened


@pytest.fixture(scope="session")
def postgres_url(postgres_database):
    """The reader's URL of a PostgreSQL store of the fixture, loaded once."""
    facts.load(FIXTURE, into=postgres_database.admin, reader=postgres_database.role)
    return postgres_database.reader


@pytest.fixture(params=BOTH)
def any_url(request):
    """The URL of the fixture's store, once on each engine."""
    return request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")


@pytest.fixture
def any_store(any_url):
    """The fixture's store, once on each engine."""
    with facts.open(any_url) as opened:
        yield opened


@pytest.fixture
def client(sqlite_store, client_of):
    """A client of a started application without a rate limit."""
    with client_of(sqlite_store) as opened:
        yield opened


@pytest.fixture(scope="session")
def cases():
    """The registered questions of the fixture, as arguments of the service."""
    lines = (FIXTURE / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return [as_question(json.loads(line)["ask"]) for line in lines]


def as_question(ask):
    """Give the question and the arguments of a registered case."""
    if "search" in ask:
        return "search", {"term": ask["search"], "scope": ask["scope"], "kind": ask["kind"]}
    return "facts", {"route": ask["fetch"], "scope": ask["scope"], "name": ask["name"]}


@contextmanager
def _served(url, *more):
    """Start the command on a free port; give the process, its address and what it said first."""
    command = [sys.executable, "-m", "labcore", "serve", "--store", url, "--port", "0", *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    said = []
    try:
        for line in process.stdout:
            said.append(line)
            if line.startswith("Ctrl-C"):
                break
        address = re.search(r"http://\S+", "".join(said))[0]
        _wait_until_up(address)
        yield process, address, "".join(said)
    finally:
        process.kill()
        process.communicate()


def _wait_until_up(address):
    for _ in range(200):
        try:
            if httpx.get(f"{address}/health").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("the service did not come up")


@pytest.fixture(scope="session")
def served():
    """Start the command in a process of its own; a context manager over process, address and first words."""
    return _served


@pytest.fixture(scope="session")
def service(sqlite_url):
    """One service for all tests that need a real connection."""
    with _served(sqlite_url, "--rate", "100000") as running:
        yield running
