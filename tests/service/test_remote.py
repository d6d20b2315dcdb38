"""A running service, asked as a store is asked."""

import json

import httpx
import pytest

from labcore.errors import ParameterError, StoreError
from labcore.facts import FactScope, Status
from labcore.service.remote import RemoteStore


def test_a_service_answers_as_its_store_does(service, sqlite_store, cases):
    """Every registered case, result by result; a scope may be a record or a mapping."""
    with RemoteStore(service[1]) as remote:
        for question, arguments in cases:
            ask, local = (
                (remote.search, sqlite_store.search)
                if question == "search"
                else (remote.fetch, sqlite_store.fetch)
            )
            assert ask(*arguments.values()) == local(*arguments.values())


def test_a_scope_record_is_sent_whole(service, known):
    with RemoteStore(service[1]) as remote:
        result = remote.fetch("message_facts", FactScope(**known.revised), known.name)
    assert (result.status, result.rows[0]["transmit_period_ms"]) == (Status.ANSWERED, 20)


def answering(*, code=200, content=b"{}"):
    """A remote store whose service is this answer."""
    remote = RemoteStore("http://127.0.0.1:1")
    transport = httpx.MockTransport(lambda _request: httpx.Response(code, content=content))
    remote._client = httpx.Client(base_url="http://127.0.0.1:1", transport=transport)
    return remote


@pytest.mark.parametrize(
    "content",
    [b"", b"<html>", b"[]", b"{}", b'{"status": "perhaps"}', b"null", b"\xff", b"[" * 100_000],
)
def test_what_is_no_result_is_an_error(content):
    """Another service may listen there; nothing of what it says is taken for a result."""
    with pytest.raises(StoreError, match="a service answers with a result"):
        answering(content=content).search("x")


def test_a_service_that_could_not_answer_is_an_error(sqlite_store):
    """A time-out has the form of a result, and is none: it must not pass for an absence."""
    content = json.dumps(sqlite_store.search("x").to_dict()).encode()
    with pytest.raises(StoreError, match="http://127.0.0.1:1"):
        answering(code=504, content=content).search("x")


def test_nobody_there_is_an_error():
    with (
        RemoteStore("http://127.0.0.1:1", seconds=1) as remote,
        pytest.raises(StoreError, match="ConnectError"),
    ):
        remote.search("x")


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:///x",
        "127.0.0.1:8321",
        "http://",
        "http://[",
        "http://127.0.0.1:port",
        "http://user:secret@127.0.0.1",
        "http://:secret@127.0.0.1",
    ],
)
def test_an_address_is_http(url):
    """And the message never repeats a password."""
    with pytest.raises(ParameterError, match="address is http or https") as error:
        RemoteStore(url)
    assert "secret" not in str(error.value)
