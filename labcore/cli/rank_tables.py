"""How ``labcore rank`` shows comparisons: in full, and several rankers side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.cli.rank_notes import notes, withheld_notes
from labcore.cli.tables import table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.experiments import Comparison, FamilyRow, QueryRow

__all__ = ["in_full", "side_by_side"]

_COUNTS = ("first hit right", "wrong version", "forbidden", "forbidden unfiltered", "first hit")


def in_full(one: Comparison) -> str:
    """Show every query, every family and the forbidden slots of one ranker, and why nothing was found."""
    headers = ("query", "family", f"recall@{one.k}", f"nDCG@{one.k}", f"RR@{one.k}", *_COUNTS)
    families = [(row.family, row.queries, row.complete, row.first_hit) for row in one.families()]
    family_headers = ("family", "queries with evidence", f"all evidence in top {one.k}", "first hit right")
    slots = (
        f"forbidden slots: {one.forbidden_slots} of {one.slots} filtered; "
        f"{one.unfiltered_forbidden_slots} of {one.unfiltered_slots} unfiltered (a diagnostic), "
        f"by {len(one.unfiltered_forbidden_passages)} distinct passages"
    )
    rows = [_query_cells(row) for row in one.rows]
    parts = [f"== {one.ranker} ==\n{table(headers, rows)}", table(family_headers, families), slots]
    return "\n\n".join((*parts, *notes(one))) + "\n"


def side_by_side(compared: Sequence[Comparison]) -> str:
    """Show rankers beside each other: forbidden slots, families, and each first hit that was wrong."""
    k = compared[0].k
    headers = (
        "ranker",
        "forbidden slots",
        "unfiltered diagnostic",
        f"all evidence in top {k}",
        "first hit right",
    )
    rows = [_ranker_cells(one) for one in compared]
    names = tuple(one.ranker for one in compared)
    by_family = zip(*(one.families() for one in compared), strict=True)
    families = [_family_cells(group) for group in by_family]
    family_headers = (
        "family",
        *(f"{name}: all evidence" for name in names),
        *(f"{name}: first hit" for name in names),
    )
    wrong = [
        (f"{row.query.id} {row.query.family or ''}".strip(), one.ranker, _first(row), row.query.text)
        for one in compared
        for row in one.first_hit_failures
    ]
    parts = [table(headers, rows), table(family_headers, families)]
    if wrong:
        parts.append(table(("wrong first hit", "ranker", "came first", "question"), sorted(wrong)))
    # admission is the same for every ranker, so that one of them tells it
    return "\n\n".join((*parts, *withheld_notes(compared[0])))


def _query_cells(row: QueryRow) -> tuple[object, ...]:
    standard = row.standard
    return (
        row.query.id,
        row.query.family,
        *((standard.recall, standard.ndcg, standard.reciprocal_rank) if standard else (None,) * 3),
        row.evidence.first_hit_relevant,
        len(row.evidence.wrong_version),
        len(row.evidence.forbidden),
        len(row.diagnostic.forbidden),
        _first(row),
    )


def _ranker_cells(one: Comparison) -> tuple[object, ...]:
    judged = [row for row in one.rows if row.standard is not None]
    complete = sum(row.standard is not None and row.standard.recall == 1.0 for row in judged)
    right = sum(row.evidence.first_hit_relevant is True for row in judged)
    return (
        one.ranker,
        f"{one.forbidden_slots} of {one.slots}",
        f"{one.unfiltered_forbidden_slots} of {one.unfiltered_slots}",
        f"{complete} of {len(judged)}",
        f"{right} of {len(judged)}",
    )


def _family_cells(group: Sequence[FamilyRow]) -> tuple[object, ...]:
    complete = (f"{row.complete} of {row.queries}" for row in group)
    first = (f"{row.first_hit} of {row.queries}" for row in group)
    return (group[0].family, *complete, *first)


def _first(row: QueryRow) -> str:
    return row.run.passage_ids[0] if row.run.hits else row.run.outcome.value
