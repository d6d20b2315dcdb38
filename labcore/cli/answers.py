"""``labcore answers``: an answerer over fixed bundles, complete, incomplete, conflicting and hostile."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from labcore.cli.numbers import ABOVE_ZERO
from labcore.cli.tables import table
from labcore.errors import ParameterError
from labcore.experiments import ANSWERERS, check_answers
from labcore.fixture import load

if TYPE_CHECKING:
    from labcore.experiments import Answerer, AnswerReport
    from labcore.experiments.judged import AnswerRow

__all__ = ["answers"]


@click.command("answers", short_help="Ask an answerer over fixed bundles and judge what it says.")
@click.argument("fixture", type=click.Path(path_type=Path))
@click.option(
    "--answerer",
    default="honest",
    show_default=True,
    help=f"One of {', '.join(ANSWERERS)}, or your own as module:callable.",
)
@click.option(
    "--seconds", default=30.0, show_default=True, type=ABOVE_ZERO, help="The time limit of one call, above 0."
)
@click.option("--json", "as_json", is_flag=True, help="Print every check as JSON.")
def answers(fixture: Path, answerer: str, seconds: float, *, as_json: bool) -> None:
    """Ask every question of FIXTURE in every wording over every bundle, and judge outcomes, citations and claims.

    A right refusal is a success. The three kinds of check are counted apart; any failure ends with code 1.

    Example: labcore answers fixtures/answers --answerer mine:answer
    """
    report = check_answers(load(fixture), _answerer(answerer), name=answerer, seconds=seconds)
    checks = report.checks()
    click.echo(json.dumps([asdict(check) for check in checks], indent=2) if as_json else _for_people(report))
    sys.exit(0 if all(check.passed for check in checks) else 1)


def _answerer(name: str) -> Answerer:
    if name in ANSWERERS:
        return ANSWERERS[name]
    module, _, attribute = name.partition(":")
    remedy = f"Name one of {', '.join(ANSWERERS)}, or a callable as module:callable"
    if not (module and attribute):
        raise ParameterError("no answerer has this name", got=name, remedy=remedy)
    sys.path.insert(0, str(Path.cwd()))  # a console script does not look where it is called
    try:
        found: Answerer = getattr(import_module(module), attribute)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # a stranger's module may raise anything
        why = f"{type(error).__name__}: {error}"
        raise ParameterError(f"the answerer could not be imported ({why})", got=name, remedy=remedy) from None
    if not callable(found):
        raise ParameterError("an answerer is a callable", got=name, remedy=remedy)
    return found


def _for_people(report: AnswerReport) -> str:
    rows = [
        (
            row.case_id,
            row.bundle.id,
            row.bundle.kind.value,
            " or ".join(sorted(row.bundle.expects)),
            row.asked.outcome,
            ", ".join(one.cited for one in row.claims) or None,
            f"{sum(one.passed for one in asked)}/{len(asked)}",
            "; ".join(row.faults) or None,
        )
        for asked in _by_bundle(report)
        for row in asked[:1]
    ]
    headers = ("case", "bundle", "kind", "expected", "first wording", "claims", "right", "faults")
    changes = [(one.case_id, one.bundle_id, one.kind.value, one.words, one.right) for one in report.changes]
    counts = Counter((check.group, check.passed) for check in report.checks())
    totals = [
        f"{group}: {counts[group, True]} right, {counts[group, False]} wrong"
        for group in ("answer", "change", "wording")
    ]
    return "\n".join(
        (
            f"== {report.answerer} ==",
            table(headers, rows),
            "",
            "against the complete bundle",
            table(("case", "bundle", "kind", "gave", "as it should"), changes),
            "",
            *totals,
        )
    )


def _by_bundle(report: AnswerReport) -> list[list[AnswerRow]]:
    groups: dict[tuple[str, str], list[AnswerRow]] = {}
    for row in report.rows:
        groups.setdefault((row.case_id, row.bundle.id), []).append(row)
    return list(groups.values())
