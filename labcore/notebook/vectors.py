"""Charts of the way from a text to a vector: tokens, mask, mean, length, and what the vector does not see."""

from __future__ import annotations

from statistics import median
from textwrap import shorten
from typing import TYPE_CHECKING, Any

import altair as alt

from labcore.errors import ParameterError
from labcore.notebook.shown import shown
from labcore.notebook.theme import BLUE, GREEN, INK, ORANGE, QUIET, RED, heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.embedder import Explanation
    from labcore.experiments.vectors import Nearness, PaddingEffect

__all__ = ["opposites", "padding", "path", "token_rows"]

_TOKEN_MARGIN = 1e-5
"""Token vectors are larger than scores and differ more between processors."""

_WITH, _WITHOUT = "mean under the mask", "mean of every position"
_MEAN, _UNIT = "mean of the rows with mask 1", "the same at length 1"
_RULES, _QUESTION = "two rules that differ", "a question and its evidence"


def path(explanation: Explanation, components: int = 32) -> alt.TopLevelMixin:
    """Draw one text on its way: a row for each token, then their mean, then the mean at length 1.

    Args:
        explanation: One text, with padding or without.
        components: How many of the vector's numbers to draw, from the first.
    """
    tokens = [
        {
            "row": row,
            "mask": mask,
            "component": place + 1,
            "value": shown(float(value), 1, margin=_TOKEN_MARGIN),
        }
        for row, mask, vector in zip(
            _names(explanation), explanation.mask, explanation.token_vectors, strict=True
        )
        for place, value in enumerate(vector[:components])
    ]
    results = [
        {"row": name, "mask": 1, "component": place + 1, "value": shown(float(value), 2)}
        for name, vector in (
            (_MEAN, explanation.pooled),
            (_UNIT, explanation.vector),
        )
        for place, value in enumerate(vector[:components])
    ]
    count, size = sum(explanation.mask), len(explanation.vector)
    hidden = len(explanation.mask) - count
    drawn: alt.VConcatChart = alt.vconcat(
        _heat(tokens, _names(explanation), "tokens", None),
        _heat(results[:components], [_MEAN], "mean", None),
        _heat(results[components:], [_UNIT], "unit", f"component, the first {components} of {size}"),
        spacing=6,
    ).resolve_scale(color="independent")
    return drawn.properties(
        title=heading(
            f"{count} tokens with {size} numbers each become one vector of {size}",
            f"\u201c{shorten(explanation.text, 90, placeholder='...')}\u201d",
            f"Orange is negative, blue is positive. {hidden} masked positions are pale: the graph fills them too, the mean"
            " leaves them out.",
        )
    )


def padding(effects: Sequence[PaddingEffect]) -> alt.TopLevelMixin:
    """Draw how far a vector turns when empty positions are appended, under the mask and without it.

    Args:
        effects: At least one, by rising padding.

    Raises:
        ParameterError: There is no effect.
    """
    if not effects:
        raise ParameterError("a chart of padding needs at least one effect")
    values = [
        {"padding": effect.padding, "way": way, "cosine": shown(cosine, 2)}
        for effect in effects
        for way, cosine in ((_WITH, effect.masked), (_WITHOUT, effect.unmasked))
    ]
    last = effects[-1]
    base = alt.Chart(alt.InlineData(values=values)).encode(
        x=alt.X("padding:O", title="empty positions appended to the text", axis=alt.Axis(labelAngle=0)),
        y=alt.Y(
            "cosine:Q",
            title="cosine with the vector of the text alone",
            scale=alt.Scale(domain=[min(0.0, *(shown(effect.unmasked, 2) for effect in effects)), 1]),
        ),
        color=alt.Color("way:N", title=None, scale=alt.Scale(domain=[_WITH, _WITHOUT], range=[GREEN, RED])),
    )
    labels = (
        base.transform_filter(f"datum.padding === {last.padding}")
        .mark_text(align="left", dx=9)
        .encode(text=alt.Text("cosine:Q", format=".2f"), color=alt.value(INK))
    )
    points = base.mark_point(size=70, filled=True, opacity=1).encode(
        shape=alt.Shape(
            "way:N", title=None, scale=alt.Scale(domain=[_WITH, _WITHOUT], range=["circle", "square"])
        )
    )
    finding = (
        f"Under the mask {last.padding} empty positions change nothing that shows;"
        f" averaged along, they turn the vector to {shown(last.unmasked, 2):.2f}"
    )
    return alt.layer(base.mark_line(strokeWidth=2), points, labels).properties(
        name="padding", width=520, height=260, title=heading(finding, width=72)
    )


def opposites(pairs: Sequence[Nearness]) -> alt.TopLevelMixin:
    """Draw how close differing rules are to each other, beside questions and their own evidence.

    Args:
        pairs: At least one of each kind.

    Raises:
        ParameterError: One kind is missing.
    """
    rules = sorted((pair for pair in pairs if pair.kind == "rules"), key=lambda pair: -pair.similarity)
    asked = sorted((pair for pair in pairs if pair.kind == "question"), key=lambda pair: -pair.similarity)
    if not rules or not asked:
        raise ParameterError("two rules and a question with its evidence are needed to compare")
    values = [_pair(place, pair) for place, pair in enumerate([*rules, *asked])]
    middle = median(pair.similarity for pair in asked)
    below = sum(pair.similarity < rules[-1].similarity for pair in asked)
    base = alt.Chart(alt.InlineData(values=values)).encode(
        y=alt.Y(
            "name:N",
            sort=[value["name"] for value in values],
            title=None,
            axis=alt.Axis(domain=False, ticks=False, labelLimit=400, labelFontSize=11),
        ),
        x=alt.X(
            "similarity:Q",
            title="similarity of the two vectors (dot product)",
            scale=alt.Scale(domain=[0, 1]),
        ),
    )
    marks = base.mark_point(size=90, filled=True, opacity=1).encode(
        color=alt.Color(
            "kind:N", title=None, scale=alt.Scale(domain=[_RULES, _QUESTION], range=[ORANGE, BLUE])
        ),
        shape=alt.Shape(
            "kind:N", title=None, scale=alt.Scale(domain=[_RULES, _QUESTION], range=["diamond", "circle"])
        ),
        tooltip=[
            alt.Tooltip("left:N", title="one"),
            alt.Tooltip("right:N", title="other"),
            alt.Tooltip("similarity:Q"),
        ],
    )
    rules_of = base.mark_rule(color="#D9DCDF", aria=False).encode(x2=alt.datum(0))
    finding = f"Two differing rules are closer to each other than {below} of {len(asked)} questions are to their evidence"
    context = f"The rules stand at {shown(rules[-1].similarity, 2):.2f} and closer, half of the questions below {shown(middle, 2):.2f}. Point at a mark to read both texts."
    return alt.layer(rules_of, marks).properties(
        name="nearness", width=350, height=19 * len(values), title=heading(finding, context)
    )


def token_rows(explanations: Sequence[Explanation]) -> list[dict[str, Any]]:
    """Give texts with their tokens and the tokens' numbers, as rows for ``lab.table``."""
    return [
        {"text": one.text, "tokens": " ".join(one.tokens), "ids": " ".join(map(str, one.token_ids))}
        for one in explanations
    ]


def _names(explanation: Explanation) -> list[str]:
    """Give each row a name of its own: place, word piece, number, mask."""
    return [
        f"{place}  {token}  \u00b7 {number} \u00b7 mask {mask}"
        for place, (token, number, mask) in enumerate(
            zip(explanation.tokens, explanation.token_ids, explanation.mask, strict=True), start=1
        )
    ]


def _heat(values: list[dict[str, Any]], rows: list[str], name: str, title: str | None) -> alt.Chart:
    most = max(abs(value["value"]) for value in values) or 1.0
    axis = alt.Axis(labelAngle=0, domain=False, ticks=False, labelOverlap=True) if title else None
    chart = (
        alt.Chart(alt.InlineData(values=values))
        .mark_rect(aria=False)
        .encode(
            x=alt.X("component:O", title=title, axis=axis),
            y=alt.Y(
                "row:N",
                scale=alt.Scale(domain=rows),
                title=None,
                axis=alt.Axis(domain=False, ticks=False, minExtent=210, labelColor=QUIET, labelFontSize=11),
            ),
            color=alt.Color(
                "value:Q",
                legend=None,
                scale=alt.Scale(domain=[-most, 0, most], range=[RED, "#F7F7F5", BLUE], interpolate="rgb"),
            ),
            opacity=alt.condition("datum.mask === 1", alt.value(1), alt.value(0.3)),
            tooltip=[alt.Tooltip("row:N", title="row"), alt.Tooltip("component:O"), alt.Tooltip("value:Q")],
        )
    )
    sized: alt.Chart = chart.properties(name=name, width=510, height=19 * len(rows))
    return sized


def _pair(place: int, pair: Nearness) -> dict[str, Any]:
    return {
        "name": f"{place + 1}. {shorten(pair.about, 72, placeholder='...')}",
        "kind": _RULES if pair.kind == "rules" else _QUESTION,
        "left": pair.left,
        "right": pair.right,
        "similarity": shown(pair.similarity),
    }
