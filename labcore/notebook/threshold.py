"""The counts of a scored judge at every threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import altair as alt

from labcore.experiments import Kind, threshold_curve
from labcore.notebook.shown import shown
from labcore.notebook.theme import BLUE, GREEN, RED, heading

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from labcore.experiments import CurvePoint, KillGrid

__all__ = ["curve"]


def curve(grid: KillGrid, thresholds: Sequence[float]) -> alt.TopLevelMixin:
    """Draw what a scored judge would say at every threshold: kills rise while acceptances fall.

    Args:
        grid: The grid of a judge with scores.
        thresholds: Where to count, rising.
    """
    points = threshold_curve(grid, thresholds)
    totals = {kind: len(grid.of(kind)) for kind in Kind}
    lines = (
        ("mutants rejected", "killed", Kind.MUTANT),
        ("valid statements accepted", "valid", Kind.VALID),
        ("equivalents accepted", "equivalent", Kind.EQUIVALENT),
    )
    rows = [
        {"threshold": shown(p.threshold, 3), "what": what, "share": shown(getattr(p, name) / totals[kind], 3)}
        for p in points
        for what, name, kind in lines
    ]
    chart: alt.Chart = (
        alt.Chart(alt.InlineData(values=rows))
        .mark_line(interpolate="step-after", strokeWidth=2.5)
        .encode(
            x=alt.X(
                "threshold:Q",
                title=f"threshold of {grid.judge.partition('@')[0]}",
                scale=alt.Scale(zero=False),
            ),
            y=alt.Y("share:Q", title="share that is right", axis=alt.Axis(format="%")),
            color=alt.Color(
                "what:N",
                title=None,
                scale=alt.Scale(domain=[line[0] for line in lines], range=[RED, BLUE, GREEN]),
            ),
            strokeDash=alt.StrokeDash(
                "what:N", title=None, scale=alt.Scale(domain=[line[0] for line in lines])
            ),
        )
        .properties(name="curve", width=560, height=240, title=heading(*_separation(points, totals)))
    )
    return chart


def _separation(points: Sequence[CurvePoint], totals: Mapping[Kind, int]) -> list[str]:
    good, bad = totals[Kind.VALID] + totals[Kind.EQUIVALENT], totals[Kind.MUTANT]
    lossless = [p.killed for p in points if p.valid + p.equivalent == good]
    half = next((p for p in points if 2 * p.killed >= bad), None)
    finding = (
        f"While every good statement is accepted, {max(lossless, default=0)} of {bad} mutants are rejected"
    )
    if half is None:
        return [finding, "No threshold drawn rejects half of the mutants."]
    lost = good - half.valid - half.equivalent
    at = f"{shown(half.threshold, 2):.2f}"
    return [
        finding,
        f"The first threshold that rejects half of them is {at}, and it loses {lost} of {good} good ones.",
    ]
