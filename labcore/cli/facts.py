"""``labcore facts``: load definitions, search for entries, fetch the facts of one."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from labcore import facts as api
from labcore.cli.facts_checks import evaluate, verify
from labcore.cli.facts_view import coverage_text, result_text
from labcore.facts.dbc_source import collect_dbc

if TYPE_CHECKING:
    from collections.abc import Callable

    from labcore.facts import Result

__all__ = ["facts"]

DEFAULT_STORE = "sqlite:///build/facts.sqlite"

store_option = click.option(
    "--store",
    default=DEFAULT_STORE,
    show_default=True,
    envvar="LABCORE_FACTS_STORE",
    show_envvar=True,
    help="The store's URL: sqlite:///PATH or postgresql://...",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the whole result as JSON.")


def scope_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command one option for each part of a scope; a part left out stays open."""
    for part in reversed(api.SCOPE_PARTS):
        command = click.option(f"--{part}", help=f"The {part}; never filled in when left out.")(command)
    return command


@click.group("facts", short_help="Scoped facts: the same name in another version is another thing.")
def facts() -> None:
    """Look up message, signal and mapping definitions by scope and name, with evidence.

    search and get exit with 0 when answered, with 2 for an invalid request, and with 1 for every other status.

    Example: labcore facts load fixtures/definitions && labcore facts search SAMPLE_MSG_ENGINE_STATUS
    """


@facts.command("load")
@click.argument("source", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option(
    "--store",
    "--into",
    "into",
    default=DEFAULT_STORE,
    show_default=True,
    envvar="LABCORE_FACTS_STORE",
    show_envvar=True,
    help="The URL of the store to make or to replace: sqlite:///PATH or postgresql://...",
)
@click.option("--reader", help="PostgreSQL only: the existing role that may read the store and nothing else.")
def load_command(source: Path, into: str, reader: str | None) -> None:
    """Read SOURCE, a folder with a manifest, and replace the store in one step.

    A source that breaks its format is refused with file, line and reason, and the old store stays.

    Example: labcore facts load fixtures/definitions
    """
    api.load(source, into=into, reader=reader)
    where = "" if into == DEFAULT_STORE else " --store URL"
    click.echo(f"loaded {source}; see it with: labcore facts coverage{where}", err=True)


@facts.command("collect")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option(
    "--out", type=click.Path(path_type=Path), required=True, help="The source folder to make; it must be new."
)
@click.option("--project", required=True, help="The project of all files.")
@click.option("--revision", required=True, help="The revision of all files.")
@click.option("--network", help="The network of all files; the file's own path when left out.")
@click.option("--licence", required=True, help="The files' licence, as SPDX writes it.")
def collect_command(
    folder: Path, out: Path, project: str, revision: str, network: str | None, licence: str
) -> None:
    """Copy the DBC files of FOLDER into a source folder with a manifest, ready for load.

    Files rarely name their bus, so that project, revision and network are stated here. A snapshot is named by
    the file's hash and today's date.

    Example: labcore facts collect my_dbc --out build/source --project car --revision 1 --licence MIT
    """
    count = collect_dbc(
        folder,
        out,
        project=project,
        revision=revision,
        network=network,
        licence=licence,
        imported=datetime.now(tz=UTC).date(),
    )
    click.echo(f"{count} files; load them with: labcore facts load {out}", err=True)


@facts.command("coverage")
@store_option
@json_option
def coverage_command(store: str, *, as_json: bool) -> None:
    """Say which snapshots are loaded, what they hold, and which routes there are.

    Example: labcore facts coverage
    """
    with api.open(store) as opened:
        coverage = opened.coverage()
    click.echo(json.dumps(coverage.to_dict(), indent=2) if as_json else coverage_text(coverage))


@facts.command("search")
@click.argument("term")
@scope_options
@click.option("--kind", help="message, signal or mapping; any when left out.")
@store_option
@json_option
def search_command(term: str, store: str, kind: str | None, *, as_json: bool, **scope: str | None) -> None:
    """Find the entries that TERM may mean: a name, an approved alias, or words of a name.

    Example: labcore facts search temperature --kind message
    """
    with api.open(store) as opened:
        _finish(opened.search(term, _given(scope), kind), as_json=as_json)


@facts.command("get")
@click.argument("name")
@click.option("--route", default="message_facts", show_default=True, help=f"One of {', '.join(api.ROUTES)}.")
@scope_options
@store_option
@json_option
def get_command(name: str, store: str, route: str, *, as_json: bool, **scope: str | None) -> None:
    """Read the facts of the entry NAME in one complete scope.

    Example: labcore facts get SAMPLE_MSG_ENGINE_STATUS --project SAMPLE_PROJECT_A --revision SAMPLE_REV_1
    --network SAMPLE_NET_POWERTRAIN --snapshot SAMPLE_SNAP_BASE
    """
    with api.open(store) as opened:
        _finish(opened.fetch(route, _given(scope), name), as_json=as_json)


def _given(scope: dict[str, str | None]) -> dict[str, object]:
    return {part: value for part, value in scope.items() if value is not None}


def _finish(result: Result, *, as_json: bool) -> None:
    click.echo(json.dumps(result.to_dict(), indent=2) if as_json else result_text(result))
    codes = {api.Status.ANSWERED: 0, api.Status.INVALID_REQUEST: 2}
    sys.exit(codes.get(result.status, 1))


facts.add_command(verify)
facts.add_command(evaluate)
