"""One result, three ways to ask for it: the command, HTTP and MCP agree field by field, for every status."""

import asyncio
import json

import pytest
from click.testing import CliRunner
from mcp import Client

from labcore.cli.main import root
from labcore.service.limits import Limits
from labcore.service.lookups import Lookups
from labcore.service.tools import mcp_server

NAME = "SAMPLE_MSG_ENGINE_STATUS"
BASE = {
    "project": "SAMPLE_PROJECT_A",
    "revision": "SAMPLE_REV_1",
    "network": "SAMPLE_NET_POWERTRAIN",
    "snapshot": "SAMPLE_SNAP_BASE",
}
SURVEY = {**BASE, "project": "SAMPLE_PROJECT_B", "snapshot": "SAMPLE_SNAP_SURVEY"}
NOT_LOADED = {**BASE, "snapshot": "SAMPLE_SNAP_NEXT"}
CONTRADICTORY = {**BASE, "revision": "SAMPLE_REV_2"}

TABLE = [
    ("search", "answered", {"term": NAME, "scope": BASE}),
    ("search", "not_found", {"term": "temperature", "kind": "message"}),
    ("search", "coverage_gap", {"term": NAME, "scope": NOT_LOADED}),
    ("search", "ambiguous", {"term": NAME}),
    ("search", "unsupported", {"term": NAME, "kind": "gateway"}),
    ("search", "invalid_request", {"term": NAME, "scope": CONTRADICTORY}),
    ("facts", "answered", {"route": "message_facts", "scope": BASE, "name": NAME}),
    ("facts", "not_found", {"route": "signal_facts", "scope": BASE, "name": NAME}),
    ("facts", "coverage_gap", {"route": "message_period", "scope": SURVEY, "name": "SAMPLE_MSG_WHEEL_SPEED"}),
    ("facts", "ambiguous", {"route": "message_facts", "name": NAME}),
    ("facts", "unsupported", {"route": "message_author", "scope": BASE, "name": NAME}),
    ("facts", "invalid_request", {"route": "message_facts", "scope": BASE, "name": " "}),
]
TOOL_OF = {"search": "find_candidates", "facts": "get_facts"}
CODES = {"answered": 0, "invalid_request": 2}


def by_command(url, question, arguments):
    """Ask as a person does, and read what --json prints."""
    word = arguments["term"] if question == "search" else arguments["name"]
    options = [f"--{part}={value}" for part, value in arguments.get("scope", {}).items()]
    options += [f"--{name}={arguments[name]}" for name in ("kind", "route") if name in arguments]
    verb = "search" if question == "search" else "get"
    done = CliRunner().invoke(root, ["facts", verb, "--store", url, "--json", *options, "--", word])
    return json.loads(done.stdout), done.exit_code


def by_mcp(store, question, arguments):
    async def main():
        async with Client(mcp_server(Lookups(store, Limits()))) as client:
            return await client.call_tool(TOOL_OF[question], arguments)

    return asyncio.run(main()).structured_content


@pytest.mark.parametrize(("question", "status", "arguments"), TABLE, ids=[f"{q} {s}" for q, s, _ in TABLE])
def test_every_interface_gives_the_same_result(any_url, any_store, client_of, question, status, arguments):
    """The same dictionary, evidence included; the code says the same in each interface's own way."""
    command, code = by_command(any_url, question, arguments)
    response = client_of(any_store).post(f"/v0/{question}", json=arguments)
    assert command["status"] == status
    assert command == response.json() == by_mcp(any_store, question, arguments)
    assert code == CODES.get(status, 1)
    assert response.status_code == (422 if status == "invalid_request" else 200)


def test_the_table_holds_every_status_for_both_questions():
    """Six ways to end, for the search and for the facts."""
    assert len({(question, status) for question, status, _ in TABLE}) == 12


def test_temperature_as_a_message_says_that_it_is_a_signal(client):
    """The first page of the case study could not say so."""
    body = client.post("/v0/search", json={"term": "temperature", "kind": "message"}).json()
    assert body["status"] == "not_found"
    assert "It is a signal" in body["message"]
    assert {one["kind"] for one in body["found_as"]} == {"signal"}


def test_the_coverage_is_the_same_everywhere(any_url, any_store, client_of):
    done = CliRunner().invoke(root, ["facts", "coverage", "--store", any_url, "--json"])

    async def main():
        async with Client(mcp_server(Lookups(any_store, Limits()))) as asked:
            return await asked.call_tool("describe_coverage", {})

    assert json.loads(done.stdout) == client_of(any_store).get("/v0/coverage").json()
    assert json.loads(done.stdout) == asyncio.run(main()).structured_content
