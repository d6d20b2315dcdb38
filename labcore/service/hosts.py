"""Which names a request may call the service by, and from which pages it may come."""

from __future__ import annotations

import re

from labcore.addresses import is_loopback
from labcore.errors import ParameterError

__all__ = ["LOOPBACK_HOSTS", "allowed_hosts", "host_name", "origin_fits"]

LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})
"""The names of this machine that never leave it."""

_ANYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - named here so that it can be asked about
_AUTHORITY = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", re.ASCII)


def host_name(header: str) -> str | None:
    """Give the name in a Host header, in lower case and without its port; None when it is malformed.

    A page of another site can make a browser send requests here under its own name, once that name is
    made to point to this machine. The name in the header tells such a request apart.
    """
    match = _AUTHORITY.fullmatch(header.lower())
    return match[1] if match else None


def origin_fits(origin: str, host: str) -> bool:
    """Say whether a request's Origin is the service itself, as its Host header names it.

    Another port is another origin, and ``null`` is no origin that could be trusted.
    """
    return origin.lower() in {f"http://{host.lower()}", f"https://{host.lower()}"}


def allowed_hosts(host: str, *, expose: bool, names: tuple[str, ...]) -> frozenset[str]:
    """Give the names that requests may call the service by, or refuse to listen at all.

    Args:
        host: The address to listen on.
        expose: Whether the person has said that other machines may ask.
        names: Further names that they may use.

    Raises:
        ParameterError: Other machines could ask and nobody said that they may; or none could, because no
            name is allowed that they could use; or a name is malformed.
    """
    if not expose and (names or not is_loopback(host)):
        raise ParameterError(
            "only this machine may ask, unless it is said that others may",
            got=names[0] if names else host,
            place="--allow-host" if names else "--host",
            remedy="With --expose, everyone who reaches the address can read the whole store: there is no "
            "sign-in and no encryption",
        )
    if host in _ANYWHERE and not names:
        raise ParameterError(
            "requests from elsewhere name the service in their Host header",
            got=host,
            place="--host",
            remedy="Give that name with --allow-host",
        )
    own = () if host in _ANYWHERE else (f"[{host}]" if ":" in host and "[" not in host else host,)
    for name in (*names, *own):
        if host_name(name) != name.lower():
            raise ParameterError("a host is a name or an address, without a port", got=name)
    return LOOPBACK_HOSTS | {name.lower() for name in (*names, *own)}
