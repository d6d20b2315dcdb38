"""The way out: headers on every answer, and a result in the body of every error."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders

from labcore.service.refusals import Refusal, Why
from labcore.service.replies import refuse

if TYPE_CHECKING:
    from starlette.types import Message, Send

    from labcore.facts import FactStore

__all__ = ["SECURITY_HEADERS", "Outgoing"]

SECURITY_HEADERS: dict[str, str] = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""On every answer: nothing is kept, guessed, framed or handed to other pages."""

_FIRST_ERROR = 400
_FIRST_OURS = 500


class Outgoing:
    """Sends one answer; callable as an ASGI ``send``.

    Args:
        send: The connection's own way out.
        store: Whose safeguards the result of a bare error names.
        head_only: Whether the request was HEAD, so that the body stays behind.
    """

    def __init__(self, send: Send, *, store: FactStore, head_only: bool) -> None:
        self.started = False
        self._send = send
        self._store = store
        self._head_only = head_only
        self._instead: bytes | None = None

    async def __call__(self, message: Message) -> None:
        """Pass one message on, completed."""
        if message["type"] == "http.response.start":
            self.started = True
            await self._send(self._start(message))
        elif message["type"] == "http.response.body":
            await self._send(self._body(message))
        else:
            await self._send(message)

    def _start(self, message: Message) -> Message:
        headers = MutableHeaders(raw=list(message["headers"]))
        kind = headers.get("content-type", "").partition(";")[0]
        if message["status"] >= _FIRST_ERROR and kind != "application/json":
            # The protocol library answers some malformed requests with bare text or with nothing.
            self._instead = self._result_of(message["status"])
            headers["content-type"] = "application/json"
            headers["content-length"] = str(len(self._instead))
        headers.update(SECURITY_HEADERS)
        return {**message, "headers": headers.raw}

    def _body(self, message: Message) -> Message:
        body = message.get("body", b"")
        if self._instead is not None:
            body, self._instead = self._instead, b""
        return {**message, "body": b"" if self._head_only else body}

    def _result_of(self, code: int) -> bytes:
        why = Why.FAILED if code >= _FIRST_OURS else Why.NOT_ANSWERED
        words = f"The request was not answered: {code} {HTTPStatus(code).phrase}."
        return bytes(refuse(self._store, Refusal(why=why, message=words)).body)
