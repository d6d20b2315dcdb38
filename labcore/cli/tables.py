"""Plain tables for people: columns aligned, numbers to the right."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import category, east_asian_width

from labcore.errors import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["table"]


def table(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Lay rows out under their headers, two spaces between columns, no trailing space.

    Numbers are shown to the right; a float gets two decimals; None is a dash. Control characters in
    a text are shown escaped, so that a hostile value cannot move the cursor.
    """
    cells = [[_cell(value) for value in row] for row in rows]
    right = [
        bool(rows) and all(isinstance(row[n], int | float) or row[n] is None for row in rows)
        for n in range(len(headers))
    ]
    widths = [max(_width(line[n]) for line in [list(headers), *cells]) for n in range(len(headers))]
    lines = [
        "  ".join(
            _padding(text, width) + text if to_right else text + _padding(text, width)
            for text, width, to_right in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in [list(headers), ["-" * width for width in widths], *cells]
    ]
    return "\n".join(lines)


def _width(text: str) -> int:
    """Count the columns of a terminal: wide letters take two, combining marks none."""
    wide = sum(east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(category(char) in {"Mn", "Me"} for char in text)


def _padding(text: str, width: int) -> str:
    return " " * (width - _width(text))


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return visible(f"{value:.2f}" if isinstance(value, float) else str(value))
