"""A chart of clocks: the life of passages on a line of days, on which the day of the question can be dragged."""

from __future__ import annotations

import re
from datetime import date, timedelta
from textwrap import shorten
from typing import TYPE_CHECKING, Any

import altair as alt

from labcore import clock
from labcore.clock import State
from labcore.errors import ParameterError
from labcore.notebook.dayline import at, axis, chosen, day_line, day_words
from labcore.notebook.theme import GREEN, GREY, INK, ORANGE, QUIET

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from labcore.records import Passage

__all__ = ["STATE_COLOURS", "timeline", "titled"]

STATE_COLOURS: dict[State, str] = {
    State.UNPUBLISHED: "#E3E1DB",
    State.PENDING: ORANGE,
    State.IN_FORCE: GREEN,
    State.EXPIRED: GREY,
}
"""State -> colour; only what is green may be evidence."""

_WORDS = {state: state.value.replace("_", " ") for state in State}
_CLOCKS = {
    "published_at": "published",
    "effective_from": "effective",
    "effective_until": "ends",
    "retrieved_at": "retrieved",
}
_SHAPES = ["triangle-down", "diamond", "square", "circle"]
_ROW = 76
_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def titled(passage: Passage) -> str:
    """Give a passage's row name: version and title, or what there is of them, or its id."""
    return ": ".join(part for part in (passage.version, passage.title) if part) or passage.id


def timeline(
    passages: Sequence[Passage],
    days: Sequence[date],
    as_of: date,
    *,
    origin: date | None = None,
    label: Callable[[Passage], str] = titled,
) -> alt.TopLevelMixin:
    """Draw each passage's states and clocks over some days; the day of the question is dragged or chosen.

    Args:
        passages: A row each, at least one, with labels that differ.
        days: What can be chosen, in order.
        as_of: The day chosen first; one of days.
        origin: Day 0 of a story that counts days; None for calendar dates.
        label: Names a passage's row.

    Raises:
        ParameterError: There is no passage, or as_of is not one of the days.
    """
    if not passages or as_of not in days:
        raise ParameterError(
            "a timeline shows passages, and its first day is one of its days",
            got=f"{len(passages)} passages, {as_of}",
        )
    names = {passage.id: shorten(label(passage), 90, placeholder="...") for passage in passages}
    y = alt.Y("name:N", sort=list(names.values()), axis=None, scale=alt.Scale(paddingInner=0, paddingOuter=0))
    bands = [{"name": names[p.id], **band} for p in passages for band in _bands(p, days, origin)]
    strikes = [{"name": names[p.id], **strike} for p in passages for strike in _strikes(p, days, origin)]
    x = axis(days, origin)
    chart: alt.LayerChart | alt.FacetChart = alt.layer(
        _states(bands, x, y), _clocks(strikes, x, y), *day_line(days, as_of, origin), *_captions(bands, y)
    ).properties(
        name="timeline",
        width=640,
        height=_ROW * len(passages),
        title={
            "text": _finding(passages, as_of, days, origin),
            "subtitle": "drag the line, or use the control below the picture",
        },
    )
    return chart


def _bands(passage: Passage, days: Sequence[date], origin: date | None) -> list[dict[str, Any]]:
    """Make a row for each state; it knows which choices of the control lie in it, and its sentence."""
    high = days[-1] + timedelta(days=1)
    periods = _periods(passage, days[0], high)
    rows = []
    for (state, start), end in zip(periods, [*(day for _, day in periods[1:]), high], strict=True):
        inside = [step for step, day in enumerate(days) if start <= day < end]
        rows.append(
            {
                "state": _WORDS[state],
                "at": at(start, origin),
                "end": at(end, origin),
                "first": min(inside, default=0),
                "last": max(inside, default=-1),
                "why": _sentence(passage, start, origin),
            }
        )
    return rows


def _periods(passage: Passage, low: date, high: date) -> list[tuple[State, date]]:
    """Give each state with the day from which it holds, in order, from low on."""
    edges = (passage.published_at, passage.effective_from, passage.effective_until)
    cuts = sorted({low, *(edge for edge in edges if edge and low < edge < high)})
    states = [(clock.state(passage, cut), cut) for cut in cuts]
    return [
        period for number, period in enumerate(states) if not number or states[number - 1][0] != period[0]
    ]


def _sentence(passage: Passage, day: date, origin: date | None) -> str:
    """Say why a state holds, for all of its days, counting days where the story does."""
    words = clock.why(passage, day).replace(f" on {day}", "", 1)
    return _ISO_DAY.sub(lambda found: day_words(date.fromisoformat(found[0]), origin), words)


def _strikes(passage: Passage, days: Sequence[date], origin: date | None) -> list[dict[str, Any]]:
    """Make a row for each of a passage's clocks that strikes on these days."""
    return [
        {"clock": word, "at": at(day, origin), "day": day_words(day, origin)}
        for field, word in _CLOCKS.items()
        if (day := getattr(passage, field)) is not None and days[0] <= day <= days[-1]
    ]


def _states(bands: list[dict[str, Any]], x: alt.X, y: alt.Y) -> alt.Chart:
    scale = alt.Scale(domain=[_WORDS[s] for s in State], range=[STATE_COLOURS[s] for s in State])
    colour = alt.Color("state:N", title=None, scale=scale, legend=alt.Legend(symbolType="square"))
    tooltip = [
        alt.Tooltip("name:N", title="passage"),
        alt.Tooltip("state:N"),
        alt.Tooltip("why:N", title="because"),
    ]
    base = alt.Chart(alt.InlineData(values=bands)).mark_bar(height=22)
    drawn: alt.Chart = base.encode(x=x, x2="end", y=y, color=colour, tooltip=tooltip)
    return drawn


def _clocks(strikes: list[dict[str, Any]], x: alt.X, y: alt.Y) -> alt.Chart:
    scale = alt.Scale(domain=list(_CLOCKS.values()), range=_SHAPES)
    base = alt.Chart(alt.InlineData(values=strikes))
    mark = base.mark_point(size=90, filled=True, color=INK, opacity=1, yOffset=-17)
    tooltip = [alt.Tooltip("clock:N"), alt.Tooltip("day:N")]
    drawn: alt.Chart = mark.encode(
        x=x, y=y, shape=alt.Shape("clock:N", title=None, scale=scale), tooltip=tooltip
    )
    return drawn


def _captions(bands: list[dict[str, Any]], y: alt.Y) -> list[alt.Chart]:
    """Name each passage above its band, and say below it what the chosen day makes of it, over the line."""
    names = alt.Chart(
        alt.InlineData(values=[{"name": name} for name in dict.fromkeys(b["name"] for b in bands)])
    )
    why = alt.Chart(alt.InlineData(values=bands)).transform_filter(chosen())
    drawn = []
    halos: list[dict[str, Any]] = [{"stroke": "#FFFFFF", "strokeWidth": 4}, {}]
    for halo in halos:
        title = names.mark_text(align="left", x=0, dy=-30, fontWeight="bold", fontSize=12, color=INK, **halo)
        words = why.mark_text(align="left", x=0, dy=22, fontSize=11, color=QUIET, **halo)
        drawn += [title.encode(y=y, text="name:N"), words.encode(y=y, text="why:N")]
    return drawn


def _finding(passages: Sequence[Passage], as_of: date, days: Sequence[date], origin: date | None) -> str:
    if len(passages) == 1:
        state = clock.state(passages[0], as_of)
        verdict = "may be evidence" if state is State.IN_FORCE else "is no evidence"
        return f"Asked about {day_words(as_of, origin)}, the rule is {_WORDS[state]} and {verdict}"
    ever = sum(any(clock.state(passage, day) is State.IN_FORCE for day in days) for passage in passages)
    if ever == len(passages):
        return f"Each of these {ever} passages is evidence on its own days and on no others"
    return f"Of these {len(passages)} passages, {ever} are in force on some of these days and {len(passages) - ever} on none"
