"""Charts of support: the table of strengths, and answerers over fixed bundles."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import altair as alt

from labcore.citation import CONDUCT, FREQUENCY, Support, compare
from labcore.notebook.theme import GREEN, GREY, INK, RED, heading
from labcore.records import Claim, Frequency, Norm, Polarity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.citation.strength import Level
    from labcore.experiments import AnswerReport

__all__ = ["answers_over_bundles", "support_table"]

_SYMBOLS = {Support.SUPPORTED: "\u2713", Support.CONTRADICTED: "\u00d7", Support.ABSENT: "?"}
_COLOURS = {Support.SUPPORTED: GREEN, Support.CONTRADICTED: RED, Support.ABSENT: GREY}


def support_table() -> alt.TopLevelMixin:
    """Draw both scales: what is asserted, what is claimed of it, and whether that is supported.

    The tables are those that decide; nothing is drawn that is not compared by the same code.
    """
    frequencies = list(dict.fromkeys(asserted for asserted, _ in FREQUENCY))
    norms = list(CONDUCT)
    cells = [_compare(asserted, claimed) for asserted, claimed in product(frequencies, repeat=2)]
    weaker = sum(cell["result"] == Support.ABSENT.value for cell in cells)
    parts = [
        _grid(frequencies, "frequencies", "how often it is so"),
        _grid(norms, "norms", "how binding it is (RFC 2119)"),
    ]
    chart: alt.HConcatChart = alt.hconcat(*parts, spacing=30).properties(
        title=heading(
            f"A weaker passage leaves a stronger claim open: {weaker} of {len(cells)} pairs on the left are neither true nor false",
            "rows: what the passage asserts; columns: what is claimed; the two scales never meet",
        )
    )
    return chart


def answers_over_bundles(reports: Sequence[AnswerReport]) -> alt.TopLevelMixin:
    """Draw what each answerer said over each bundle, in the first wording, and how many wordings were right."""
    rows = [row for report in reports for row in _bundles(report)]
    names = list(dict.fromkeys(row["name"] for row in rows))
    answerers = [report.answerer for report in reports]
    x = alt.X(
        "answerer:N",
        sort=answerers,
        title="answerer",
        axis=alt.Axis(orient="top", labelAngle=0, domain=False, ticks=False),
    )
    y = alt.Y("name:N", sort=names, title=None, axis=alt.Axis(domain=False, ticks=False, labelLimit=420))
    scale = alt.Scale(domain=["right in every wording", "wrong"], range=[GREEN, RED])
    colour = alt.Color("verdict:N", title=None, scale=scale, legend=alt.Legend(symbolType="circle"))
    base = alt.Chart(alt.InlineData(values=rows)).encode(x=x, y=y)
    tooltip = [alt.Tooltip("said:N"), alt.Tooltip("right:N"), alt.Tooltip("fault:N", title="first fault")]
    chart: alt.LayerChart | alt.FacetChart = alt.layer(
        base.mark_circle(size=200, opacity=1, xOffset=-34).encode(color=colour, tooltip=tooltip),
        base.mark_text(color="#FFFFFF", fontWeight="bold", xOffset=-34).encode(text="mark:N"),
        base.mark_text(align="left", xOffset=-20, color=INK, fontSize=11).encode(text="said:N"),
    ).properties(
        name="answers",
        width=150 * len(reports),
        height=27 * len(names),
        title={
            "text": _who(reports),
            "subtitle": "rows: question, bundle, what is right there; a right refusal counts as right",
        },
    )
    return chart


def _grid(levels: Sequence[Level], name: str, what: str) -> alt.LayerChart | alt.FacetChart:
    words = [_level(level) for level in levels]
    cells = [_compare(asserted, claimed) for asserted, claimed in product(levels, repeat=2)]
    x = alt.X(
        "claimed:N",
        sort=words,
        title=f"claimed: {what}",
        axis=alt.Axis(orient="top", labelAngle=-40, domain=False, ticks=False),
    )
    y = alt.Y("asserted:N", sort=words, title="asserted", axis=alt.Axis(domain=False, ticks=False))
    scale = alt.Scale(domain=[support.value for support in _COLOURS], range=list(_COLOURS.values()))
    colour = alt.Color("result:N", title=None, scale=scale, legend=alt.Legend(symbolType="square"))
    base = alt.Chart(alt.InlineData(values=cells)).encode(x=x, y=y)
    return alt.layer(
        base.mark_rect(stroke="#FFFFFF", strokeWidth=2).encode(
            color=colour, tooltip=["asserted:N", "claimed:N", "result:N"]
        ),
        base.mark_text(color="#FFFFFF", fontSize=15, fontWeight="bold").encode(text="mark:N"),
    ).properties(name=name, width=44 * len(levels), height=38 * len(levels))


def _compare(asserted: Level, claimed: Level) -> dict[str, Any]:
    claims = [
        Claim(subject="it", relation="so", strength=level[0], polarity=level[1])
        for level in (asserted, claimed)
    ]
    found = compare(claims[1], claims[0])
    return {
        "asserted": _level(asserted),
        "claimed": _level(claimed),
        "result": found.value,
        "mark": _SYMBOLS[found],
    }


def _level(level: Level) -> str:
    strength, polarity = level
    if polarity is Polarity.AFFIRMED:
        return strength.value
    if isinstance(strength, Norm):
        return f"{strength.value} NOT"
    return "never" if strength is Frequency.ALWAYS else f"{strength.value} not"


def _bundles(report: AnswerReport) -> list[dict[str, Any]]:
    groups: dict[tuple[str, str], list[Any]] = {}
    for row in report.rows:
        groups.setdefault((row.case_id, row.bundle.id), []).append(row)
    rows = []
    for asked in groups.values():
        first, right = asked[0], sum(row.passed for row in asked)
        expects = " or ".join(sorted(first.bundle.expects))
        rows.append(
            {
                "name": f"{first.case_id}, {first.bundle.id.replace('-', ' ')}: {expects}",
                "answerer": report.answerer,
                "said": ": ".join((first.asked.outcome, *(one.cited.value for one in first.claims))),
                "right": f"{right} of {len(asked)} wordings",
                "verdict": "right in every wording" if right == len(asked) else "wrong",
                "mark": "\u2713" if right == len(asked) else "\u00d7",
                "fault": first.faults[0] if first.faults else "none",
            }
        )
    return rows


def _who(reports: Sequence[AnswerReport]) -> str:
    counts = [f"{report.answerer} {sum(row.passed for row in report.rows)}" for report in reports]
    total = len(reports[0].rows)
    return f"Right answers of {total}: {', '.join(counts)}"
