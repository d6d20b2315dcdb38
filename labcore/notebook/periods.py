"""One message name, several cycle times: what each version sends, and what a receiver built on another one sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from labcore.errors import ParameterError
from labcore.facts import Kind, Status
from labcore.notebook.theme import BLUE, INK, RED, heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.facts import FactStore, Result

__all__ = ["of", "timeline"]

_PERIOD = "transmit_period_ms"
_FRAMES = 12
"""Gaps that the slowest message is drawn with."""


def of(store: FactStore, found: Result) -> list[Result]:
    """Fetch the facts of each message that a search found, scope by scope, where the source states a period.

    Args:
        store: What was searched.
        found: The search's result.

    Raises:
        StoreError: The store failed.
    """
    entries = found.candidates or ((found.identified,) if found.identified else ())
    messages = [one for one in entries if one.kind is Kind.MESSAGE]
    fetched = [store.fetch("message_facts", one.scope, one.name) for one in messages]
    return [one for one in fetched if one.status is Status.ANSWERED and one.rows[0][_PERIOD] is not None]


def timeline(answers: Sequence[Result]) -> alt.TopLevelMixin:
    """Draw the frames of a message as each scope has it sent, and which gaps a receiver's time-out cannot bear.

    The time-out is a slider inside the chart; it begins at one and a half times the shortest period.

    Args:
        answers: Answered fetches of ``message_facts`` with a period, one for each scope.

    Raises:
        ParameterError: There is none.
    """
    if not answers:
        raise ParameterError("a timeline has at least one message with a period")
    periods = {_label(one): int(str(one.rows[0][_PERIOD])) for one in answers}
    longest = max(periods.values())
    time_out = alt.param(
        name="time_out",
        value=round(1.5 * min(periods.values())),
        bind=alt.binding_range(min=1, max=3 * longest, step=1, name="a receiver gives up after (ms) "),
    )
    gaps = [gap for label, period in periods.items() for gap in _gaps(label, period, _FRAMES * longest)]
    return _drawn(gaps, time_out, periods).properties(title=_title(answers, periods))


def _gaps(label: str, period: int, until: int) -> list[dict[str, Any]]:
    starts = range(0, until, period)
    return [{"version": label, "from": start, "to": start + period, "gap": period} for start in starts]


def _drawn(
    gaps: list[dict[str, Any]], time_out: alt.Parameter, periods: dict[str, int]
) -> alt.LayerChart | alt.FacetChart:
    late = "datum.gap > time_out"
    y = alt.Y(
        "version:N", sort=list(periods), title=None, axis=alt.Axis(domain=False, ticks=False, labelPadding=8)
    )
    x = alt.X("from:Q", title="time since the first frame, ms", axis=alt.Axis(grid=False))
    colour = alt.condition(late, alt.value(RED), alt.value("#C9CDD2"))
    base = alt.Chart(alt.InlineData(values=gaps)).encode(y=y)
    lines = base.mark_rule(strokeWidth=3).encode(x=x, x2="to:Q", color=colour)
    frames = base.mark_tick(thickness=3, size=26, color=BLUE).encode(
        x=x,
        tooltip=[
            alt.Tooltip("from:Q", title="sent at, ms"),
            alt.Tooltip("gap:Q", title="next one after, ms"),
        ],
    )
    told = (
        base.transform_calculate(late="datum.gap > time_out ? 1 : 0")
        .transform_aggregate(late="sum(late)", all="count()", groupby=["version"])
        .transform_calculate(text="datum.late + ' of ' + datum.all + ' gaps reported as a loss'")
        .mark_text(align="left", baseline="bottom", dy=-20, x=0, fontSize=12, color=INK)
        .encode(text="text:N")
    )
    return (
        alt.layer(lines, frames, told)
        .add_params(time_out)
        .properties(name="periods", width=560, height=alt.Step(70))
    )


def _title(answers: Sequence[Result], periods: dict[str, int]) -> dict[str, list[str]]:
    name = answers[0].rows[0]["message_key"]
    each = ", ".join(f"every {period} ms in {label}" for label, period in periods.items())
    below = (
        "Blue: a frame. Red: a gap longer than the receiver waits; it reports a loss, and nothing was lost."
    )
    return heading(f"{name}: {each}", below)


def _label(answer: Result) -> str:
    scope = answer.evidence.scope
    return "" if scope is None else str(scope.snapshot)
