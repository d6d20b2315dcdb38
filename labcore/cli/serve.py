"""``labcore serve``: a fact store over HTTP and MCP, on this machine, read-only."""

from __future__ import annotations

import logging
import math
from typing import TYPE_CHECKING

import click

from labcore import facts
from labcore.cli.facts import store_option
from labcore.cli.numbers import ABOVE_ZERO
from labcore.errors import ExtraMissingError
from labcore.facts.url import hide_password
from labcore.service.hosts import allowed_hosts
from labcore.service.limits import Limits
from labcore.service.sockets import bind, url_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from labcore.facts import FactStore

__all__ = ["serve"]

_DEFAULT = Limits()


@click.command("serve", short_help="Serve a fact store over HTTP and MCP, read-only.")
@store_option
@click.option("--mcp-stdio", is_flag=True, help="Speak MCP over standard input and output, for one client.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=8321, show_default=True, type=click.IntRange(0, 65535), help="0 for any free one."
)
@click.option("--expose", is_flag=True, help="Other machines may ask: no sign-in, no encryption.")
@click.option(
    "--allow-host", "names", multiple=True, help="A further name for the Host header; needs --expose."
)
@click.option(
    "--rate",
    default=_DEFAULT.rate,
    show_default=True,
    type=ABOVE_ZERO,
    help="Requests per second of one client.",
)
@click.option(
    "--time-limit",
    default=_DEFAULT.lookup_seconds,
    show_default=True,
    type=ABOVE_ZERO,
    help="Seconds for a look-up.",
)
def serve(
    store: str,
    host: str,
    port: int,
    names: tuple[str, ...],
    rate: float,
    time_limit: float,
    *,
    mcp_stdio: bool,
    expose: bool,
) -> None:
    """Serve the store that labcore facts load has written.

    A store that could be written through its connection is not served. Give a URL with a password in the
    variable, so that it stands on no command line.

    Example: labcore serve --port 8321
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        from labcore.service import run  # noqa: PLC0415  # the web framework loads only when it is needed
    except ImportError as error:
        raise ExtraMissingError.of("service", "labcore serve") from error
    limits = Limits(rate=rate, burst=2 * math.ceil(rate), lookup_seconds=time_limit)
    hosts = allowed_hosts(host, expose=expose, names=names)
    with facts.open(store, connections=limits.lookups) as opened:
        if mcp_stdio:
            _say(["MCP over standard input and output, read-only:"], err=True)
            _say(_indented(opened.engine.safeguards), err=True)
            run.serve_stdio(opened, limits)
            return
        with bind(host, port) as listening:
            _announce(opened, url_of(listening), hide_password(store), limits, hosts)
            if expose:
                _say(["EXPOSED: whoever reaches this address can read the whole store; there is no sign-in"])
            _say(["Ctrl-C ends it."])
            run.serve_http(opened, limits, listening, hosts)
    _say(["stopped"])


def _announce(store: FactStore, url: str, shown: str, limits: Limits, hosts: frozenset[str]) -> None:
    _say([f"serving {shown} at {url}", f"  OpenAPI {url}/openapi.json, health {url}/health, MCP {url}/mcp"])
    _say(["safeguards:", *_indented([*store.engine.safeguards, *_of_service(limits, hosts)])])


def _of_service(limits: Limits, hosts: Iterable[str]) -> list[str]:
    return [
        f"requests name {', '.join(sorted(hosts))}, and come from no page of another origin",
        (
            f"a client asks {limits.rate:g} times a second, {limits.burst} times at once; "
            f"a body has {limits.body_bytes} bytes; a look-up has {limits.lookup_seconds:g} s"
        ),
    ]


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _say(lines: Iterable[str], *, err: bool = False) -> None:
    click.echo("\n".join(lines), err=err)
