"""Web addresses: what is one, which stay on this machine, and to which a key may be sent."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

from labcore.errors import ParameterError

__all__ = ["is_loopback", "require_endpoint", "web_host"]

_NAME = re.compile(r"(?:[a-z0-9_-]+\.)*(?=[0-9]*[a-z_-])[a-z0-9_-]+\.?")
"""A name of a host; digits alone at its end would be half an address, which programs complete differently."""


def is_loopback(address: str) -> bool:
    """Say whether an address, or the name of a host, can only be reached from this machine."""
    if address.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return False


def web_host(url: str, what: str) -> str:
    """Give the host of an http or https address, in lower case and without brackets.

    Args:
        url: The address as a person gave it.
        what: Whose address it is, for the message, such as ``a service``.

    Raises:
        ParameterError: The scheme is another, the host or the port cannot be read, a name or password stands
            in it, or a character that no address has. The message repeats neither name nor password.
    """
    rule = f"{what}'s address is http or https, with a host and without a name or password"
    shown = url.rpartition("@")[2].partition("?")[0]
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError as error:  # its text may repeat the whole address
        raise ParameterError(rule, got=f"{shown} ({type(error).__name__})") from None
    plain = url.isascii() and url.isprintable() and " " not in url  # urlsplit drops line ends in silence
    if parts.scheme not in {"http", "https"} or "@" in parts.netloc or not plain or not _is_host(host):
        raise ParameterError(rule, got=shown)
    return host


def require_endpoint(url: str, model: str, *, key: str, remedy: str) -> None:
    """Refuse a chat endpoint that a key would reach in clear text, or that needs a key and has none.

    An address of this machine may go without TLS and without a key.

    Args:
        url: The address up to ``/v1``.
        model: The model's name there.
        key: The key that would be sent; empty for none. It is never shown.
        remedy: How a key is given.

    Raises:
        ParameterError: As said, as for `web_host`, or the model has no name.
    """
    host = web_host(url, "a chat endpoint")
    if not model:
        raise ParameterError("a chat endpoint is asked for a model by its name", got="no name", place=host)
    if is_loopback(host):
        return
    if urlsplit(url).scheme != "https":
        raise ParameterError(
            "a key is sent over https only", got=f"http://{host}", remedy="Give an https address"
        )
    if not key:
        raise ParameterError("an endpoint of another machine needs a key", got=host, remedy=remedy)


def _is_host(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return _NAME.fullmatch(host) is not None
    return True
