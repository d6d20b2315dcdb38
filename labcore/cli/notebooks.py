"""``labcore notebooks``: keep the outputs that are stored in notebooks up to date."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from labcore.batch import Refreshed

__all__ = ["notebooks_group"]


@click.group("notebooks", short_help="Refresh and check stored notebooks.")
def notebooks_group() -> None:
    """Work on the notebooks themselves.

    Example: labcore notebooks refresh
    """


@notebooks_group.command("refresh")
@click.argument("names", nargs=-1, metavar="[NOTEBOOK]...")
@click.option(
    "--notebooks",
    "folder",
    type=click.Path(path_type=Path),
    default=Path("notebooks"),
    show_default=True,
    help="Where notebooks are found by name.",
)
@click.option(
    "--timeout", type=click.FloatRange(1), default=300.0, show_default=True, help="Seconds for each notebook."
)
@click.option(
    "--check", is_flag=True, help="Exit with 1 when a file had to change, as a build server wants it."
)
def refresh_command(names: tuple[str, ...], folder: Path, timeout: float, *, check: bool) -> None:
    """Run notebooks with their defaults and store what they show; twice gives the same bytes.

    A notebook that fails is left as it was.

    Example: labcore notebooks refresh 02_forbidden_best_match
    """
    from labcore.batch import find_notebooks, plan_jobs, refresh  # noqa: PLC0415  # loads only when it is asked for

    jobs = plan_jobs(find_notebooks(names, folder), {}, {}, timeout=timeout, named=False)
    done = [_told(refresh(job)) for job in jobs]
    stopped = any(one.failure for one in done)
    sys.exit(1 if stopped or (check and any(one.changed for one in done)) else 0)


@notebooks_group.command("check")
@click.argument("names", nargs=-1, metavar="[NOTEBOOK]...")
@click.option(
    "--notebooks",
    "folder",
    type=click.Path(path_type=Path),
    default=Path("notebooks"),
    show_default=True,
    help="Where notebooks are found by name.",
)
def check_command(names: tuple[str, ...], folder: Path) -> None:
    """Check stored notebooks against the rules that the tests hold, without running them.

    Exit code 1 means that a rule is broken; what breaks it stands in the line.

    Example: labcore notebooks check 02_forbidden_best_match
    """
    from labcore.batch import check_notebook, find_notebooks  # noqa: PLC0415  # loads only when it is asked for

    checks = [check for path in find_notebooks(names, folder) for check in check_notebook(path)]
    broken = [check for check in checks if not check.passed]
    for check in broken:
        click.echo(f"{check.group}: {check.name}: {check.actual}")
    click.echo(f"{len(checks) - len(broken)} of {len(checks)} rules kept", err=True)
    sys.exit(1 if broken else 0)


def _told(one: Refreshed) -> Refreshed:
    word = "stopped" if one.failure else "changed" if one.changed else "same"
    click.echo(f"{word:8} {one.notebook}")
    if one.failure:
        click.echo(f"  {one.failure.place}: {one.failure.line}", err=True)
        click.echo(f"  {one.failure.error}: {one.failure.message}", err=True)
    return one
