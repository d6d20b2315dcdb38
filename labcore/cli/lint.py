"""``labcore lint``: what is wrong with the days of a fixture's passages."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import click

from labcore.clock import CLOCK_RULES
from labcore.fixture import Located, lint

__all__ = ["lint_command"]


@click.command("lint", short_help="Look for what is wrong with the days of a corpus.")
@click.argument("fixture", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print every problem as JSON.")
def lint_command(fixture: Path, *, as_json: bool) -> None:
    """Look at the days of FIXTURE's passages, sealed or not, and name file and line of every problem.

    Gaps and overlaps between versions of one source, dates in the wrong order, missing dates, names that
    stand for nothing and loops of supersession. Any problem ends with code 1.

    Example: labcore lint fixtures/samplenote
    """
    found = lint(fixture)
    if as_json:
        click.echo(json.dumps([_as_data(one) for one in found], indent=2, ensure_ascii=False))
    else:
        click.echo(_for_people(found))
    sys.exit(1 if found else 0)


def _for_people(found: tuple[Located, ...]) -> str:
    if not found:
        return "nothing is wrong with the days of this corpus"
    lines = [
        f"{one.place}: {one.problem.rule}: {one.problem.passage_id}: {one.problem.detail}"
        + (f" (see {one.other_place})" if one.other_place else "")
        for one in found
    ]
    counts = Counter(one.problem.rule for one in found)
    steps = [f"  {rule} ({counts[rule]}): {step}" for rule, step in CLOCK_RULES.items() if rule in counts]
    return "\n".join((*lines, "", "what next", *steps))


def _as_data(one: Located) -> dict[str, str | None]:
    return {
        "place": one.place,
        "rule": one.problem.rule.value,
        "passage": one.problem.passage_id,
        "detail": one.problem.detail,
        "other": one.problem.other_id,
        "other_place": one.other_place,
        "next_step": CLOCK_RULES[one.problem.rule],
    }
