"""Runs a store's service until it is told to stop: over HTTP, or for one client over standard streams."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import uvicorn

from labcore.service.app import create_app
from labcore.service.lookups import Lookups
from labcore.service.tools import speak_stdio

if TYPE_CHECKING:
    import socket

    from labcore.facts import FactStore
    from labcore.service.limits import Limits

__all__ = ["serve_http", "serve_stdio"]


def serve_stdio(store: FactStore, limits: Limits) -> None:
    """Speak MCP over standard input and output until the client closes them, or SIGINT."""
    with suppress(KeyboardInterrupt):
        asyncio.run(speak_stdio(Lookups(store, limits)))


def serve_http(store: FactStore, limits: Limits, listening: socket.socket, hosts: frozenset[str]) -> None:
    """Serve HTTP and MCP until SIGINT or SIGTERM; requests that are running get five seconds to end.

    Args:
        store: Opened read-only.
        limits: Sizes, times and rates.
        listening: From ``sockets.bind``.
        hosts: From ``hosts.allowed_hosts``.

    Raises:
        StoreError: The store failed before the first request.
    """
    app = create_app(store, limits=limits, hosts=hosts)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            lifespan="on",
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # else a client could name itself anew for each request
            timeout_graceful_shutdown=5,
            limit_concurrency=1000,
        )
    )
    before = {number: signal.signal(number, _stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        asyncio.run(server.serve(sockets=[listening]))
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _stop(_signal: int, _frame: Any) -> None:
    """Take the signal that uvicorn raises again once it has ended in order; there is nothing left to stop."""
