"""The part of ``labcore check`` that reads a file of structured answers."""

from __future__ import annotations

import json
from dataclasses import asdict
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
    """Read, judge, keep and show a file of answers; True where nothing in it breaks a rule.

    That is: every question of the file ended accepted, and no bundle of an attempt that counts held a passage
    that its asker may not use. A question of the fixture that the file leaves out is named, and is no failure of the file.

    Raises:
        ParameterError: The file of answers cannot be read. FixtureError: A line of it is broken.
    """
    loaded = load(fixture)
    loaded.require("propositions.jsonl", "checking answers")
    try:
        content = answers.read_bytes()
    except OSError as error:
        raise ParameterError("answers must be a file that can be read", got=str(error)) from None
    questions = [query.id for query in loaded.queries]
    rows = read_raw_answers(answers.name, content, questions)
    report = judge_answers(loaded, rows, max_attempts=max_attempts)
    kept = [_kept(attempt) for attempt in report.attempts]
    write_whole(out / "answers.jsonl", "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept))
    if as_json:
        whole = {"questions": report.questions, "parsed": report.parsed, "accepted": report.accepted}
        left = {"unanswered": list(report.unanswered)}
        click.echo(json.dumps({**whole, **left, "outcomes": report.outcomes, "attempts": kept}, indent=2))
    else:
        _for_people(report, questions, out)
    clean = not any(attempt.inadmissible for attempt in report.attempts if not attempt.late)
    return clean and 0 < report.questions == report.accepted


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
        "inadmissible": [asdict(one) for one in attempt.inadmissible],
        "answer": attempt.raw.answer,
    }


def _for_people(report: AnswersReport, questions: list[str], out: Path) -> None:
    click.echo(table(["outcome", "attempts"], sorted(report.outcomes.items())))
    for attempt in report.attempts:
        name = f"{attempt.raw.id} attempt {attempt.raw.attempt}"
        if attempt.outcome != "accepted":
            click.echo(visible(f"{name}: {attempt.outcome}; {_kept(attempt)['detail']}"))
        for one in attempt.inadmissible:
            said = f"{name}: was given {one.passage_id}, not admissible: {one.reason}; {one.detail}"
            click.echo(visible(said))
    click.echo(
        f"\ncoverage: {report.parsed} of {report.questions} questions in the file; the others are neither "
        "right nor wrong"
    )
    click.echo(visible(_left_out(report, questions)))
    click.echo(f"accepted: {report.accepted} of the {report.parsed} parsed")
    click.echo(f"every attempt is kept in {out / 'answers.jsonl'}")


def _left_out(report: AnswersReport, questions: list[str]) -> str:
    if not questions:
        return "the fixture has no questions: neither their ids nor what was admissible could be checked"
    left = report.unanswered
    names = f": {', '.join(left)}" if left else ""
    return f"without an answer in the file: {len(left)} of the fixture's {len(questions)} questions{names}"
