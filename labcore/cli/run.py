"""``labcore run``: notebooks in batch, with a report."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from labcore.errors import ParameterError

if TYPE_CHECKING:
    from labcore.report import Batch, NotebookRun

__all__ = ["run_command"]

_INTERRUPTED = 130
_MOST_WORKERS = 4


@click.command("run", short_help="Run notebooks and write a report.")
@click.argument("notebooks", nargs=-1, metavar="[NOTEBOOK]...")
@click.option(
    "-p", "--parameter", "given", multiple=True, metavar="NAME=VALUE", help="Set a parameter; repeatable."
)
@click.option(
    "--grid",
    type=click.Path(path_type=Path),
    help="JSON: a list of values for each parameter; every combination runs.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=min(_MOST_WORKERS, os.cpu_count() or 1),
    show_default=True,
    help="Notebooks at once.",
)
@click.option(
    "--dask", metavar="ADDRESS", help="Run on a Dask cluster instead, such as tcp://127.0.0.1:8786."
)
@click.option(
    "--timeout", type=click.FloatRange(1), default=300.0, show_default=True, help="Seconds for each notebook."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("build"),
    show_default=True,
    help="Folder of the report.",
)
@click.option("--json", "as_json", is_flag=True, help="Print results.json instead of a summary.")
def run_command(
    notebooks: tuple[str, ...],
    given: tuple[str, ...],
    grid: Path | None,
    jobs: int,
    dask: str | None,
    timeout: float,
    out: Path,
    *,
    as_json: bool,
) -> None:
    """Run notebooks in batch and write executed notebooks, pages, an index and results.json.

    NOTEBOOK is a name in notebooks/, such as 02_forbidden_best_match, or a path; without one, all of them run. A
    parameter goes to every notebook that has it; unknown and ill-typed ones are refused before anything runs.
    Exit code 1 means that a notebook stopped; the report is written all the same.

    Example: labcore run -p tenant=red 02_forbidden_best_match
    """
    from labcore.batch import find_notebooks, plan_jobs, read_grid, require_ours, run_batch  # noqa: PLC0415  # loads only when it is asked for

    plan = plan_jobs(
        find_notebooks(notebooks, Path("notebooks")),
        dict(map(_pair, given)),
        read_grid(grid) if grid else {},
        timeout=timeout,
        named=bool(notebooks),
    )
    require_ours(out)
    click.echo(f"running {len(plan)} notebook{'s' * (len(plan) > 1)}", err=True)
    command = shlex.join(["labcore", *sys.argv[1:]])
    try:
        batch = run_batch(plan, out, command=command, workers=jobs, dask=dask, tell=_tell)
    except KeyboardInterrupt:
        click.echo(f"interrupted; {out} is as it was", err=True)
        sys.exit(_INTERRUPTED)
    click.echo((out / "results.json").read_text(encoding="utf-8") if as_json else _summary(batch, out))
    sys.exit(0 if batch.passed else 1)


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise ParameterError(
            "a parameter is given as NAME=VALUE", got=text, remedy="Write it as -p tenant=red"
        )
    return name.strip(), value


def _tell(run: NotebookRun) -> None:
    values = " ".join(f"{name}={run.parameters[name]}" for name in run.given)
    click.echo(f"{run.status:9} {run.seconds:6.1f} s  {run.notebook} {values}".rstrip(), err=True)
    if run.failure:
        click.echo(f"  {run.failure.place}: {run.failure.line}", err=True)
        click.echo(f"  {run.failure.error}: {run.failure.message}", err=True)


def _summary(batch: Batch, out: Path) -> str:
    stopped = sum(run.failure is not None for run in batch.runs)
    ended = "all ran" if not stopped else f"{stopped} of {len(batch.runs)} stopped"
    return f"{ended} in {batch.seconds:.0f} s; report: {out / 'index.html'}"
