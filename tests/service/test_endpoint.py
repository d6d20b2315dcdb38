"""An endpoint on this machine that follows a script and keeps a log, asked through the real client library."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from labcore.errors import ExtraMissingError, ParameterError
from labcore.service.endpoint import Endpoint, read_reply
from labcore.service.model import ModelFailure, Reply, ToolCall
from labcore.service.relay import ChatRelay
from labcore.service.turn import NoteKind

KEY = "sk-test-not-a-key"


def completion(words=None, *calls, **more):
    message = {
        "role": "assistant",
        "content": words,
        **({"tool_calls": list(calls)} if calls else {}),
        **more,
    }
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [{"message": message}],
    }


def tool_call(name, arguments, mark="c1"):
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"id": mark, "type": "function", "function": {"name": name, "arguments": text}}


class Scripted(BaseHTTPRequestHandler):
    """Gives the next answer of the server's script and keeps what it was asked."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.log.append((headers, json.loads(body)))
        code, answer = self.server.script[(len(self.server.log) - 1) % len(self.server.script)]
        if answer is None:
            self.server.stop.wait(20)
            return
        content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(code)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_args):
        """Say nothing."""


@contextmanager
def endpoint(*script, seconds=20.0):
    """A scripted endpoint on a free port; gives a model behind it, and its log."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Scripted) as server:
        server.script = [one if isinstance(one, tuple) else (200, one) for one in script]
        server.log, server.stop = [], threading.Event()
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        model = Endpoint(f"http://127.0.0.1:{server.server_port}/v1", "scripted", seconds=seconds)
        try:
            yield model, server.log
        finally:
            server.stop.set()
            model.close()
            server.shutdown()
            thread.join()


def test_the_log_of_an_endpoint_proves_the_one_tool(sqlite_store, known):
    """Three turns of a model that asks for every tool it can think of: each request offered one and the same."""
    script = [
        completion(None, tool_call("get_facts", {"route": "message_facts", "name": known.name})),
        completion(None, tool_call("Find_Candidates", {"term": known.name})),
        completion(None, tool_call("find_candidates", {"term": known.name})),
        completion("It stands in two scopes."),
    ]
    with endpoint(*script) as (model, log):
        relay = ChatRelay(sqlite_store.search, model)
        turns = [relay.say("the cycle time?") for _ in range(3)]
    assert len(log) == 12
    offered = [[tool["function"]["name"] for tool in body["tools"]] for _, body in log]
    assert offered == [["find_candidates"]] * 12
    assert [note.kind for note in turns[2].notes] == [NoteKind.OTHER_TOOL] * 2
    assert [len(turn.lookups) for turn in turns] == [1, 1, 1]


def test_the_key_is_sent_and_shown_nowhere(monkeypatch, caplog):
    """It goes into its header, and into no message, name or log."""
    monkeypatch.setenv("LABCORE_CHAT_KEY", KEY)
    caplog.set_level("DEBUG")
    refused = (401, {"error": {"message": f"Incorrect API key provided: {KEY}"}})
    with endpoint(refused) as (model, log):
        failure = model.reply([{"role": "user", "content": "x"}], [])
        shown = f"{failure} {model!r} {model.name} {vars(model)} {caplog.text}"
    assert log[0][0]["authorization"] == f"Bearer {KEY}"
    assert failure == ModelFailure(message="The endpoint refused the request with code 401.")
    assert KEY not in shown


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        pytest.param((500, b"boom"), "code 500", id="the endpoint fails"),
        pytest.param((429, {"error": {}}), "code 429", id="the endpoint wants to be asked less"),
        pytest.param((200, b"<html>"), "no chat completion", id="a page"),
        pytest.param((200, {"choices": []}), "no chat completion", id="no choice"),
        pytest.param((200, b""), "no chat completion", id="nothing"),
    ],
)
def test_a_broken_endpoint_is_a_failure_and_is_asked_once(answer, words):
    with endpoint(answer) as (model, log):
        failure = model.reply([], [])
    assert words in failure.message
    assert len(log) == 1


def test_a_silent_endpoint_is_not_waited_for():
    with endpoint(None, seconds=0.3) as (model, _):
        failure = model.reply([], [])
    assert failure == ModelFailure(message="The model did not reply in time.", timed_out=True)


def test_nobody_there_is_a_failure():
    model = Endpoint("http://127.0.0.1:1/v1", "m", seconds=2)
    assert model.reply([], []) == ModelFailure(message="The endpoint gave no reply: APIConnectionError.")
    model.close()


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        pytest.param({"content": "hello"}, Reply(words="hello"), id="words"),
        pytest.param({"content": None}, Reply(), id="nothing"),
        pytest.param({}, Reply(), id="no content at all"),
        pytest.param({"content": [{"type": "text", "text": "x"}]}, Reply(), id="content that is no text"),
        pytest.param({"content": "a\ud800b"}, Reply(words="a?b"), id="a lone surrogate"),
        pytest.param(
            {"tool_calls": [{"function": {"name": "f", "arguments": {"term": "x"}}}]},
            Reply(calls=(ToolCall(id="call_0", name="f", arguments='{"term": "x"}'),)),
            id="arguments that are an object, and no id",
        ),
        pytest.param(
            {"tool_calls": [{"id": 7, "type": "custom", "custom": {"name": "c", "input": "free text"}}]},
            Reply(calls=(ToolCall(id="7", name="c", arguments="free text"),)),
            id="a custom tool",
        ),
        pytest.param(
            {"tool_calls": [{"id": "a"}]},
            Reply(calls=(ToolCall(id="a", name="", arguments=""),)),
            id="a bare call",
        ),
    ],
)
def test_a_reply_is_read_as_text_from_a_stranger(message, reply):
    assert read_reply(json.dumps({"choices": [{"message": message}]}).encode()) == reply


@pytest.mark.parametrize(
    "body",
    [
        b"[]",
        b"null",
        b'{"choices": [{}]}',
        b'{"choices": [{"message": "x"}]}',
        b'{"choices": [{"message": {"tool_calls": ["x"]}}]}',
        b'{"choices": [{"message": {"tool_calls": 5}}]}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_completion_is_a_failure(body):
    assert read_reply(body) == ModelFailure(message="The endpoint's reply is no chat completion.")


def test_an_endless_reply_is_not_read():
    assert "more than" in read_reply(b" " * 1_000_001).message


@pytest.mark.parametrize(
    ("url", "model", "words"),
    [
        pytest.param("http://models.example/v1", "m", "over https only", id="a key in clear text"),
        pytest.param("https://models.example/v1", "m", "needs a key.*LABCORE_CHAT_KEY", id="no key"),
        pytest.param("ftp://127.0.0.1/v1", "m", "address is http or https", id="no web address"),
        pytest.param(
            "https://user:secret@models.example", "m", "without a name or password", id="a password"
        ),
        pytest.param("http://127.0.0.1/v1", "", "a model by its name, got no name", id="no model"),
        pytest.param("http://[", "m", "address is http or https", id="half an address"),
        pytest.param("http://h:abc/v1", "m", "address is http or https", id="a port that is none"),
    ],
)
def test_an_unsafe_endpoint_is_refused(monkeypatch, url, model, words):
    monkeypatch.delenv("LABCORE_CHAT_KEY", raising=False)
    with pytest.raises(ParameterError, match=words) as error:
        Endpoint(url, model)
    assert "secret" not in str(error.value)


def test_a_key_under_another_name_is_found(monkeypatch):
    monkeypatch.setenv("MY_KEY", KEY)
    Endpoint("https://models.example/v1", "m", key_variable="MY_KEY").close()


def test_the_client_library_is_an_optional_part(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "openai", None)
    with pytest.raises(ExtraMissingError, match=r"\[service\]"):
        Endpoint("http://127.0.0.1/v1", "m")
