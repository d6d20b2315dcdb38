"""The application over HTTP: questions, negative answers, and everything that is wrong with a request."""

import json

import pytest

from labcore.errors import StoreError
from labcore.facts import Result, Status
from labcore.service.limits import Limits
from labcore.service.outgoing import SECURITY_HEADERS


def status_of(response):
    """The status of a body that reads back as a whole result."""
    return Result.from_dict(response.json()).status


def test_a_name_without_a_scope_is_ambiguous(client, known):
    """Both snapshots are offered; the code is 200, since it is an answer."""
    response = client.post("/v0/search", json={"term": known.name})
    assert response.status_code == 200
    assert [one["scope"] for one in response.json()["candidates"]] == [known.base, known.revised]


@pytest.mark.parametrize(("scope", "period"), [("base", 10), ("revised", 20)])
def test_each_scope_has_its_own_period(client, known, scope, period):
    question = {"route": "message_facts", "scope": getattr(known, scope), "name": known.name}
    response = client.post("/v0/facts", json=question)
    assert response.json()["rows"][0]["transmit_period_ms"] == period


def test_coverage_lists_four_snapshots(client):
    assert len(client.get("/v0/coverage").json()["snapshots"]) == 4


def test_health_says_from_what_it_answers(client, sqlite_store):
    body = client.get("/health").json()
    assert body["healthy"] is True
    assert (body["engine"], body["registry"]) == ("sqlite", sqlite_store.registry.digest)


@pytest.mark.parametrize(
    ("send", "code", "status"),
    [
        pytest.param({"content": b"{"}, 400, "invalid_request", id="no JSON"),
        pytest.param({"json": []}, 400, "invalid_request", id="no object"),
        pytest.param({"json": {"term": 5}}, 422, "invalid_request", id="a term that is no text"),
        pytest.param({"json": {"term": "x", "more": 1}}, 422, "invalid_request", id="an unknown argument"),
        pytest.param(
            {"json": {"term": "x", "scope": {"p": 1}}}, 422, "invalid_request", id="an unknown part"
        ),
        pytest.param({"json": {"term": "a\0b"}}, 422, "invalid_request", id="a NUL byte"),
        pytest.param({"content": b'{"term": "\\ud800"}'}, 422, "invalid_request", id="a lone surrogate"),
        pytest.param({"json": {"term": "%"}}, 200, "not_found", id="a pattern is only text"),
        pytest.param({"json": {"term": "x", "kind": "gateway"}}, 200, "unsupported", id="an unknown kind"),
        pytest.param({"content": b"{}" + b" " * 70_000}, 413, "invalid_request", id="too large"),
        pytest.param(
            {"content": iter([b"{}", b" " * 70_000])}, 413, "invalid_request", id="too large in parts"
        ),
    ],
)
def test_every_request_ends_in_a_result(client, send, code, status):
    response = client.post("/v0/search", headers={"content-type": "application/json"}, **send)
    assert (response.status_code, status_of(response)) == (code, Status(status))


@pytest.mark.parametrize(
    ("method", "path", "headers", "code"),
    [
        pytest.param("GET", "/", {}, 404, id="no such path"),
        pytest.param("GET", "/v0/search", {}, 405, id="no such method"),
        pytest.param("GET", "/v0/coverage?x=1", {}, 422, id="a query string"),
        pytest.param("POST", "/v0/search", {"content-type": "text/plain"}, 415, id="no JSON type"),
        pytest.param("GET", "/health", {"host": "evil.example"}, 421, id="a foreign Host"),
        pytest.param("GET", "/openapi.json", {"origin": "http://evil.example"}, 403, id="a foreign Origin"),
        pytest.param("POST", "/mcp", {"host": "evil.example"}, 421, id="a foreign Host for MCP"),
        pytest.param("POST", "/mcp", {"origin": "http://evil.example"}, 403, id="a foreign Origin for MCP"),
        pytest.param("GET", "/mcp", {}, 405, id="a stream that MCP would keep open"),
        pytest.param(
            "POST",
            "/mcp",
            {"content-type": "application/json", "accept": "text/html", "mcp-protocol-version": "2026-07-28"},
            406,
            id="what the MCP library answers with nothing",
        ),
    ],
)
def test_no_error_is_bare(client, method, path, headers, code):
    """Every error is JSON, reads back as a result and carries the headers."""
    response = client.request(method, path, headers=headers)
    assert response.status_code == code
    assert response.headers["content-type"] == "application/json"
    assert status_of(response) in {Status.INVALID_REQUEST, Status.UNSUPPORTED}
    assert SECURITY_HEADERS.items() <= dict(response.headers).items()


def test_only_the_head_is_sent_for_head(client):
    """The same headers as for GET, and no body."""
    whole, head = client.get("/v0/coverage"), client.head("/v0/coverage")
    assert head.content == b""
    assert head.headers == whole.headers


def test_options_names_the_methods_and_nothing_else(client):
    response = client.options("/v0/facts")
    assert (response.status_code, response.headers["allow"], response.content) == (204, "POST, OPTIONS", b"")
    assert "access-control-allow-origin" not in response.headers


def test_a_client_that_asks_too_often_is_told_when_to_come_back(sqlite_store, client_of):
    with client_of(sqlite_store, Limits(rate=0.1, burst=2)) as client:
        codes = [client.get("/health").status_code for _ in range(3)]
        refused = client.get("/health")
    assert codes == [200, 200, 429]
    assert refused.headers["retry-after"] == "10"
    assert status_of(refused) is Status.UNSUPPORTED


def test_another_client_is_not_held_up(sqlite_store, client_of):
    """The bucket belongs to the address of the connection; a header cannot name another."""
    with client_of(sqlite_store, Limits(rate=0.1, burst=1)) as client:
        first = client.get("/health")
        second = client.get("/health", headers={"x-forwarded-for": "10.1.1.1"})
        client._transport.client = ("10.0.0.2", 5000)
        third = client.get("/health")
    assert [one.status_code for one in (first, second, third)] == [200, 429, 200]


class FailingStore:
    """A store whose every answer is an exception."""

    def __init__(self, store, error):
        self.engine, self.registry = store.engine, store.registry
        self._error, self._asked = error, 0
        self._store = store

    def _fail(self):
        self._asked += 1
        if self._asked > 10:  # the first ten are the examples of the document
            raise self._error

    def search(self, *args):
        self._fail()
        return self._store.search(*args)

    def fetch(self, *args):
        self._fail()
        return self._store.fetch(*args)

    def coverage(self):
        raise self._error


@pytest.mark.parametrize(
    ("error", "code"),
    [
        pytest.param(StoreError("gone", place="/secret/place.sqlite"), 503, id="the store says so"),
        pytest.param(RuntimeError("/secret/place"), 500, id="something else breaks"),
    ],
)
@pytest.mark.parametrize("path", ["/v0/search", "/v0/coverage", "/health"])
def test_a_failure_tells_no_place(sqlite_store, client_of, error, code, path):
    """The reason is for the log; a client learns that nothing follows."""
    with client_of(FailingStore(sqlite_store, error)) as client:
        response = client.post(path, json={"term": "x"}) if path == "/v0/search" else client.get(path)
    assert response.status_code == code
    assert "secret" not in response.text
    assert "Nothing follows" in response.text


def test_the_document_loads_nothing_from_elsewhere(client):
    """There is no page of documentation, because its scripts would come from another site."""
    assert client.get("/docs").status_code == client.get("/redoc").status_code == 404


def test_the_document_has_examples_that_this_store_gives(client, known):
    """The example of the base answers 10, the one of the revision 20, as the store does."""
    document = client.get("/openapi.json").json()
    post = document["paths"]["/v0/facts"]["post"]
    answers = post["responses"]["200"]["content"]["application/json"]["examples"]
    assert answers["the base"]["value"]["rows"][0]["transmit_period_ms"] == 10
    assert answers["the revision"]["value"]["rows"][0]["transmit_period_ms"] == 20
    asked = post["requestBody"]["content"]["application/json"]["examples"]
    assert set(asked) == set(answers)


def test_the_document_names_every_code_and_its_body(client):
    """Each operation documents 403, 421, 429, 500, 503 and 504, with a result as the body."""
    paths = client.get("/openapi.json").json()["paths"]
    for methods in paths.values():
        for operation in methods.values():
            for code in ("403", "421", "429", "500", "503", "504"):
                schema = operation["responses"][code]["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/ResultBody"}


def test_an_application_that_was_not_started_says_so(sqlite_store, client_of):
    """MCP needs the application's lifespan; without it the answer is a result and not a hang."""
    response = client_of(sqlite_store).post("/mcp", json={})
    assert (response.status_code, response.json()["message"]) == (
        500,
        "The application has not been started.",
    )


def test_an_application_starts_again(sqlite_store, client_of):
    client = client_of(sqlite_store)
    for _ in range(2):
        with client:
            assert client.get("/health").status_code == 200


def test_the_answer_is_what_the_store_says(client, sqlite_store, cases):
    """For every registered case, field by field."""
    for question, arguments in cases:
        given = client.post(
            f"/v0/{question}", content=json.dumps(arguments), headers={"content-type": "application/json"}
        )
        ask = sqlite_store.search if question == "search" else sqlite_store.fetch
        assert given.json() == ask(*arguments.values()).to_dict()
