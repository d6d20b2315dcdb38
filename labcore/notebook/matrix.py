"""A matrix of coloured cells with words in them; a click shows a cell's story below, with no kernel."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import altair as alt

from labcore.errors import ParameterError
from labcore.notebook.theme import INK, QUIET

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["MatrixCell", "click_matrix"]

_LINE = 15
_WIDTH = 104


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixCell:
    """One cell.

    Attributes:
        x: Its column.
        y: Its row.
        state: What its colour says; a key of the colours given.
        label: What stands in it; short, since colour alone reaches not every eye.
        story: What a click shows, one paragraph each.
        layer: Which of several pictures it belongs to; empty where there is one.
    """

    x: str
    y: str
    state: str
    label: str
    story: tuple[str, ...]
    layer: str = ""


def click_matrix(  # a picture has many parts
    cells: Sequence[MatrixCell],
    *,
    name: str,
    title: Mapping[str, list[str]],
    axes: tuple[str, str],
    colours: Mapping[str, str],
    first: tuple[str, str],
    layers: str = "",
    size: tuple[int, int] = (84, 34),
) -> alt.TopLevelMixin:
    """Draw the cells, and below them the story of the one that was clicked.

    Args:
        cells: Columns, rows and layers appear in the order in which they come here.
        name: Of the views and parameters; unique in a notebook.
        title: From `labcore.notebook.theme.heading`.
        axes: The titles of columns and rows.
        colours: State -> colour, in the legend's order.
        first: Column and row whose story is shown before any click.
        layers: The label of the menu that chooses a layer; empty where there is one.
        size: Width and height of a cell, in pixels.

    Raises:
        ParameterError: No cell is given, or none stands at first.
    """
    if first not in {(cell.x, cell.y) for cell in cells}:
        raise ParameterError("the first story is that of a cell", got=" / ".join(first), place=name)
    pick = alt.selection_point(
        name=f"{name}_cell", fields=["x", "y"], value=[{"x": first[0], "y": first[1]}], empty=False
    )
    chosen = cells[0].layer
    menu = alt.param(name=f"{name}_layer", value=chosen, bind=_menu(cells, layers))
    base = alt.Chart(alt.InlineData(values=[_row(cell) for cell in cells]))
    if layers:
        base = base.transform_filter(f"datum.layer === {name}_layer")
    chart = alt.vconcat(
        _cells(base, cells, name=name, axes=axes, colours=colours, size=size, pick=pick),
        _story(base.transform_filter(pick), cells, name),
        spacing=6,
    ).properties(title=title)
    return chart.add_params(menu) if layers else chart


def _menu(cells: Sequence[MatrixCell], label: str) -> Any:
    return alt.binding_select(options=list(dict.fromkeys(cell.layer for cell in cells)), name=f"{label} ")


def _row(cell: MatrixCell) -> dict[str, Any]:
    story = list(chain.from_iterable(wrap(text, _WIDTH) or [""] for text in cell.story))
    row = {"x": cell.x, "y": cell.y, "state": cell.state, "label": cell.label, "story": story}
    return {**row, "layer": cell.layer} if cell.layer else row


def _cells(  # the parts of one view
    base: alt.Chart,
    cells: Sequence[MatrixCell],
    *,
    name: str,
    axes: tuple[str, str],
    colours: Mapping[str, str],
    size: tuple[int, int],
    pick: alt.Parameter,
) -> alt.LayerChart | alt.FacetChart:
    columns, rows = (list(dict.fromkeys(getattr(cell, side) for cell in cells)) for side in ("x", "y"))
    x = alt.X(
        "x:N",
        sort=columns,
        title=axes[0],
        axis=alt.Axis(orient="top", labelAngle=0, domain=False, ticks=False, labelLimit=size[0]),
    )
    y = alt.Y("y:N", sort=rows, title=axes[1], axis=alt.Axis(domain=False, ticks=False))
    colour = alt.Color(
        "state:N",
        title=None,
        scale=alt.Scale(domain=list(colours), range=list(colours.values())),
        legend=alt.Legend(orient="bottom", symbolType="square"),
    )
    drawn = base.encode(x=x, y=y)
    return alt.layer(
        drawn.mark_rect(stroke="#FFFFFF", strokeWidth=3, cursor="pointer")
        .encode(
            color=colour,
            tooltip=[
                alt.Tooltip("x:N", title=axes[0]),
                alt.Tooltip("y:N", title=axes[1]),
                alt.Tooltip("state:N"),
            ],
        )
        .add_params(pick),
        drawn.mark_text(color=INK, fontSize=12, fontWeight="bold").encode(text="label:N"),
        drawn.transform_filter(pick).mark_rect(
            fillOpacity=0, stroke=INK, strokeWidth=3
        ),  # above its neighbours
    ).properties(name=f"{name}_cells", width=size[0] * len(columns), height=size[1] * len(rows))


def _story(base: alt.Chart, cells: Sequence[MatrixCell], name: str) -> alt.LayerChart | alt.FacetChart:
    most = max(len(_row(cell)["story"]) for cell in cells)
    where = base.transform_calculate(where="datum.y + ', ' + datum.x")
    return alt.layer(
        where.mark_text(align="left", baseline="top", x=0, y=4, fontWeight="bold", color=INK).encode(
            text="where:N"
        ),
        where.mark_text(align="left", baseline="top", x=0, y=24, lineHeight=_LINE, color=QUIET).encode(
            text="story:N"
        ),
    ).properties(name=f"{name}_story", width=620, height=30 + _LINE * most)
