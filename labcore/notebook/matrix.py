"""A matrix of coloured cells with words in them; a click shows a cell's story below, with no kernel."""

from __future__ import annotations

import csv
import io
import json
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
_BREAK = "|"
_WIDTH = 92
_LETTER = 7  # pixels, in the widest font that stands in


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixCell:
    """One cell.

    Attributes:
        x: Its column.
        y: Its row.
        state: What its colour says; a key of the colours given.
        label: What stands in it; short, since colour alone reaches not every eye.
        story: What a click shows, one paragraph each.
        about: What it shows above that, the same in every layer; kept once.
        layer: Which of several pictures it belongs to; empty where there is one.
    """

    x: str
    y: str
    state: str
    label: str
    story: tuple[str, ...]
    about: tuple[str, ...] = ()
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
    base = alt.Chart(_data([_row(cell) for cell in cells]))
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


def _row(cell: MatrixCell) -> dict[str, str]:
    row = {"x": cell.x, "y": cell.y, "state": cell.state, "label": cell.label}
    return {**row, "story": _BREAK.join(_lines(cell.story)), "layer": cell.layer}


def _lines(paragraphs: tuple[str, ...]) -> list[str]:
    lines = chain.from_iterable(wrap(text, _WIDTH) for text in paragraphs)
    return [line.replace(_BREAK, "/") for line in lines]


def _data(rows: Sequence[Mapping[str, str]]) -> alt.InlineData:
    """Give rows as CSV: a notebook file indents each value of JSON, which takes more room than the values."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    columns = dict.fromkeys(rows[0], "string")
    return alt.InlineData(values=out.getvalue(), format=alt.CsvDataFormat(type="csv", parse=columns))


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
    heads = {name: _head(name, size[0]) for name in columns}
    x = alt.X(
        "x:N",
        sort=columns,
        title=axes[0],
        axis=alt.Axis(
            orient="top",
            labelAngle=0,
            labelExpr=f"({json.dumps(heads, ensure_ascii=False)})[datum.value]",
            labelPadding=4
            + _LINE * (max(map(len, heads.values())) - 1),  # lines grow downward, also at the top
            labelLimit=size[0],
            domain=False,
            ticks=False,
        ),
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
                alt.Tooltip("label:N", title="it says"),
            ],
        )
        .add_params(pick),
        drawn.mark_text(color=INK, fontSize=12, fontWeight="bold", aria=False).encode(text="label:N"),
        drawn.transform_filter(pick).mark_rect(
            fillOpacity=0, stroke=INK, strokeWidth=3
        ),  # above its neighbours
    ).properties(name=f"{name}_cells", width=size[0] * len(columns), height=size[1] * len(rows))


def _head(name: str, width: int) -> list[str]:
    """Break a column's name into lines that its cells can carry."""
    return wrap(name, max(width // _LETTER, 1), break_long_words=False)


def _story(base: alt.Chart, cells: Sequence[MatrixCell], name: str) -> alt.LayerChart | alt.FacetChart:
    most = max(len(_lines(cell.about)) + len(_lines(cell.story)) for cell in cells)
    where = base.transform_calculate(where="datum.y + ', ' + datum.x")
    about = {(cell.x, cell.y): _lines(cell.about) for cell in cells if cell.about}
    if about:
        rows = [{"cell": f"{y}, {x}", "about": _BREAK.join(lines)} for (x, y), lines in about.items()]
        source = alt.LookupData(data=_data(rows), key="cell", fields=["about"])
        where = where.transform_lookup(lookup="where", from_=source).transform_calculate(
            story=f"isValid(datum.about) ? datum.about + '{_BREAK}' + datum.story : datum.story"
        )
    where = where.transform_calculate(lines=f"split(datum.story, '{_BREAK}')")
    text = where.mark_text
    return alt.layer(
        text(align="left", baseline="top", x=0, y=4, fontWeight="bold", color=INK).encode(text="where:N"),
        text(align="left", baseline="top", x=0, y=24, lineHeight=_LINE, color=QUIET).encode(text="lines:N"),
    ).properties(name=f"{name}_story", width=550, height=30 + _LINE * most)
