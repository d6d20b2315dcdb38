"""What every request passes on its way in, and every answer on its way out."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from labcore.service.head import Head, head_refusal, too_large
from labcore.service.outgoing import Outgoing
from labcore.service.rates import RateLimit
from labcore.service.refusals import Refusal, Why
from labcore.service.replies import refuse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from labcore.facts import FactStore
    from labcore.service.limits import Limits

__all__ = ["Door"]

_log = logging.getLogger(__name__)


class Door:
    """ASGI middleware around the whole service, MCP included.

    In: the Host and Origin are ours, the client does not ask too often, path, method, type and size are
    taken, the body is here in time. Out: headers that keep browsers from guessing, and no answer that is
    an error without a result in its body.

    Args:
        app: What stands behind the door.
        store: Whose safeguards a refusal names.
        limits: Sizes, times and rates.
        hosts: Names that the service may be called by.
    """

    def __init__(self, app: ASGIApp, *, store: FactStore, limits: Limits, hosts: frozenset[str]) -> None:
        self._app = app
        self._store = store
        self._limits = limits
        self._hosts = hosts
        self._rates = RateLimit(rate=limits.rate, burst=limits.burst, clients=limits.clients)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or pass on what is none."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        head = Head.of(scope)
        out = Outgoing(send, store=self._store, head_only=head.method == "HEAD")
        try:
            await self._serve(head, scope, receive, out)
        except Exception:
            _log.exception("A request failed")
            if out.started:
                raise
            await self._send(refuse(self._store, Refusal(why=Why.FAILED)), scope, receive, out)

    async def _serve(self, head: Head, scope: Scope, receive: Receive, out: Outgoing) -> None:
        refusal = self._too_often(head) or head_refusal(head, self._hosts, self._limits.body_bytes)
        if refusal is None and head.method == "OPTIONS":
            await self._send(Response(status_code=204, headers={"allow": head.allow}), scope, receive, out)
            return
        body = refusal or await self._body(head, receive)
        if isinstance(body, Refusal):
            await self._send(refuse(self._store, body), scope, receive, out)
        elif body is not None:
            method = "GET" if head.method == "HEAD" else head.method
            await self._app({**scope, "method": method}, _replayed(body, receive), out)

    def _too_often(self, head: Head) -> Refusal | None:
        wait = self._rates.wait(head.client)
        return Refusal(why=Why.TOO_OFTEN, headers=(("retry-after", str(wait)),)) if wait else None

    async def _body(self, head: Head, receive: Receive) -> bytes | Refusal | None:
        """Read the body; None when the client has gone."""
        if head.method != "POST":
            return b""
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                return await _read(receive, self._limits.body_bytes)
        except TimeoutError:
            return Refusal(why=Why.BODY_TOO_SLOW, headers=(("connection", "close"),))

    async def _send(self, response: Response, scope: Scope, receive: Receive, out: Outgoing) -> None:
        await response(scope, receive, out)


async def _read(receive: Receive, limit: int) -> bytes | Refusal | None:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if len(body) > limit:
            return too_large(limit)
        if not message.get("more_body", False):
            return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Receive:
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Any:
        return waiting.pop() if waiting else await receive()

    return replay
