"""``labcore facts verify`` and ``evaluate``: two stores compared, and one held against marks set before."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from labcore import facts as api
from labcore.cli.facts_view import checks_text, marks_text, scores_text
from labcore.facts.baseline import LatestFirst
from labcore.facts.cases import read_cases
from labcore.facts.evaluation import StoreAnswers, ask_all, judge_marks, read_marks, scores
from labcore.facts.verify import compare_stores

if TYPE_CHECKING:
    from labcore.facts import FactStore
    from labcore.facts.cases import Case

__all__ = ["evaluate", "verify"]


@click.command("verify", short_help="Compare two stores row by row and case by case.")
@click.argument("first")
@click.argument("second")
@click.option(
    "--cases",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Registered cases to put to both.",
)
@click.option("--json", "as_json", is_flag=True, help="Print every check as JSON.")
def verify(first: str, second: str, cases: Path | None, *, as_json: bool) -> None:
    """Compare FIRST and SECOND, each a store's URL or a source folder.

    Rows, contents, the digests of source, schema and registered queries, and the verdicts of registered cases
    (of --cases, or of a folder's cases.jsonl) must agree. A difference is named, and the exit code is 1.

    Example: labcore facts verify fixtures/definitions sqlite:///build/facts.sqlite
    """
    with ExitStack() as stack:
        left, right = (_opened(stack, place) for place in (first, second))
        checks = compare_stores(left, right, _cases(cases, first, second))
    if as_json:
        click.echo(json.dumps([asdict(check) for check in checks], indent=2))
    else:
        click.echo(checks_text(checks))
        if all(check.group != "cases" for check in checks):
            click.echo("no registered cases were given, so that no verdicts were compared", err=True)
    sys.exit(int(not all(check.passed for check in checks)))


def _opened(stack: ExitStack, place: str) -> FactStore:
    if Path(place).is_dir():
        return stack.enter_context(api.temporary_store(place))
    return stack.enter_context(api.open(place))


def _cases(path: Path | None, *places: str) -> tuple[Case, ...]:
    found = [Path(place) / "cases.jsonl" for place in places if (Path(place) / "cases.jsonl").is_file()]
    chosen = path or next(iter(found), None)
    return read_cases(chosen) if chosen else ()


@click.command("evaluate", short_help="Hold search and fetch against marks set beforehand.")
@click.argument("source", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option("--store", help="Where to ask; a temporary SQLite store of SOURCE when left out.")
@click.option("--json", "as_json", is_flag=True, help="Print scores and marks as JSON.")
def evaluate(source: Path, store: str | None, *, as_json: bool) -> None:
    """Put the registered cases of SOURCE to the store and to a look-up that takes the latest match.

    The marks are in SOURCE/passmarks.json. A required mark that is missed gives the exit code 1.

    Example: labcore facts evaluate fixtures/definitions
    """
    cases, marks = read_cases(source / "cases.jsonl"), read_marks(source / "passmarks.json")
    with ExitStack() as stack:
        opened = _opened(stack, store or str(source))
        verdicts = ask_all(cases, StoreAnswers(opened))
        baseline = scores(ask_all(cases, LatestFirst(opened.engine)))
    measured = scores(verdicts)
    judged = judge_marks(marks, measured)
    if as_json:
        results = [{**asdict(mark), "measured": share, "met": mark.met_by(share)} for mark, share in judged]
        data = {"store": [asdict(one) for one in measured], "baseline": [asdict(one) for one in baseline]}
        wrong = [
            {"case": one.case.id, "family": one.case.family, "detail": one.detail}
            for one in verdicts
            if not one.right
        ]
        click.echo(json.dumps({**data, "marks": results, "not_right": wrong}, indent=2))
    else:
        click.echo(scores_text("Scoped search and fetch", measured) + "\n")
        click.echo(scores_text("Baseline: the first match in the latest snapshot", baseline) + "\n")
        click.echo(marks_text(judged) + "\n")
        for one in verdicts:
            if not one.right:
                click.echo(f"not right, {one.case.family}, {one.case.id}: {one.detail}")
    sys.exit(int(any(mark.required and not mark.met_by(share) for mark, share in judged)))
