"""Charts of the forbidden best match: what is closest, who may read it, and where a filter belongs."""

from __future__ import annotations

from dataclasses import replace
from textwrap import shorten, wrap
from typing import TYPE_CHECKING, Any

import altair as alt

from labcore.notebook.controls import choice, slider
from labcore.notebook.shown import in_order, shown
from labcore.notebook.theme import GREEN, GREY, INK, QUIET, RED, heading

if TYPE_CHECKING:
    from collections.abc import Iterable

    from labcore.experiments import Placed, Placement
    from labcore.fixture import Fixture
    from labcore.notebook.controls import Control
    from labcore.records import Scope

__all__ = ["as_asked_by", "closest_passages", "controls"]

_MAY, _MAY_NOT = "may be read by the asker", "may not be read by the asker"
_KINDS = ["not filtered", "filtered after", "filtered before"]
_COLOUR = alt.Color(
    "may:N",
    title=None,
    scale=alt.Scale(domain=[_MAY, _MAY_NOT], range=[GREEN, RED]),
    legend=alt.Legend(symbolType="circle"),
)
_ROW = 58
_TEXT_WIDTH = 68


def closest_passages(placement: Placement, rows: int = 6) -> alt.TopLevelMixin:
    """Draw the passages closest to a question, and which of them each placement of the filter lets through.

    Args:
        placement: One question under one scope and one ranker.
        rows: How many passages to draw at least; every passage that some placement keeps is drawn.
    """
    drawn = _drawn(placement, rows)
    values = [_row(placed, place) for place, placed in drawn]
    height = _ROW * len(values)
    order = [value["name"] for value in values]
    title = heading(_finding(placement), *_context(placement))
    chart: alt.HConcatChart = (
        alt.hconcat(_bars(values, order, height), _places(values, order, height), spacing=8)
        .properties(title=title)
        .resolve_scale(color="shared")
    )
    return chart


def as_asked_by(tenant: str, scope: Scope) -> Scope:
    """Give a question's scope as another tenant would ask it; the day and everything else stay."""
    return replace(scope, tenant=tenant)


def controls(
    fixture: Fixture, rankers: Iterable[str], tenant: str, question: str, ranker: str, k: int
) -> dict[str, Control]:
    """Give the controls for asking any question of a fixture as any of its tenants, set to these values."""
    tenants = sorted({query.scope.tenant for query in fixture.queries if query.scope.tenant} | {tenant})
    questions = [
        (shorten(f"{query.id}: {query.text}", 70, placeholder="..."), query.id) for query in fixture.queries
    ]
    return {
        "tenant": choice("asked by", tenants, tenant),
        "question": choice("question", questions, question),
        "ranker": choice("ranked by", list(rankers), ranker),
        "k": slider("passages handed on", 1, 10, k),
    }


def _drawn(placement: Placement, rows: int) -> list[tuple[int, Placed]]:
    ranked = list(enumerate(placement.ranked, start=1))
    kept = [(place, placed) for place, placed in ranked if place <= rows or placed.before]
    in_order(placed.score for _, placed in kept)
    return kept


def _row(placed: Placed, place: int) -> dict[str, Any]:
    passage = placed.passage
    refused = placed.exclusion
    owner = passage.tenant or "no tenant"
    return {
        "name": f"{place}. {owner}: {passage.title or passage.id}",
        "text": wrap(shorten(passage.text, 2 * _TEXT_WIDTH, placeholder="..."), _TEXT_WIDTH),
        "score": shown(placed.score),
        "may": _MAY if refused is None else _MAY_NOT,
        "why": "admissible" if refused is None else f"{refused.reason.value}: {refused.detail}",
        "label": f"{shown(placed.score):.3f}"
        + ("" if refused is None else f"  \u00d7 {refused.reason.value}"),
        _KINDS[0]: placed.unfiltered,
        _KINDS[1]: placed.after,
        _KINDS[2]: placed.before,
    }


def _bars(values: list[dict[str, Any]], order: list[str], height: int) -> alt.LayerChart | alt.FacetChart:
    """A thin bar for the score; above it whose passage it is, below it what it says."""
    y = alt.Y("name:N", sort=order, axis=None, scale=alt.Scale(paddingInner=0, paddingOuter=0))
    most = max((value["score"] for value in values), default=1.0)
    x = alt.X(
        "score:Q",
        title="similarity to the question (score of the ranker)",
        scale=alt.Scale(domain=[0, max(most, 1e-9) * 1.2], nice=False),
        axis=alt.Axis(grid=False, tickCount=5),
    )
    base = alt.Chart(alt.InlineData(values=values)).encode(y=y)
    tooltip = [
        alt.Tooltip("name:N", title="passage"),
        alt.Tooltip("score:Q"),
        alt.Tooltip("why:N", title="for this asker"),
    ]
    return alt.layer(
        base.mark_bar(height=10, yOffset=-5).encode(x=x, color=_COLOUR, tooltip=tooltip),
        base.mark_text(dx=6, dy=-5, align="left", fontSize=11, color=INK).encode(x=x, text="label:N"),
        base.mark_text(align="left", x=0, baseline="middle", dy=-19, fontWeight="bold", fontSize=12).encode(
            text="name:N"
        ),
        base.mark_text(
            align="left", x=0, baseline="middle", dy=8, lineHeight=13, fontSize=11, color=QUIET
        ).encode(text="text:N"),
    ).properties(name="scores", width=400, height=height)


def _places(values: list[dict[str, Any]], order: list[str], height: int) -> alt.LayerChart | alt.FacetChart:
    """A dot where a placement of the filter lets the passage into the bundle."""
    kept = [
        {"name": value["name"], "kind": kind, "may": value["may"], "kept": value[kind]}
        for value in values
        for kind in _KINDS
    ]
    y = alt.Y("name:N", sort=order, axis=None, scale=alt.Scale(paddingInner=0, paddingOuter=0))
    x = alt.X(
        "kind:N",
        sort=_KINDS,
        title="what is handed on as evidence",
        axis=alt.Axis(orient="top", labelAngle=0, domain=False, ticks=False),
    )
    base = alt.Chart(alt.InlineData(values=kept)).encode(x=x, y=y)
    return alt.layer(
        base.transform_filter("!datum.kept").mark_point(size=40, color=GREY, opacity=0.5),
        base.transform_filter("datum.kept").mark_circle(size=320, opacity=1).encode(color=_COLOUR),
        base.transform_filter(f"datum.kept && datum.may === '{_MAY_NOT}'").mark_text(
            text="\u00d7", color="#FFFFFF", fontSize=17, fontWeight="bold"
        ),
    ).properties(name="places", width=300, height=height)


def _finding(placement: Placement) -> str:
    asker = placement.scope.tenant or "this asker"
    if not placement.ranked:
        return f"No passage shares anything with the question of {asker}"
    refused = placement.ranked[0].exclusion
    if refused is None:
        return f"The closest passage is one that {asker} may read"
    return f"The closest passage is forbidden: it {refused.detail}"


def _context(placement: Placement) -> list[str]:
    asker = placement.scope.tenant or "anybody"
    tail = (
        f"what the asker may not read; filtering after the ranking leaves {placement.left_after} of {placement.k},"
        f" filtering before it fills {placement.filled_before}."
    )
    return [
        f"\u201c{placement.query.text}\u201d (asked by {asker}, as of {placement.scope.as_of or 'any day'})",
        f"Ranked by {placement.ranker}. Unfiltered, {placement.forbidden_slots} of {placement.k} places hold {tail}",
    ]
