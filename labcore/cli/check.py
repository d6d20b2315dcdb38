"""``labcore check``: every named check of a fixture, kept by name and never turned into a score."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from labcore.cli.check_answers import check_answers
from labcore.cli.tables import table
from labcore.errors import ParameterError, visible
from labcore.experiments import LACKING, MAX_ATTEMPTS, MEANINGS, named_checks
from labcore.oracle import answer_schema
from labcore.report import write_checks

if TYPE_CHECKING:
    from labcore.records import NamedCheck
    from labcore.report import GroupCount

__all__ = ["check"]


@click.command("check", short_help="Run every named check of a fixture.")
@click.argument("fixtures", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("build/check"),
    show_default=True,
    help="Where correctness.json, .xml (JUnit) and .html are written.",
)
@click.option(
    "--answers",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Check the structured answers of this JSON Lines file against the facts of the one FIXTURE instead.",
)
@click.option(
    "--max-attempts", default=MAX_ATTEMPTS, show_default=True, help="Answers to one question that may count."
)
@click.option("--schema", is_flag=True, help="Print the JSON Schema that a structured answer keeps.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def check(
    context: click.Context,
    fixtures: tuple[Path, ...],
    *,
    out: Path,
    answers: Path | None,
    max_attempts: int,
    schema: bool,
    as_json: bool,
) -> None:
    """Run every named check that each FIXTURE has the files for; without one, of every folder in fixtures/.

    Ends with code 1 when a check failed. The groups mean different things: their counts are not a score,
    and none of them measures a model's answers.

    Example: labcore check fixtures/limits
    """
    if schema:
        click.echo(json.dumps(answer_schema(), indent=2))
        return
    if answers is not None:
        if len(fixtures) != 1:
            raise ParameterError("answers are checked against one fixture", got=f"{len(fixtures)} fixtures")
        every = check_answers(fixtures[0], answers, max_attempts, out, as_json=as_json)
        context.exit(0 if every else 1)
    checks = [made for folder in fixtures or _found() for made in named_checks(folder)]
    counts = write_checks(checks, out)
    if as_json:
        click.echo((out / "correctness.json").read_text(encoding="utf-8"), nl=False)
    else:
        _for_people(checks, counts, out)
    context.exit(1 if any(count.failed for count in counts) else 0)


def _found() -> tuple[Path, ...]:
    found = tuple(sorted(path.parent for path in Path("fixtures").glob("*/fixture.json")))
    if not found:
        raise ParameterError(
            "labcore check needs a fixture",
            got="no fixtures/*/fixture.json in this folder",
            remedy="Name one: labcore check FIXTURE",
        )
    return found


def _for_people(checks: list[NamedCheck], counts: tuple[GroupCount, ...], out: Path) -> None:
    rows = [
        [
            count.group,
            f"{count.passed} of {count.passed + len(count.failed)}",
            MEANINGS[count.group.partition(": ")[2]],
        ]
        for count in counts
    ]
    click.echo(table(["group", "passed", "what it establishes"], rows))
    for made in checks:
        if not made.passed:
            line = f"FAILED {made.group} / {made.name}: expected {made.expected}; got {made.actual}"
            click.echo(visible(line))
    click.echo()
    for name in dict.fromkeys(_fixture(made) for made in checks):
        _summary(name, [made for made in checks if _fixture(made) == name])
    click.echo(f"kept in {out / 'correctness.json'}, .xml and .html")


def _summary(name: str, checks: list[NamedCheck]) -> None:
    passed = sum(made.passed for made in checks)
    line = f"{name}: {passed} of {len(checks)} named checks passed; their groups are not parts of a score"
    click.echo(visible(line))
    lacking = [made.name for made in checks if made.detail == LACKING]
    if lacking:  # such a list passes when it was recorded so, and is no success
        click.echo(visible(f"{name}: recorded lists without all required evidence: {', '.join(lacking)}"))


def _fixture(made: NamedCheck) -> str:
    return made.group.partition(": ")[0]
