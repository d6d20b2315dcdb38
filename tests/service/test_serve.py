"""``labcore serve`` as a person starts it: a process of its own, with real connections."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time

import httpx
import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters

from labcore.cli.main import root
from labcore.errors import ExtraMissingError, ParameterError, StoreError
from labcore.facts.sqlite_engine import SqliteEngine
from labcore.service.sockets import bind

ANYWHERE = "0.0.0.0"
LABCORE = [sys.executable, "-m", "labcore"]


def raw(address, data, *, wait=5.0):
    """Send bytes and read until the service closes or falls silent."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=wait) as connection:
        connection.sendall(data)
        received = b""
        try:
            while chunk := connection.recv(65536):
                received += chunk
                if received.endswith((b"}", b"0\r\n\r\n")):
                    break
        except TimeoutError:
            pass
    return received.decode()


def test_it_says_where_and_how_safely_it_listens(service):
    _, address, said = service
    assert f"{address}/mcp" in said
    assert "mode=ro" in said
    assert "EXPOSED" not in said


def test_no_header_names_the_server(service):
    _, address, _ = service
    assert "server" not in httpx.get(f"{address}/health").headers


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_sdks_client_asks_over_http(service, known, mode):
    """Both scopes, by the newest protocol and by the handshake before it."""
    _, address, _ = service
    assert asyncio.run(both_periods(f"{address}/mcp", mode, known)) == [10, 20]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_sdks_client_asks_over_standard_streams(sqlite_url, known, mode):
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "labcore", "serve", "--store", sqlite_url, "--mcp-stdio"]
    )
    assert asyncio.run(both_periods(command, mode, known)) == [10, 20]


async def both_periods(server, mode, known):
    async with Client(server, mode=mode) as client:
        assert len((await client.list_tools()).tools) == 3
        wrong = await client.call_tool("find_candidates", {"trem": "x"})
        assert wrong.structured_content["status"] == "invalid_request"
        calls = [
            {"route": "message_facts", "scope": s, "name": known.name} for s in (known.base, known.revised)
        ]
        results = [await client.call_tool("get_facts", arguments) for arguments in calls]
    return [one.structured_content["rows"][0]["transmit_period_ms"] for one in results]


def test_standard_output_carries_the_protocol_alone(sqlite_url):
    """Every line is a JSON-RPC message; what is said to people goes to standard error; the end of input ends it."""
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "0"},
        },
    }
    lines = f"{json.dumps(hello)}\nthis is no message\n"
    command = [*LABCORE, "serve", "--store", sqlite_url, "--mcp-stdio"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    messages = [json.loads(line) for line in done.stdout.splitlines()]
    assert messages[0]["result"]["serverInfo"]["name"] == "labcore-facts"
    assert all(message["jsonrpc"] == "2.0" for message in messages)
    assert "mode=ro" in done.stderr


def test_ctrl_c_ends_it_cleanly(sqlite_url, served):
    with served(sqlite_url) as (process, address, _):
        assert_ends_cleanly(process, address, signal.SIGINT)


def assert_ends_cleanly(process, address, stop):
    """Code 0, a last word, no traceback; the port is free again."""
    process.send_signal(stop)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")
    assert out.endswith("stopped\n")
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{address}/health")


def test_interrupting_standard_streams_ends_cleanly(sqlite_url):
    command = [*LABCORE, "serve", "--store", sqlite_url, "--mcp-stdio"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert "read-only" in process.stderr.readline()
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "Traceback" not in err


def call(*arguments):
    """Run the command in this process, for wrong use that ends before anything listens."""
    return CliRunner().invoke(root, ["serve", *arguments], catch_exceptions=False)


def test_a_taken_port_is_one_clear_line(sqlite_url):
    with bind("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        words = f"listens on a port that is free, got 127.0.0.1:{port}. Give another --port, or 0 for any free one"
        with pytest.raises(ParameterError, match=words):
            call("--store", sqlite_url, "--port", port)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["--host", ANYWHERE], "only this machine may ask", id="every address"),
        pytest.param(["--host", ANYWHERE, "--expose"], "Host header", id="exposed without a name"),
        pytest.param(["--host", "203.0.113.7", "--expose"], "listens on this machine", id="another machine"),
    ],
)
def test_wrong_use_is_refused_before_it_listens(sqlite_url, arguments, words):
    with pytest.raises(ParameterError, match=words):
        call("--store", sqlite_url, "--port", "0", *arguments)


@pytest.mark.parametrize("option", ["--rate", "--time-limit"])
@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "1e300", "fast"])
def test_a_limit_that_is_none_is_refused_by_its_option(sqlite_url, option, value):
    """No traceback of a number that cannot be rounded, and no timer that overflows later."""
    done = call("--store", sqlite_url, "--port", "0", option, value)
    assert done.exit_code == 2
    assert f"Invalid value for '{option}': " in done.output


def test_a_store_that_is_not_there_is_not_served(tmp_path):
    """One line on standard error, code 2."""
    command = [*LABCORE, "serve", "--store", f"sqlite:///{tmp_path / 'none.sqlite'}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


class WritableEngine(SqliteEngine):
    """An engine whose connection refuses nothing, as a mistaken role would."""

    def _prove_read_only(self):
        raise StoreError("a connection that can create a table is not served from")


def test_a_store_that_can_be_written_is_not_served(sqlite_url, monkeypatch):
    """The store's own check at the start decides; nothing listens before it."""
    monkeypatch.setattr("labcore.facts.store.SqliteEngine", WritableEngine)
    monkeypatch.setattr("labcore.cli.serve.bind", None)
    with pytest.raises(StoreError, match="is not served from"):
        call("--store", sqlite_url)


def test_the_web_framework_is_an_optional_part(sqlite_url, monkeypatch):
    """Without it the message names the extra."""
    monkeypatch.setitem(sys.modules, "labcore.service.run", None)
    monkeypatch.delattr("labcore.service.run", raising=False)
    with pytest.raises(ExtraMissingError, match=r"labcore serve needs the optional part \[service\]"):
        call("--store", sqlite_url)


def test_exposing_it_is_said_aloud(sqlite_url, served):
    """127.0.0.1 is asked by another name, which is allowed; a third name is not. SIGTERM ends it."""
    with served(sqlite_url, "--expose", "--allow-host", "lab.example") as (process, address, said):
        assert "EXPOSED" in said
        codes = [
            httpx.get(f"{address}/health", headers={"host": host}).status_code
            for host in ("lab.example", "lab.example:80", "evil.example")
        ]
        assert codes == [200, 200, 421]
        assert_ends_cleanly(process, address, signal.SIGTERM)


REQUEST = "POST /v0/search HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


def test_a_chunked_body_is_counted_as_it_comes(service):
    """No length in the head, 100,000 bytes in chunks: 413, and a result."""
    chunk = f"{1000:x}\r\n" + " " * 1000 + "\r\n"
    answer = raw(service[1], (REQUEST + "Transfer-Encoding: chunked\r\n\r\n" + chunk * 100).encode())
    assert answer.startswith("HTTP/1.1 413")
    assert '"status": "invalid_request"' in answer


def test_two_lengths_are_no_request(service):
    """Smuggling needs two readings of one request; there is none."""
    answer = raw(service[1], (REQUEST + "Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}").encode())
    assert answer.startswith("HTTP/1.1 400")


def test_a_request_without_a_host_is_refused(service):
    answer = raw(service[1], b"GET /health HTTP/1.0\r\n\r\n")
    assert answer.startswith("HTTP/1.1 421")


def test_a_path_that_climbs_is_no_path(service):
    answer = raw(service[1], b"GET /v0/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert answer.startswith("HTTP/1.1 404")


def test_it_serves_on_after_rubbish(service):
    """Bytes that are no HTTP close their own connection and no other."""
    raw(service[1], os.urandom(2000), wait=1.0)
    assert httpx.get(f"{service[1]}/health").status_code == 200


def test_fifty_clients_at_once_get_their_own_answers(service, known):
    """Half of them ask for the base, half for the revision; nobody gets the other's period."""

    async def one(client, scope, period):
        question = {"route": "message_facts", "scope": scope, "name": known.name}
        answers = [await client.post("/v0/facts", json=question) for _ in range(4)]
        return all(answer.json()["rows"][0]["transmit_period_ms"] == period for answer in answers)

    async def main():
        limits = httpx.Limits(max_connections=50)
        async with httpx.AsyncClient(base_url=service[1], limits=limits, timeout=30) as client:
            asked = [((known.base, 10), (known.revised, 20))[number % 2] for number in range(50)]
            return await asyncio.gather(*(one(client, scope, period) for scope, period in asked))

    assert asyncio.run(main()) == [True] * 50
