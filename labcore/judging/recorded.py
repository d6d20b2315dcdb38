"""Verdicts that somebody recorded elsewhere, one line a case."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from labcore.errors import ParameterError
from labcore.judging.protocol import Opinion, Ruling

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from labcore.judging.protocol import Statement
    from labcore.records import Passage

__all__ = ["COLUMNS", "RecordedJudge", "read_rulings", "write_rulings"]

COLUMNS = ("text", "opinion", "score", "tokens", "detail")
"""The columns of a file of verdicts; the text is the candidate's sentence, and finds the verdict again."""


class RecordedJudge:
    """Says what was recorded of a sentence; abstains where nothing was.

    Args:
        name: The name to show.
        rulings: The candidate's sentence -> what was said of it.
    """

    def __init__(self, name: str, rulings: Mapping[str, Ruling]) -> None:
        self.name = name
        self._rulings = dict(rulings)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences of which a verdict was recorded, in the order of the file."""
        return tuple(self._rulings)

    def judges(self, candidate: Statement, expected: Statement, passage: Passage) -> Ruling:  # noqa: ARG002  # the protocol
        """Replay a verdict; nothing is asked again."""
        found = self._rulings.get(candidate.text)
        return found or Ruling(opinion=Opinion.ABSTAIN, detail="no verdict was recorded of this sentence")


def write_rulings(rulings: Iterable[tuple[str, Ruling]]) -> str:
    """Write sentences and rulings as CSV with a header line."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    for text, ruling in rulings:
        score = "" if ruling.score is None else repr(ruling.score)
        rows.writerow([text, ruling.opinion.value, score, ruling.tokens, ruling.detail])
    return out.getvalue()


def read_rulings(text: str, place: str = "verdicts") -> dict[str, Ruling]:
    """Read CSV with the columns text and opinion, and optionally score, tokens and detail.

    Raises:
        ParameterError: A column is missing, unknown or named twice, a line has more or fewer cells, an opinion
            is none, a number cannot be read, or a sentence has two different verdicts; the line is named.
    """
    rows = csv.reader(io.StringIO(text), strict=True)
    rulings: dict[str, Ruling] = {}
    try:
        names = next(rows, [])
        _require_columns(names, place)
        for cells in filter(None, rows):  # an empty line is no verdict
            row = _row(names, cells)
            ruling = _ruling(row)
            if rulings.setdefault(row["text"], ruling) != ruling:
                raise ValueError("a second, different verdict on the same sentence")  # noqa: TRY301  # with its line below
    except ParameterError:
        raise
    except (ValueError, csv.Error) as error:
        raise ParameterError(f"a line of verdicts: {error}", place=f"{place}:{rows.line_num}") from None
    return rulings


def _require_columns(names: list[str], place: str) -> None:
    known = {"text", "opinion"} <= set(names) <= set(COLUMNS)
    if not known or len(set(names)) < len(names):
        raise ParameterError(
            f"verdicts have the columns {', '.join(COLUMNS)}, each once; the first two are needed",
            got=", ".join(names) or "nothing",
            place=f"{place}:1",
        )


def _row(names: list[str], cells: list[str]) -> dict[str, str]:
    if len(cells) != len(names):
        raise ValueError(f"{len(cells)} cells for {len(names)} columns")
    return dict(zip(names, cells, strict=True))


def _ruling(row: Mapping[str, str]) -> Ruling:
    if row["opinion"] not in set(Opinion):
        raise ValueError(f"an opinion is {', '.join(Opinion)}, and not {row['opinion']!r}")
    opinion = Opinion(row["opinion"])
    return Ruling(
        opinion=opinion,
        score=float(row["score"]) if row.get("score") else None,
        tokens=int(row.get("tokens") or 0),
        detail=row.get("detail") or ("recorded as an abstention" if opinion is Opinion.ABSTAIN else ""),
    )
