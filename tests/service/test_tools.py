"""The MCP tools, asked in this process by the SDK's own client."""

import asyncio
import json
import threading

import pytest
from mcp import Client

from labcore.service.limits import Limits
from labcore.service.lookups import Lookups
from labcore.service.tools import TOOLS, mcp_server

MODES = ["auto", "legacy"]  # the newest protocol, and the handshake that came before it


def ask(store, mode, *calls, limits=None):
    """Call tools one after the other, and give what came back."""

    async def main():
        async with Client(mcp_server(Lookups(store, limits or Limits())), mode=mode) as client:
            return [await client.call_tool(name, arguments) for name, arguments in calls]

    return asyncio.run(main())


def listed(store, mode):
    async def main():
        async with Client(mcp_server(Lookups(store, Limits())), mode=mode) as client:
            return (await client.list_tools()).tools

    return asyncio.run(main())


@pytest.mark.parametrize("mode", MODES)
def test_three_tools_are_offered_and_all_only_read(sqlite_store, mode):
    tools = listed(sqlite_store, mode)
    assert [tool.name for tool in tools] == ["find_candidates", "get_facts", "describe_coverage"]
    for tool in tools:
        hints = tool.annotations
        assert (hints.read_only_hint, hints.destructive_hint, hints.open_world_hint) == (True, False, False)
        assert tool.output_schema["type"] == tool.input_schema["type"] == "object"


@pytest.mark.parametrize("mode", MODES)
def test_text_and_structure_say_the_same(sqlite_store, known, mode):
    """10 and 20 ms; the text alone is complete, for clients that read no structure."""
    calls = [
        ("get_facts", {"route": "message_facts", "scope": scope, "name": known.name})
        for scope in (known.base, known.revised)
    ]
    results = ask(sqlite_store, mode, *calls, ("describe_coverage", {}))
    periods = [one.structured_content["rows"][0]["transmit_period_ms"] for one in results[:2]]
    assert periods == [10, 20]
    for one in results:
        assert json.loads(one.content[0].text) == one.structured_content
        assert not one.is_error


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        pytest.param("find_candidates", {}, id="nothing"),
        pytest.param("find_candidates", {"term": 5}, id="a number"),
        pytest.param(
            "find_candidates", {"term": "x", "scope": "SAMPLE_SNAP_BASE"}, id="a scope that is a text"
        ),
        pytest.param("find_candidates", {"term": "x", "snapshot": "y"}, id="a part outside the scope"),
        pytest.param("get_facts", {"route": ["message_facts"], "name": "x"}, id="a list"),
        pytest.param("get_facts", {"route": "message_facts", "name": "x\0"}, id="a NUL byte"),
        pytest.param("describe_coverage", {"all": True}, id="arguments where there are none"),
    ],
)
def test_wrong_arguments_are_a_result_and_no_protocol_error(sqlite_store, mode, tool, arguments):
    """The model can read what was wrong; the client library accepts the answer against its schema."""
    (result,) = ask(sqlite_store, mode, (tool, arguments))
    assert result.structured_content["status"] == "invalid_request"
    assert not result.is_error


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["fetch_facts", "Find_Candidates", "", "x" * 5000])
def test_a_tool_that_is_not_there_is_marked_as_an_error(sqlite_store, mode, name):
    (result,) = ask(sqlite_store, mode, (name, {}))
    assert result.is_error
    assert result.structured_content["status"] == "unsupported"
    assert len(result.structured_content["message"]) < 200


class NeverEnding:
    """A store whose search outlasts every patience."""

    def __init__(self, store, event):
        self.engine, self.registry = store.engine, store.registry
        self._event = event

    def search(self, *_args):
        self._event.wait(20)


def test_a_slow_look_up_is_a_time_out_with_a_result(sqlite_store):
    """Marked as an error, because nothing was answered."""
    event = threading.Event()
    calls = [("find_candidates", {"term": "x"})]
    (result,) = ask(NeverEnding(sqlite_store, event), "auto", *calls, limits=Limits(lookup_seconds=0.1))
    event.set()
    assert result.is_error
    assert any("Nothing follows" in text for text in result.structured_content["evidence"]["limitations"])


def test_the_instructions_leave_the_choice_to_the_person():
    server = mcp_server(lookups=None)
    assert "a person chooses" in server.instructions
    assert {rule.question for rule in TOOLS.values()} == {"search", "facts", "coverage"}
