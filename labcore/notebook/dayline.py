"""The line of days that charts of time share: its axis, and the day of the question to drag or choose."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import altair as alt

from labcore.notebook.theme import INK

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["at", "axis", "chosen", "day_line", "day_words", "month_starts"]

_DRAG = "[pointerdown, window:pointerup] > pointermove, pointerdown"


def month_starts(first: date, last: date) -> list[date]:
    """Give the first day of every month, from the month of one day to the month of another, both included."""
    months = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    return [date(month // 12, month % 12 + 1, 1) for month in months]


def at(day: date, origin: date | None) -> int | str:
    """Give a day as charts store it: an ISO date, or a count of days where a story has a day 0."""
    return day.isoformat() if origin is None else (day - origin).days


def day_words(day: date, origin: date | None) -> str:
    """Give a day in words: ``2026-01-06``, or ``day 5`` where a story counts days."""
    return day.isoformat() if origin is None else f"day {at(day, origin)}"


def axis(days: Sequence[date], origin: date | None) -> alt.X:
    """Give the x channel over some days, the last one included; dates are UTC, so no time zone moves them."""
    low, high = days[0], days[-1] + timedelta(days=1)
    if origin is not None:
        scale = alt.Scale(domain=[at(low, origin), at(high, origin)], nice=False)
        return alt.X("at:Q", title="day", scale=scale, axis=alt.Axis(grid=False))
    ends = [alt.DateTime(year=day.year, month=day.month, date=day.day, utc=True) for day in (low, high)]
    scale = alt.Scale(type="utc", domain=ends, nice=False)
    ticks = alt.TimeIntervalStep(interval="year", step=1)
    return alt.X(
        "at:T", title="day (UTC)", scale=scale, axis=alt.Axis(grid=False, format="%Y", tickCount=ticks)
    )


def chosen() -> str:
    """Give the Vega expression that keeps rows whose ``first`` to ``last`` hold the number of the chosen day."""
    return "asof.nth && datum.first <= asof.nth[0] && asof.nth[0] <= datum.last"


def day_line(days: Sequence[date], as_of: date, origin: date | None) -> list[alt.Chart]:
    """Draw the day of the question as a line with a label, and an invisible point for each day to drag over.

    The selection is named ``asof`` and its field ``nth`` holds the number of the day among the days; a field
    named like a property of the control, such as step, would be taken for one. Its control obeys the
    keyboard: a slider where a story counts days, else a list of dates.

    Args:
        days: What can be chosen, in order.
        as_of: The day chosen first; one of days.
        origin: Day 0 of a story that counts days; None for calendar dates.
    """
    labels = [day_words(day, origin) for day in days]
    rows = [
        {"at": at(day, origin), "nth": nth, "asked": f"asked about {labels[nth]}"}
        for nth, day in enumerate(days)
    ]
    words = "day of the question "
    control = (
        alt.binding_range(min=0, max=len(days) - 1, step=1, name=words)
        if origin is not None
        else alt.binding_select(options=list(range(len(days))), labels=labels, name=words)
    )
    asof = alt.selection_point(
        name="asof",
        fields=["nth"],
        nearest=True,
        on=_DRAG,
        clear=False,
        empty=False,
        value=[{"nth": list(days).index(as_of)}],
        bind=control,
    )
    base = alt.Chart(alt.InlineData(values=rows)).encode(x=axis(days, origin))
    grips = base.mark_point(size=400, opacity=0, aria=False)
    label = base.mark_text(color=INK, dy=-10, fontWeight="bold", fontSize=12)
    return [
        grips.encode(y=alt.value(0)).properties(name="grips").add_params(asof),
        base.mark_rule(color=INK, strokeWidth=2).transform_filter(asof),
        label.transform_filter(asof).encode(y=alt.value(0), text="asked:N"),
    ]
