"""The part of ``labcore check`` that reads a file of structured answers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from labcore.cli.tables import table
from labcore.errors import ParameterError, visible
from labcore.experiments import judge_answers, read_raw_answers
from labcore.fixture import load
from labcore.report import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from labcore.experiments import AnswersReport, Attempt

__all__ = ["check_answers"]


def check_answers(fixture: Path, answers: Path, max_attempts: int, out: Path, *, as_json: bool) -> bool:
    """Read, judge, keep and show a file of answers; True where every question ended accepted.

    Raises:
        ParameterError: The file of answers cannot be read. FixtureError: A line of it is broken.
    """
    loaded = load(fixture)
    loaded.require("propositions.jsonl", "checking answers")
    try:
        content = answers.read_bytes()
    except OSError as error:
        raise ParameterError("answers must be a file that can be read", got=str(error)) from None
    report = judge_answers(loaded, read_raw_answers(answers.name, content), max_attempts=max_attempts)
    kept = [_kept(attempt) for attempt in report.attempts]
    write_whole(out / "answers.jsonl", "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept))
    if as_json:
        whole = {"questions": report.questions, "parsed": report.parsed, "accepted": report.accepted}
        click.echo(json.dumps({**whole, "outcomes": report.outcomes, "attempts": kept}, indent=2))
    else:
        _for_people(report, out)
    return 0 < report.questions == report.accepted


def _kept(attempt: Attempt) -> dict[str, Any]:
    verdict = attempt.verdict
    return {
        "_id": attempt.raw.id,
        "fact": attempt.raw.fact,
        "attempt": attempt.raw.attempt,
        "outcome": attempt.outcome,
        "detail": attempt.late or attempt.read.detail or (verdict.detail if verdict else ""),
        "reasons": list(verdict.reasons) if verdict else [],
        "next_step": verdict.next_step if verdict else "",
        "bundle": list(attempt.raw.bundle),
        "answer": attempt.raw.answer,
    }


def _for_people(report: AnswersReport, out: Path) -> None:
    click.echo(table(["outcome", "attempts"], sorted(report.outcomes.items())))
    for attempt in report.attempts:
        if attempt.outcome != "accepted":
            row = _kept(attempt)
            click.echo(visible(f"{row['_id']} attempt {row['attempt']}: {row['outcome']}; {row['detail']}"))
    click.echo(
        f"\ncoverage: {report.parsed} of {report.questions} questions; the others are neither right nor wrong"
    )
    click.echo(f"accepted: {report.accepted} of the {report.parsed} parsed")
    click.echo(f"every attempt is kept in {out / 'answers.jsonl'}")
