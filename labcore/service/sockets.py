"""Takes an address of this machine, and names it for clients."""

from __future__ import annotations

import errno
import os
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
    # The protocol is named, because asyncio sends answers without delay only on a socket that names it.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere the option lets two processes share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((bare, port))
        listening.listen(512)
    except OSError as error:
        listening.close()
        taken = error.errno == errno.EADDRINUSE
        raise ParameterError(
            "a service listens on a port that is free" if taken else "a service listens on this machine",
            got=f"{host}:{port}" if taken else f"{host}:{port} ({error.strerror or error})",
            remedy="Give another --port, or 0 for any free one" if taken else "Give another --host or --port",
        ) from error
    return listening


def url_of(listening: socket.socket) -> str:
    """Give the address that a client of this machine uses."""
    host, port = listening.getsockname()[:2]
    local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - asked about, not listened on
    return f"http://[{local}]:{port}" if ":" in local else f"http://{local}:{port}"
