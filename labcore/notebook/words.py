"""Sentences, tables and measured numbers in a notebook's output, computed by the run that shows them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from IPython.display import display

from labcore.errors import ParameterError
from labcore.notebook.shown import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from labcore.records import Value

__all__ = ["MEASURED", "measured", "say", "table"]

MEASURED = "application/vnd.labcore.measured+json"
"""Carries what a run measured, by name; ``labcore run`` collects it into results.json."""


_LEFT = "text-align: left"  # JupyterLab's own style puts heads and captions elsewhere than their cells


def say(text: str) -> None:
    """Show a sentence in Markdown that was computed from results, where prose could not know them."""
    _show({"text/markdown": text, "text/plain": text})


def measured(**values: Value) -> None:
    """Show numbers that this run measured and hand them to ``labcore run``.

    ``measured(forbidden_slots=0, recall_at_3=0.944)``: a later call with the same name replaces the value.

    Args:
        **values: By name in snake case; floats are rounded to three decimals.

    Raises:
        ParameterError: Nothing was given.
    """
    if not values:
        raise ParameterError(
            "measured takes at least one named value", remedy="Call it as measured(name=value)"
        )
    rounded = {name: shown(value) if isinstance(value, float) else value for name, value in values.items()}
    rows = [(name.replace("_", " "), str(value)) for name, value in rounded.items()]
    _show(
        {
            MEASURED: rounded,
            "text/html": _html(("measured by this run", ""), rows),
            "text/plain": _plain(("measured by this run", ""), rows),
        }
    )


def table(rows: Sequence[Mapping[str, object]], caption: str = "") -> None:
    """Show a table: a row for each mapping, a column for each key of the first.

    Args:
        rows: At least one; floats are rounded to three decimals, None is shown as a dash.
        caption: Says what was found; plain text.

    Raises:
        ParameterError: There is no row, or a row has other keys than the first.
    """
    if not rows:
        raise ParameterError(
            "a table has at least one row", remedy="Say in words that there is nothing to show"
        )
    head = tuple(rows[0])
    for row in rows:
        if tuple(row) != head:
            raise ParameterError(f"every row of a table has the keys {', '.join(head)}", got=", ".join(row))
    cells = [tuple(_cell(value) for value in row.values()) for row in rows]
    text = f"{caption}\n{_plain(head, cells)}" if caption else _plain(head, cells)
    _show({"text/html": _html(head, cells, caption), "text/plain": text})


def _cell(value: object) -> str:
    if value is None:
        return "\u2013"
    return str(shown(value)) if isinstance(value, float) else str(value)


def _html(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> str:
    top = f'<caption style="{_LEFT}">{escape(caption)}</caption>' if caption else ""
    names = "".join(f'<th scope="col" style="{_LEFT}">{escape(name)}</th>' for name in head)
    lines = "".join(
        "<tr>" + "".join(f'<td style="{_LEFT}">{escape(cell)}</td>' for cell in row) + "</tr>" for row in rows
    )
    return f"<table>{top}<thead><tr>{names}</tr></thead><tbody>{lines}</tbody></table>"


def _plain(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[place]) for row in (head, *rows)) for place in range(len(head))]
    lines = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in (head, *rows)]
    return "\n".join("  ".join(line).rstrip() for line in lines)


def _show(bundle: dict[str, Any]) -> None:
    display(bundle, raw=True)  # type: ignore[no-untyped-call]
