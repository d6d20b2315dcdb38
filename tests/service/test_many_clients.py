"""Fifty clients at the same moment, on both engines, through HTTP and through MCP."""

import asyncio

import httpx
from mcp import Client

from labcore.service.app import create_app
from labcore.service.limits import Limits
from labcore.service.lookups import Lookups
from labcore.service.tools import mcp_server

CLIENTS = 50


def questions(known):
    """Every other client asks for the revision; each with the period that is right for it."""
    for number in range(CLIENTS):
        scope, period = ((known.base, 10), (known.revised, 20))[number % 2]
        yield {"route": "message_facts", "scope": scope, "name": known.name}, period


def test_nobody_gets_anothers_answer_over_http(any_store, known):
    """200 requests, each asked and checked by itself, within the limits of the default settings."""

    async def one(client, question, period):
        answers = [await client.post("/v0/facts", json=question) for _ in range(4)]
        return [answer.json()["rows"][0]["transmit_period_ms"] for answer in answers] == [period] * 4

    async def main():
        transport = httpx.ASGITransport(app=create_app(any_store))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await asyncio.gather(*(one(client, *asked) for asked in questions(known)))

    assert asyncio.run(main()) == [True] * CLIENTS


def test_nobody_gets_anothers_answer_over_mcp(any_store, known):
    async def one(server, question, period):
        async with Client(server) as client:
            result = await client.call_tool("get_facts", question)
        return result.structured_content["rows"][0]["transmit_period_ms"] == period

    async def main():
        server = mcp_server(Lookups(any_store, Limits()))
        return await asyncio.gather(*(one(server, *asked) for asked in questions(known)))

    assert asyncio.run(main()) == [True] * CLIENTS
