"""Whether a recorded list holds all required evidence, and what was expected of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.errors import FixtureError
from labcore.fixture.lines import decode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from labcore.records import Run

__all__ = ["COVERAGE", "Coverage", "coverage", "read_coverage"]

COVERAGE = "coverage.tsv"
_HEADER = ["ranker", "query", "required", "found", "first"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What the first k places of one recorded list hold of the required evidence.

    Attributes:
        ranker: The ranker's name.
        query_id: The query.
        required: How many passages a careful person needs.
        found: How many of them stand among the first k.
        first: Whether one of them stands in the first place.
    """

    ranker: str
    query_id: str
    required: int
    found: int
    first: bool

    @property
    def complete(self) -> bool:
        """Whether all required evidence is there; also where none is required."""
        return self.found == self.required

    def __str__(self) -> str:
        place = "one in the first place" if self.first else "none in the first place"
        return f"{self.found} of {self.required} required, {place}"


def coverage(run: Run, required: Mapping[str, int], k: int) -> Coverage:
    """Count the required passages among the first k of a list.

    Args:
        run: A recorded list.
        required: Passage id -> grade; above 0 is required.
        k: The cut-off.
    """
    needed = {passage for passage, grade in required.items() if grade > 0}
    ids = run.passage_ids[:k]
    return Coverage(
        ranker=run.ranker,
        query_id=run.query_id,
        required=len(needed),
        found=len(needed.intersection(ids)),
        first=bool(ids) and ids[0] in needed,
    )


def read_coverage(content: bytes) -> dict[tuple[str, str], Coverage]:
    """Read coverage.tsv: the expectation of each recorded list, by ranker and query.

    A recording is what it is. Where a ranker missed evidence, the expectation says so, and the check
    is that the list still says the same.

    Raises:
        FixtureError: The bytes are not UTF-8, the header or a line has other columns, a count is no whole number, first is
            neither yes nor no, or a list stands twice; the line is named.
    """
    rows: dict[tuple[str, str], Coverage] = {}
    for number, line in enumerate(decode(COVERAGE, content).split("\n"), start=1):
        columns = line.rstrip("\r").split("\t")
        if not line.strip() or (number == 1 and columns == _HEADER):
            continue
        row = _row(columns, f"{COVERAGE}:{number}")
        if (row.ranker, row.query_id) in rows:
            raise FixtureError("a list is expected once", got=line, place=f"{COVERAGE}:{number}")
        rows[row.ranker, row.query_id] = row
    return rows


def _row(columns: list[str], place: str) -> Coverage:
    try:
        ranker, query, required, found, first = columns
        return Coverage(
            ranker=ranker,
            query_id=query,
            required=int(required),
            found=int(found),
            first={"yes": True, "no": False}[first],
        )
    except (ValueError, KeyError):
        raise FixtureError(
            f"a line has the columns {', '.join(_HEADER)}", got="\t".join(columns), place=place
        ) from None
