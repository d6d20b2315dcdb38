"""Takes an address of this machine, and names it for clients."""

from __future__ import annotations

import errno
import socket

from labcore.errors import ParameterError

__all__ = ["bind", "url_of"]


def bind(host: str, port: int) -> socket.socket:
    """Take an address before anything else is started.

    Args:
        host: An address or a name of this machine.
        port: 0 for any free one.

    Raises:
        ParameterError: It is taken, or is not this machine's.
    """
    bare = host.strip("[]")
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    try:
        return socket.create_server((bare, port), family=family, backlog=512)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        raise ParameterError(
            "a service listens on a port that is free" if taken else "a service listens on this machine",
            got=f"{host}:{port}" if taken else f"{host}:{port} ({error.strerror or error})",
            remedy="Give another --port, or 0 for any free one" if taken else "Give another --host or --port",
        ) from error


def url_of(listening: socket.socket) -> str:
    """Give the address that a client of this machine uses."""
    host, port = listening.getsockname()[:2]
    local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - asked about, not listened on
    return f"http://[{local}]:{port}" if ":" in local else f"http://{local}:{port}"
