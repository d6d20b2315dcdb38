"""``labcore judge``: put judges to the same defects and the same good statements."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from tqdm import tqdm

from labcore.cli.tables import table
from labcore.errors import ParameterError, visible
from labcore.experiments import Kind, given_bundle, grid_cases, kill_grid, threshold_curve
from labcore.fixture import load
from labcore.judging import JUDGES, judge_named, write_rulings
from labcore.records import GateReason
from labcore.report import write_whole

if TYPE_CHECKING:
    from labcore.experiments import Case, Cell, KillGrid

__all__ = ["judge"]

_DEFAULT = ("oracle", "membership", "overlap", "rouge-l", "spans", "numbers", "cosine")


@click.command("judge", short_help="Put judges to a fixture's defects and good statements.")
@click.argument("fixture", type=click.Path(path_type=Path))
@click.option(
    "--judge",
    "names",
    multiple=True,
    default=_DEFAULT,
    show_default=True,
    help=f"One of {', '.join(JUDGES)}; call:module:function; csv:FILE; chat:MODEL=URL. A scored one may end "
    "in @THRESHOLD. May be given several times.",
)
@click.option("--threshold", type=float, help="For scored judges that name none; each has a usual one.")
@click.option("--curve", is_flag=True, help="Show the counts at every threshold of the scored judges.")
@click.option("--missed", is_flag=True, help="Name every mutant that was not killed and every good one lost.")
@click.option(
    "--cases",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the cases here as JSON Lines, for a judge that runs elsewhere.",
)
@click.option(
    "--verdicts",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the verdicts of the one judge here as CSV; read them back with csv:FILE.",
)
@click.option("--time/--no-time", "timed", default=True, help="Show seconds, which differ from run to run.")
@click.option("--json", "as_json", is_flag=True, help="Print the grids as JSON.")
def judge(
    *,
    fixture: Path,
    names: tuple[str, ...],
    threshold: float | None,
    curve: bool,
    missed: bool,
    cases: Path | None,
    verdicts: Path | None,
    timed: bool,
    as_json: bool,
) -> None:
    """Let every judge read the valid statements, equivalents and mutants of FIXTURE.

    Kills are shown beside the good statements that were accepted: a judge that rejects everything kills
    every mutant and is worth nothing.

    Example: labcore judge fixtures/limits --judge cosine --threshold 0.8
    """
    if verdicts is not None and len(names) != 1:
        raise ParameterError("verdicts are those of one judge", got=", ".join(names))
    sys.path.insert(
        0, str(Path.cwd())
    )  # for call:module:function; a console script does not look where it is called
    loaded = load(fixture)
    made = grid_cases(loaded)
    if cases is not None:
        write_whole(cases, "".join(json.dumps(_case(case), ensure_ascii=False) + "\n" for case in made))
    judges = [
        judge_named(name, given_bundle(loaded), loaded.units, threshold=threshold)
        for name in _distinct(names)
    ]
    bar = partial(tqdm, unit="judge", disable=None, leave=False)
    grids = kill_grid(judges, made, progress=bar)
    if verdicts is not None:
        write_whole(verdicts, write_rulings((c.case.candidate.text, c.ruling) for c in grids[0].cells))
    if as_json:
        click.echo(json.dumps([_grid(grid) for grid in grids], indent=2, ensure_ascii=False))
    else:
        _for_people(grids, timed=timed, missed=missed, curve=curve)


def _distinct(names: tuple[str, ...]) -> list[str]:
    return list(dict.fromkeys(names))


def _for_people(grids: tuple[KillGrid, ...], *, timed: bool, missed: bool, curve: bool) -> None:
    click.echo(_overview(grids, timed=timed))
    for grid in grids:
        if grid.silence is not None:
            _silence(grid.judge, grid.silence)
        if missed:
            _missed(grid)
        if curve and any(cell.ruling.score is not None for cell in grid.cells):
            _curve(grid)


def _overview(grids: tuple[KillGrid, ...], *, timed: bool) -> str:
    dimensions = [d for d in GateReason if grids[0].of(Kind.MUTANT, d)]
    headers = [
        "judge",
        "valid",
        "equivalents",
        "killed",
        *dimensions,
        "abstained",
        "tokens",
        *(["seconds"] if timed else []),
        "remark",
    ]
    rows = [
        [
            grid.judge,
            *(_share(grid, kind) for kind in (Kind.VALID, Kind.EQUIVALENT, Kind.MUTANT)),
            *(_share(grid, Kind.MUTANT, dimension) for dimension in dimensions),
            grid.abstentions,
            grid.tokens,
            *([grid.seconds] if timed else []),
            grid.remark,
        ]
        for grid in grids
    ]
    return table(headers, rows)


def _share(grid: KillGrid, kind: Kind, dimension: GateReason | None = None) -> str:
    return f"{grid.right(kind, dimension)}/{len(grid.of(kind, dimension))}"


def _silence(judge: str, first: Cell) -> None:
    said = f"{judge} abstained on every case; on {first.case.id} it said: {first.ruling.detail}"
    click.echo(f"\n{visible(said)}")


def _missed(grid: KillGrid) -> None:
    click.echo(f"\n== {visible(grid.judge)}: wrong about ==")
    for cell in grid.cells:
        if not cell.right:
            click.echo(visible(f"{cell.case.id}: {cell.ruling.opinion}; {cell.ruling.detail}"))
            click.echo(f"    {visible(cell.case.candidate.text)}")


def _curve(grid: KillGrid) -> None:
    click.echo(f"\n== {visible(grid.judge)}: what every threshold would say ==")
    rows = [[f"{p.threshold:.4f}", p.valid, p.equivalent, p.killed] for p in threshold_curve(grid)]
    click.echo(table(["threshold", "valid accepted", "equivalents accepted", "mutants killed"], rows))


def _case(case: Case) -> dict[str, Any]:
    return {
        "id": case.id,
        "kind": case.kind,
        "dimension": case.dimension,
        "candidate": case.candidate.text,
        "expected": case.expected.text,
        "passage": case.passage.text,
    }


def _grid(grid: KillGrid) -> dict[str, Any]:
    return {
        "judge": grid.judge,
        "remark": grid.remark,
        "tokens": grid.tokens,
        "seconds": grid.seconds,
        "abstentions": grid.abstentions,
        "counts": {kind.value: {"right": grid.right(kind), "cases": len(grid.of(kind))} for kind in Kind},
        "cells": [
            {
                "id": cell.case.id,
                "opinion": cell.ruling.opinion,
                "right": cell.right,
                "score": cell.ruling.score,
                "detail": cell.ruling.detail,
                "tokens": cell.ruling.tokens,
                "seconds": cell.seconds,
            }
            for cell in grid.cells
        ],
    }
