"""The three MCP tools over one store; every answer is structured, and its text says the same."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp_types import CallToolResult, ListToolsResult, TextContent, Tool, ToolAnnotations

from labcore.service.documents import (
    CoverageBody,
    FactsBody,
    NothingBody,
    ResultBody,
    SearchBody,
    schema_of,
)
from labcore.service.refusals import Refusal, Why, refusal_result

if TYPE_CHECKING:
    from mcp_types import CallToolRequestParams

    from labcore.service.documents import Body
    from labcore.service.lookups import Lookups

__all__ = ["TOOLS", "mcp_server", "speak_stdio"]

INSTRUCTIONS = (
    "Facts of messages, signals and mappings, each in one scope: project, revision, network and snapshot. "
    "The same name in another scope is another thing. Find candidates first and show them all; a person "
    "chooses the scope and the entry, and no part of a scope is ever filled in for them. Only what get_facts "
    "returns is a fact, and it holds for its scope alone. Each result says in its status how it ended; "
    "not_found and coverage_gap are answers too."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRule:
    """One tool.

    Attributes:
        question: The question of ``boundary.QUESTIONS`` that it puts.
        title: Its name for people.
        description: What it does, for the model that may call it.
        arguments: The shape of its arguments.
        gives: The shape of what it gives.
    """

    question: str
    title: str
    description: str
    arguments: type[Body]
    gives: type[Body]


TOOLS: dict[str, ToolRule] = {
    "find_candidates": ToolRule(
        question="search",
        title="Find candidates",
        description="Find entries by exact name, approved alias or words. Gives candidates, never facts; "
        "chooses none of several.",
        arguments=SearchBody,
        gives=ResultBody,
    ),
    "get_facts": ToolRule(
        question="facts",
        title="Get facts",
        description="Read the facts of one entry that a person has chosen, by route, complete scope and "
        "exact name.",
        arguments=FactsBody,
        gives=ResultBody,
    ),
    "describe_coverage": ToolRule(
        question="coverage",
        title="Describe coverage",
        description="List the loaded snapshots, what each records, and the routes for get_facts.",
        arguments=NothingBody,
        gives=CoverageBody,
    ),
}
"""Tool name -> rule: all that an MCP client is ever offered."""

_READS_ONLY = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


def mcp_server(lookups: Lookups) -> Server[Any]:
    """Make the MCP server of a store; the transport is chosen by who runs it.

    Arguments are taken as they come and checked by the store's own boundary, so that a wrong one is the
    status invalid_request in a result that a model can read. Only an answer that could not be given (a
    time-out, a failed store, a tool that is not there) is marked as an error, with a result all the same.
    """
    tools = [_tool(name, rule) for name, rule in TOOLS.items()]

    async def list_tools(_context: Any, _params: Any) -> ListToolsResult:
        return ListToolsResult(tools=tools)

    async def call_tool(_context: Any, params: CallToolRequestParams) -> CallToolResult:
        return await _call(lookups, params.name, params.arguments or {})

    return Server(
        "labcore-facts",
        title="Scoped facts",
        version=version("labcore"),
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def speak_stdio(lookups: Lookups) -> None:
    """Serve one client over standard input and output until it closes them."""
    server = mcp_server(lookups)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


async def _call(lookups: Lookups, name: str, arguments: dict[str, Any]) -> CallToolResult:
    rule = TOOLS.get(name)
    if rule is None:
        message = f"There is no tool {name[:60]!r}. The tools are {', '.join(TOOLS)}."
        outcome: Any = Refusal(why=Why.NO_SUCH_PATH, message=message)
    else:
        outcome = await lookups.ask(rule.question, arguments)
    failed = isinstance(outcome, Refusal)
    data = (refusal_result(lookups.store, outcome) if failed else outcome).to_dict()
    text = TextContent(text=json.dumps(data))
    return CallToolResult(content=[text], structured_content=data, is_error=failed)


def _tool(name: str, rule: ToolRule) -> Tool:
    return Tool(
        name=name,
        title=rule.title,
        description=rule.description,
        input_schema=schema_of(rule.arguments),
        output_schema=_output_schema(rule.gives),
        annotations=_READS_ONLY,
    )


def _output_schema(gives: type[Body]) -> dict[str, Any]:
    """Give the schema of a tool's answer: its own shape, or a result that says why there is none."""
    if gives is ResultBody:
        return schema_of(ResultBody)
    own, result = schema_of(gives), schema_of(ResultBody)
    shared = {**own.pop("$defs", {}), **result.pop("$defs", {})}
    return {"type": "object", "anyOf": [own, result], "$defs": shared}
