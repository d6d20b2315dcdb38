"""The door by itself, with bodies that arrive in pieces, slowly or not at all."""

import asyncio
import json

import pytest
from starlette.responses import PlainTextResponse

from labcore.facts import Result
from labcore.service.door import Door
from labcore.service.hosts import LOOPBACK_HOSTS
from labcore.service.limits import Limits
from labcore.service.outgoing import SECURITY_HEADERS

LIMITS = Limits(body_bytes=10, body_seconds=0.1)
SCOPE = {
    "type": "http",
    "method": "POST",
    "path": "/v0/search",
    "query_string": b"",
    "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
    "client": ("127.0.0.1", 1),
}


def through(store, app, messages, scope=SCOPE):
    """Send one request through a door; give what came back."""
    sent = []
    left = list(messages)

    async def receive():
        if not left:
            await asyncio.sleep(30)
        return left.pop(0)

    async def send(message):
        sent.append(message)

    asyncio.run(Door(app, store=store, limits=LIMITS, hosts=LOOPBACK_HOSTS)(scope, receive, send))
    return sent


def part(body, *, more=True):
    return {"type": "http.request", "body": body, "more_body": more}


async def echo(scope, receive, send):
    """Answer with the body as it came through the door."""
    message = await receive()
    await PlainTextResponse(message["body"])(scope, receive, send)


def code_and_body(sent):
    assert sent[0]["type"] == "http.response.start"
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


def test_a_body_in_pieces_arrives_whole(sqlite_store):
    sent = through(sqlite_store, echo, [part(b"abc"), part(b"def"), part(b"", more=False)])
    assert code_and_body(sent) == (200, b"abcdef")


def test_a_body_that_grows_too_large_is_cut_off(sqlite_store):
    """11 bytes without a length in the head, where 10 are read; the rest is never asked for."""
    code, body = code_and_body(through(sqlite_store, echo, [part(b"x" * 6), part(b"x" * 5)]))
    assert code == 413
    assert b"at most 10 bytes" in body


def test_a_body_that_does_not_come_is_not_waited_for(sqlite_store):
    assert code_and_body(through(sqlite_store, echo, [part(b"x")]))[0] == 408


def test_a_client_that_has_gone_gets_nothing(sqlite_store):
    assert through(sqlite_store, echo, [part(b"x"), {"type": "http.disconnect"}]) == []


async def break_down(scope, receive, send):
    raise RuntimeError("/secret/place")


def test_an_application_that_breaks_down_is_answered_for(sqlite_store, caplog):
    """The client gets a result without the reason; the log has it."""
    code, body = code_and_body(through(sqlite_store, break_down, [part(b"", more=False)]))
    assert code == 500
    assert b"secret" not in body
    assert "secret" in caplog.text


def test_an_application_that_breaks_down_after_it_began_is_cut_off(sqlite_store):
    """Half an answer must not be completed with something else."""

    async def half(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        through(sqlite_store, half, [part(b"", more=False)])


def test_bare_text_becomes_a_result(sqlite_store):
    """Sent in two parts with its own length: one JSON body with the right length comes out."""

    async def bare(scope, receive, send):
        headers = [(b"content-type", b"text/plain"), (b"content-length", b"6")]
        await send({"type": "http.response.start", "status": 406, "headers": headers})
        await send({"type": "http.response.body", "body": b"abc", "more_body": True})
        await send({"type": "http.response.body", "body": b"def"})

    sent = through(sqlite_store, bare, [part(b"", more=False)])
    code, body = code_and_body(sent)
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    assert (code, headers["content-length"]) == (406, str(len(body)))
    assert b"406 Not Acceptable" in body
    assert SECURITY_HEADERS.items() <= headers.items()


@pytest.mark.parametrize(("code", "status"), [(418, "invalid_request"), (500, "unsupported")])
def test_whose_fault_a_bare_error_is(sqlite_store, code, status):
    """4xx is a malformed request; 5xx is the service, and nothing follows from it."""

    async def bare(scope, receive, send):
        await PlainTextResponse("no", status_code=code)(scope, receive, send)

    _, body = code_and_body(through(sqlite_store, bare, [part(b"", more=False)]))
    assert Result.from_dict(json.loads(body)).status == status


def test_what_is_no_http_request_is_passed_on(sqlite_store):
    """The start and end of the application are not the door's business."""
    seen = []

    async def app(scope, receive, send):
        seen.append(scope["type"])

    through(sqlite_store, app, [], scope={"type": "lifespan"})
    assert seen == ["lifespan"]
