"""The same question on many days: what comes first without a filter, and what comes first with one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from labcore.admission import exclusion
from labcore.experiments.citing import first_place

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from labcore.records import Query
    from labcore.retrieval import Retriever

__all__ = ["DayRow", "ask_on_days"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DayRow:
    """One question as of one day.

    Attributes:
        day: The day that the question is about.
        unfiltered: The passage that comes first of all, or ``nothing``; it knows no day.
        filtered: The passage that comes first of the admissible ones, or ``nothing``.
        barred: Why admission keeps out what comes first unfiltered, such as ``expired``; None where not.
    """

    day: date
    unfiltered: str
    filtered: str
    barred: str | None


def ask_on_days(retriever: Retriever, query: Query, days: Iterable[date]) -> tuple[DayRow, ...]:
    """Ask one question about each of some days; only the day changes in its scope.

    Raises:
        ScopeError: The query lacks another declared dimension.
    """
    anything = first_place(retriever.search_unfiltered(query, 1))
    passage = retriever.corpus.get(anything)
    rows = []
    for day in days:
        scope = replace(query.scope, as_of=day)
        refusal = passage and exclusion(passage, scope, dimensions=retriever.corpus.dimensions)
        rows.append(
            DayRow(
                day=day,
                unfiltered=anything,
                filtered=first_place(retriever.search(query, scope, 1)),
                barred=refusal.reason.value if refusal else None,
            )
        )
    return tuple(rows)
