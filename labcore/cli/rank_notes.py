"""What the tables of ``labcore rank`` cannot say: why a query found nothing, and which evidence its asker may not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.errors import visible
from labcore.records import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from labcore.experiments import Comparison, QueryRow

__all__ = ["notes", "withheld_notes"]

_EMPTY = {
    Outcome.NO_ADMISSIBLE_EVIDENCE: "no passage is admissible for its asker",
    Outcome.NOTHING_MATCHED: "nothing matched among the admissible passages",
}


def notes(one: Comparison) -> tuple[str, ...]:
    """Give at most two blocks: the queries that found nothing with the reasons, and `withheld_notes`."""
    empty = [_empty_note(row) for row in one.rows if row.run.outcome in _EMPTY]
    return (*_block("found nothing", empty), *withheld_notes(one))


def withheld_notes(one: Comparison) -> tuple[str, ...]:
    """Give one block that names each required passage which its query's asker may not read; none if there is none."""
    held = [
        f"required evidence {exclusion.passage_id} of query {row.query.id} is excluded for its asker: "
        f"{exclusion.reason.value}, {exclusion.detail}"
        for row in one.rows
        for exclusion in row.withheld
    ]
    heading = (
        "no ranker can find these, and they count as missed: "
        "mend the metadata of passage or query, or take the pair out of the qrels"
    )
    return _block(heading, held)


def _empty_note(row: QueryRow) -> str:
    counts = ", ".join(f"{reason.value} {count}" for reason, count in row.reasons.items())
    kept_out = f"{len(row.run.excluded)} excluded: {counts}" if counts else "none was excluded"
    return f"{row.query.id}: {_EMPTY[row.run.outcome]} ({kept_out})"


def _block(heading: str, lines: Iterable[str]) -> tuple[str, ...]:
    shown = [f"  {visible(line)}" for line in lines]
    return ("\n".join((f"{heading}:", *shown)),) if shown else ()
