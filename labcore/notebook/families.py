"""Which ranker wins which family of questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from labcore.errors import ParameterError
from labcore.notebook.theme import BLUE, INK, heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.experiments import Comparison, FamilyRow

__all__ = ["family_table"]


_MEASURES = {
    "complete": "all required evidence among the first places",
    "first_hit": "required evidence in the first place",
}


def family_table(comparisons: Sequence[Comparison], baseline: str = "jaccard") -> alt.TopLevelMixin:
    """Draw how many questions of each family each ranker answers, and who gains and loses against a baseline.

    Args:
        comparisons: Rankers over the same questions, the baseline among them.
        baseline: A ranker's name.

    Raises:
        ParameterError: The baseline is not among them.
    """
    by_name = {comparison.ranker: comparison for comparison in comparisons}
    if baseline not in by_name:
        raise ParameterError("the baseline is one of the rankers compared", got=baseline)
    start = {row.family: row for row in by_name[baseline].families()}
    values = [
        _family(row, start[row.family], measure)
        for comparison in comparisons
        for row in comparison.families()
        for measure in _MEASURES
        if row.queries
    ]
    measure = alt.param(
        name="measure",
        value=_MEASURES["complete"],
        bind=alt.binding_radio(options=list(_MEASURES.values()), name="counted: "),
    )
    base = (
        alt.Chart(alt.InlineData(values=values))
        .transform_filter("datum.measure === measure")
        .encode(
            x=alt.X(
                "ranker:N",
                sort=list(by_name),
                title="ranker",
                axis=alt.Axis(orient="top", labelAngle=0, domain=False, ticks=False),
            ),
            y=alt.Y(
                "family:N",
                sort=list(start),
                title="family of questions",
                axis=alt.Axis(domain=False, ticks=False),
            ),
        )
    )
    cells = base.mark_rect(stroke="#FFFFFF", strokeWidth=3).encode(
        color=alt.Color(
            "share:Q", title=None, legend=None, scale=alt.Scale(domain=[0, 1], range=["#EEF1F4", BLUE])
        )
    )
    words = base.mark_text(fontSize=12).encode(
        text="label:N",
        color=alt.condition("datum.share > 0.6", alt.value("#FFFFFF"), alt.value(INK)),
    )
    return (
        alt.layer(cells, words)
        .add_params(measure)
        .properties(
            name="families",
            width=104 * len(by_name),
            height=34 * sum(row.queries > 0 for row in start.values()),
            title=heading(
                _family_finding(comparisons, baseline),
                f"\u25b2 and \u25bc: questions gained and lost against {baseline}",
                width=76,
            ),
        )
    )


def _family(row: FamilyRow, start: FamilyRow, measure: str) -> dict[str, Any]:
    count, before = getattr(row, measure), getattr(start, measure)
    sign = (
        f"  \u25b2{count - before}"
        if count > before
        else f"  \u25bc{before - count}"
        if count < before
        else ""
    )
    return {
        "family": row.family.replace("_", " "),
        "ranker": row.ranker,
        "measure": _MEASURES[measure],
        "share": round(count / row.queries, 3),
        "label": f"{count} of {row.queries}{sign}",
    }


def _family_finding(comparisons: Sequence[Comparison], baseline: str) -> str:
    totals = {c.ranker: sum(row.complete for row in c.families()) for c in comparisons}
    judged = sum(row.queries for row in comparisons[0].families())
    best = max(totals, key=lambda name: totals[name])
    start = {row.family: row.complete for c in comparisons if c.ranker == baseline for row in c.families()}
    lost = [
        f"{c.ranker} loses to it on {row.family.replace('_', ' ')}"
        for c in comparisons
        for row in c.families()
        if row.complete < start[row.family]
    ]
    tail = " and ".join(lost) or "no family loses"
    return f"{best} finds all that is needed for {totals[best]} of {judged} questions, {baseline} for {totals[baseline]}; {tail}"
