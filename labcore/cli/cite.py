"""``labcore cite``: a fixture's questions with and without admission, and its proposed citations."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from labcore.cli.tables import table
from labcore.errors import visible
from labcore.experiments import check_citations
from labcore.experiments.citing import first_place
from labcore.fixture import load
from labcore.ranking import RANKERS

if TYPE_CHECKING:
    from labcore.experiments import CitationRow, CiteReport, QuestionRow

__all__ = ["cite"]


@click.command("cite", short_help="Check a fixture's questions and proposed citations.")
@click.argument("fixture", type=click.Path(path_type=Path))
@click.option(
    "--ranker",
    type=click.Choice(list(RANKERS)),
    default="token_overlap",
    show_default=True,
    help="The same for control and filtered.",
)
@click.option("--k", default=3, show_default=True, help="How many passages an answerer is given, from 1.")
@click.option("--json", "as_json", is_flag=True, help="Print every row as JSON.")
def cite(fixture: Path, ranker: str, k: int, *, as_json: bool) -> None:
    """Rank the questions of FIXTURE over everything and over admissible passages, and decide its citations.

    The control ranks everything, so its failures are expected and fail nothing. A filtered question or a
    citation that does not come out as expected ends with code 1.

    Example: labcore cite fixtures/samplenote
    """
    loaded = load(fixture)
    report = check_citations(loaded, ranker=ranker, k=k)
    failed = [check for check in report.checks() if not check.passed]
    if as_json:
        click.echo(json.dumps(_as_data(report), indent=2, ensure_ascii=False))
    else:
        click.echo(f"{visible(loaded.title)}\n\n{_questions(report)}\n\n{_citations(report)}")
    for check in failed:
        came = f"expected {check.expected}, got {check.actual} ({check.detail})"
        click.echo(visible(f"failed: {check.group} {check.name}: {came}"), err=True)
    sys.exit(1 if failed else 0)


def _questions(report: CiteReport) -> str:
    rows = [
        (
            row.query.id,
            row.query.scope.as_of,
            row.expected,
            first_place(row.control),
            _mark(right=row.control_right),
            row.control_barred,
            first_place(row.filtered),
            _mark(right=row.filtered_right),
        )
        for row in report.questions
    ]
    headers = ("question", "as of", "expected first", "control", "", "which is", "filtered", "")
    total = len(rows)
    return (
        f"{table(headers, rows)}\n"
        f"right first: control {sum(row.control_right for row in report.questions)} of {total} "
        f"(no filter, {report.ranker}; its failures are expected), "
        f"filtered {sum(row.filtered_right for row in report.questions)} of {total}"
    )


def _citations(report: CiteReport) -> str:
    rows = [
        (
            row.case.id,
            row.case.citation.passage_id,
            row.case.expected,
            row.actual,
            _mark(right=row.as_expected),
            f"{row.verdict.span.start}-{row.verdict.span.end}" if row.verdict.span else None,
            row.verdict.detail,
        )
        for row in report.citations
    ]
    headers = ("citation", "cites", "expected", "actual", "", "quote at", "why")
    accepted = sum(row.verdict.accepted for row in report.citations)
    agreed = sum(row.as_expected for row in report.citations)
    steps = dict.fromkeys(
        visible(f"  {row.actual}: {row.verdict.next_step}")
        for row in report.citations
        if not row.verdict.accepted
    )
    return "\n".join(
        (
            table(headers, rows),
            f"accepted: {accepted} of {len(rows)}; as expected: {agreed} of {len(rows)}",
            *(("", "what next", *steps) if steps else ()),
        )
    )


def _mark(*, right: bool) -> str:
    return "right" if right else "WRONG"


def _as_data(report: CiteReport) -> dict[str, Any]:
    return {
        "fixture": report.fixture,
        "ranker": report.ranker,
        "questions": [_question_data(row) for row in report.questions],
        "citations": [_citation_data(row) for row in report.citations],
    }


def _question_data(row: QuestionRow) -> dict[str, Any]:
    return {
        "query": row.query.id,
        "as_of": str(row.query.scope.as_of) if row.query.scope.as_of else None,
        "expected": row.expected,
        "control": list(row.control.passage_ids),
        "control_right": row.control_right,
        "control_barred": row.control_barred,
        "filtered": list(row.filtered.passage_ids),
        "filtered_right": row.filtered_right,
        "excluded": {one.passage_id: one.reason.value for one in row.filtered.excluded},
    }


def _citation_data(row: CitationRow) -> dict[str, Any]:
    span = row.verdict.span
    return {
        "citation": row.case.id,
        "passage": row.case.citation.passage_id,
        "expected": row.case.expected,
        "actual": row.actual,
        "as_expected": row.as_expected,
        "reasons": list(row.verdict.reasons),
        "span": [span.start, span.end] if span else None,
        "detail": row.verdict.detail,
        "next_step": row.verdict.next_step,
    }
