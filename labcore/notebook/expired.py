"""Charts of the expired rule: one question on many days, and every question with and without a filter."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any

import altair as alt

from labcore.experiments.citing import NOTHING, first_place
from labcore.notebook.dayline import axis, chosen, day_line
from labcore.notebook.theme import GREEN, GREY, INK, QUIET, RED, heading

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from labcore.experiments import CiteReport, DayRow

__all__ = ["first_over_time", "two_searches"]

_MAY, _MAY_NOT, _NONE = "may be evidence", "may not", "nothing found"
_WIDTH = 560
_LETTER = 7.5
"""About the width of a letter in pixels, to leave out a label that its band cannot hold."""
_SEARCHES = {"unfiltered": "no filter", "filtered": "admissible only"}


def first_over_time(rows: Sequence[DayRow], as_of: date, says: Mapping[str, str]) -> alt.TopLevelMixin:
    """Draw what one question finds first on each day, without a filter and with one.

    Args:
        rows: One for each day, in order.
        as_of: The day chosen first; one of the rows' days.
        says: Passage id -> what it says in a few words, such as ``14 days``; an absent id says itself.
    """
    days = [row.day for row in rows]
    base = alt.Chart(alt.InlineData(values=[band for kind in _SEARCHES for band in _bands(rows, kind, says)]))
    y = alt.Y("search:N", sort=list(_SEARCHES.values()), title=None, scale=alt.Scale(paddingInner=0.5))
    scale = alt.Scale(domain=[_MAY, _MAY_NOT, _NONE], range=[GREEN, RED, GREY])
    colour = alt.Color("verdict:N", title=None, scale=scale, legend=alt.Legend(symbolType="square"))
    tooltip = [alt.Tooltip("found:N", title="comes first"), alt.Tooltip("sentence:N", title="because")]
    bars = base.mark_bar(height=34, stroke="#FFFFFF").encode(
        x=axis(days, None), x2="end", y=y, color=colour, tooltip=tooltip
    )
    label = base.mark_text(color="#FFFFFF", fontWeight="bold").encode(
        x=alt.X("middle:T", title=None), y=y, text="label:N"
    )
    why = base.transform_filter(chosen()).mark_text(align="left", x=2, dy=30, color=QUIET, fontSize=11)
    chart: alt.LayerChart | alt.FacetChart = alt.layer(
        bars, label, *day_line(days, as_of, None), why.encode(y=y, text="sentence:N")
    ).properties(
        name="first",
        width=_WIDTH,
        height=180,
        title=heading(_over_time(rows), "drag the line, or use the control below the picture"),
    )
    return chart


def two_searches(report: CiteReport) -> alt.TopLevelMixin:
    """Draw each question's first passage twice: found over everything, and found over what is admissible."""
    rows = [row for question in report.questions for row in _question(question)]
    names = [row["name"] for row in rows[::2]]
    x = alt.X(
        "search:N",
        sort=list(_SEARCHES.values()),
        title="what comes first",
        axis=alt.Axis(orient="top", labelAngle=0, domain=False, ticks=False, labelFontWeight="bold"),
    )
    y = alt.Y("name:N", sort=names, title=None, axis=alt.Axis(domain=False, ticks=False))
    scale = alt.Scale(domain=["as expected", "not as expected"], range=[GREEN, RED])
    colour = alt.Color("verdict:N", title=None, scale=scale, legend=alt.Legend(symbolType="circle"))
    base = alt.Chart(alt.InlineData(values=rows)).encode(x=x, y=y)
    tooltip = [alt.Tooltip("text:N", title="question"), alt.Tooltip("found:N", title="comes first")]
    chart: alt.LayerChart | alt.FacetChart = alt.layer(
        base.mark_circle(size=230, opacity=1, xOffset=-70).encode(color=colour, tooltip=tooltip),
        base.mark_text(color="#FFFFFF", fontWeight="bold", xOffset=-70).encode(text="mark:N"),
        base.mark_text(align="left", xOffset=-52, color=INK).encode(text="found:N"),
    ).properties(
        name="questions",
        width=460,
        height=34 * len(names),
        title={"text": _two(report), "subtitle": _context(report)},
    )
    return chart


def _bands(rows: Sequence[DayRow], search: str, says: Mapping[str, str]) -> list[dict[str, Any]]:
    """Join neighbouring days on which the same comes first for the same reason."""
    bands = []
    for (found, barred), days in groupby(enumerate(rows), key=lambda pair: _first(pair[1], search)):
        steps = [step for step, _ in days]
        start, last = rows[steps[0]].day, rows[steps[-1]].day
        end = rows[steps[-1] + 1].day if steps[-1] + 1 < len(rows) else last + timedelta(days=1)
        verdict = _NONE if found == NOTHING else _MAY_NOT if barred else _MAY
        words = says.get(found, found)
        label = f"{words}: {barred.replace('_', ' ')}" if barred else words
        fits = _LETTER * len(label) <= _WIDTH * len(steps) / len(rows)
        bands.append(
            {
                "search": _SEARCHES[search],
                "found": found,
                "verdict": verdict,
                "label": label if fits else "",
                "sentence": _sentence(found, words, barred),
                "at": start.isoformat(),
                "middle": (start + (end - start) / 2).isoformat(),
                "end": end.isoformat(),
                "first": steps[0],
                "last": steps[-1],
            }
        )
    return bands


def _first(row: DayRow, search: str) -> tuple[str, str | None]:
    return (row.unfiltered, row.barred) if search == "unfiltered" else (row.filtered, None)


def _sentence(found: str, words: str, barred: str | None) -> str:
    if found == NOTHING:
        return "nothing is in force, and the search says so"
    if barred:
        return f"answers {words} from {found}, which is {barred.replace('_', ' ')} on that day"
    return f"answers {words} from {found}, which is in force on that day"


def _over_time(rows: Sequence[DayRow]) -> str:
    unfiltered = {row.unfiltered for row in rows}
    filtered = {row.filtered for row in rows} - {NOTHING}
    wrong = sum(row.barred is not None for row in rows)
    return (
        f"Without a filter {len(unfiltered)} source answers every day, on {wrong} of {len(rows)} days wrongly; "
        f"with one, {len(filtered)} sources take turns"
    )


def _question(question: Any) -> list[dict[str, Any]]:
    as_of = question.query.scope.as_of
    name = f"{question.query.id}, {as_of}: {question.expected}"
    rows = []
    for search, run, right in (
        ("unfiltered", question.control, question.control_right),
        ("filtered", question.filtered, question.filtered_right),
    ):
        barred = question.control_barred if search == "unfiltered" else None
        found = first_place(run) + (f" ({barred.replace('_', ' ')})" if barred else "")
        rows.append(
            {
                "name": name,
                "text": question.query.text,
                "search": _SEARCHES[search],
                "found": found,
                "verdict": "as expected" if right else "not as expected",
                "mark": "\u2713" if right else "\u00d7",
            }
        )
    return rows


def _two(report: CiteReport) -> str:
    total = len(report.questions)
    control = sum(row.control_right for row in report.questions)
    filtered = sum(row.filtered_right for row in report.questions)
    return f"The same ranker puts the right passage first {control} of {total} times, behind a filter {filtered} of {total}"


def _context(report: CiteReport) -> str:
    return (
        f"rows: question, day asked about, what must come first; {report.fixture}, ranked by {report.ranker}"
    )
