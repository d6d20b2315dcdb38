"""The head of a request, and the rules that it must pass before its body is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from labcore.service.hosts import host_name, origin_fits
from labcore.service.refusals import Refusal, Why

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["METHODS", "Head", "head_refusal"]

METHODS: dict[str, tuple[str, ...]] = {
    "/health": ("GET", "HEAD"),
    "/mcp": ("POST",),
    "/openapi.json": ("GET", "HEAD"),
    "/v0/coverage": ("GET", "HEAD"),
    "/v0/facts": ("POST",),
    "/v0/search": ("POST",),
}
"""Path -> the methods that it takes; OPTIONS is taken by each and names them."""

_UTF8 = {"", "charset=utf-8", 'charset="utf-8"'}


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What of a request arrives before its body.

    Attributes:
        method: The method, in capitals.
        path: The path, decoded.
        query: The query string, undecoded.
        headers: Name in lower case and value of each header, in the order of their arrival.
        client: The address that the connection comes from; empty where there is none.
    """

    method: str
    path: str
    query: str
    headers: tuple[tuple[str, str], ...]
    client: str

    @classmethod
    def of(cls, scope: Any) -> Head:
        """Read an ASGI scope of type http."""
        client = scope.get("client")
        return cls(
            method=scope["method"].upper(),
            path=scope["path"],
            query=scope.get("query_string", b"").decode("latin-1"),
            headers=tuple(
                (name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in scope["headers"]
            ),
            client=client[0] if client else "",
        )

    def every(self, name: str) -> list[str]:
        """Give every value of a header."""
        return [value for key, value in self.headers if key == name]

    @property
    def allow(self) -> str:
        """The methods that the path takes, as the Allow header lists them."""
        return ", ".join((*METHODS.get(self.path, ()), "OPTIONS"))


def head_refusal(head: Head, hosts: frozenset[str], body_bytes: int) -> Refusal | None:
    """Give the first rule that a head breaks, or None when the body may be read.

    Args:
        head: The head.
        hosts: Names, in lower case and without a port, that the service may be called by.
        body_bytes: The largest body that is read.
    """
    if len(head.every("host")) != 1 or host_name(head.every("host")[0]) not in hosts:
        return Refusal(why=Why.FOREIGN_HOST)
    rules: tuple[Callable[[Head], Refusal | None], ...] = (_origin, _path, _method, _query, _type)
    broken = next((refusal for rule in rules if (refusal := rule(head)) is not None), None)
    return broken or _length(head, body_bytes)


def _origin(head: Head) -> Refusal | None:
    host = head.every("host")[0]
    if all(origin_fits(origin, host) for origin in head.every("origin")):
        return None
    return Refusal(why=Why.FOREIGN_ORIGIN)


def _path(head: Head) -> Refusal | None:
    if head.path in METHODS:
        return None
    return Refusal(why=Why.NO_SUCH_PATH, message=f"There is no such path. There are {', '.join(METHODS)}.")


def _method(head: Head) -> Refusal | None:
    if head.method == "OPTIONS" or head.method in METHODS[head.path]:
        return None
    message = f"This path takes {head.allow}."
    return Refusal(why=Why.NO_SUCH_METHOD, message=message, headers=(("allow", head.allow),))


def _query(head: Head) -> Refusal | None:
    # A scope in the query would be dropped in silence, and the search would run everywhere.
    if not head.query or head.path == "/mcp":
        return None
    message = "Arguments stand in the body; this service reads no query string."
    return Refusal(why=Why.ARGUMENTS, message=message)


def _type(head: Head) -> Refusal | None:
    if head.method != "POST":
        return None
    kind, _, options = (
        head.every("content-type")[0].lower().partition(";") if head.every("content-type") else ("", "", "")
    )
    fits = kind.strip() == "application/json" and options.strip() in _UTF8
    return None if fits and len(head.every("content-type")) == 1 else Refusal(why=Why.NOT_A_JSON_TYPE)


def _length(head: Head, body_bytes: int) -> Refusal | None:
    declared = [value for value in head.every("content-length") if value.isdecimal()]
    return too_large(body_bytes) if any(int(value) > body_bytes for value in declared) else None


def too_large(body_bytes: int) -> Refusal:
    """Refuse a body for its size."""
    return Refusal(why=Why.BODY_TOO_LARGE, message=f"A body has at most {body_bytes} bytes.")
