"""Lines of a source's tables: each knows its place, and gives its cells with their types."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from labcore.errors import FixtureError
from labcore.fixture.lines import decode, json_object

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

__all__ = ["Line", "csv_lines", "day", "json_lines"]

_TRUTH = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a table.

    Attributes:
        place: File and line, such as ``messages.csv:2``.
        cells: Column name -> cell; an empty cell means that the source does not say.
    """

    place: str
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def text(self, column: str) -> str | None:
        """Give a cell's text, or None for an empty cell."""
        return self.cells[column] or None

    def whole(self, column: str) -> int | None:
        """Give a cell's whole number, or None for an empty cell.

        Raises:
            FixtureError: The cell holds anything else.
        """
        cell = self.cells[column]
        if cell and not (cell.isascii() and cell.isdecimal()):
            raise FixtureError(f"{column} is a whole number or empty", got=cell, place=self.place)
        return int(cell) if cell else None

    def truth(self, column: str) -> bool:
        """Give True for yes and False for no.

        Raises:
            FixtureError: The cell holds anything else.
        """
        cell = self.cells[column]
        if cell not in _TRUTH:
            raise FixtureError(f"{column} is yes or no", got=repr(cell), place=self.place)
        return _TRUTH[cell]


def csv_lines(path: Path, columns: tuple[str, ...]) -> Iterator[Line]:
    """Give the lines of a CSV file (RFC 4180, UTF-8) whose first line names exactly these columns, in any order.

    Raises:
        FixtureError: It is not UTF-8 or not CSV, the first line differs, or a line has more or fewer cells.
    """
    reader = csv.reader(io.StringIO(decode(path.name, path.read_bytes()), newline=""), strict=True)
    try:
        head = tuple(next(reader, ()))
        if sorted(head) != sorted(columns):
            raise FixtureError(
                f"the columns are {', '.join(columns)}", got=", ".join(head), place=f"{path.name}:1"
            )
        for cells in reader:
            place = f"{path.name}:{reader.line_num}"
            if len(cells) != len(columns):
                raise FixtureError(f"a line has {len(columns)} cells", got=len(cells), place=place)
            yield Line(place=place, cells=dict(zip(head, cells, strict=True)))
    except csv.Error as error:
        place = f"{path.name}:{reader.line_num}"
        raise FixtureError("a table is CSV as RFC 4180 has it", got=str(error), place=place) from None


def json_lines(
    path: Path, required: frozenset[str], optional: frozenset[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give place and object of each line of a JSON Lines file.

    Raises:
        FixtureError: It is not UTF-8; a line is not one strict JSON object, lacks a required field, or has an
            unknown one.
    """
    for number, text in enumerate(
        decode(path.name, path.read_bytes()).removesuffix("\n").split("\n"), start=1
    ):
        place = f"{path.name}:{number}"
        data = json_object(text, place, "each line")
        if not required <= set(data) <= required | optional:
            fields = ", ".join(sorted(required | optional))
            raise FixtureError(
                f"each line is one JSON object with the fields {fields}", got=text, place=place
            )
        yield place, data


def day(value: object, place: str) -> date:
    """Read an ISO date.

    Raises:
        FixtureError: It is none.
    """
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise FixtureError("a date has the form YYYY-MM-DD", got=value, place=place) from None
