"""Everything that is wrong with the days of a corpus, in file order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.clock.chains import chain_problems
from labcore.clock.rules import ClockRule, Problem
from labcore.clock.states import missing
from labcore.clock.supersession import supersession_problems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from labcore.records import Passage

__all__ = ["problems"]


def problems(passages: Sequence[Passage], *, dates_required: bool = True) -> tuple[Problem, ...]:
    """Look for everything that `ClockRule` names; empty when all is well.

    Args:
        passages: A corpus; problems come in its order, those of one passage in the order of the rules.
        dates_required: Whether the corpus declares the clock, so that a missing date matters.
    """
    found = [
        *_single_dates(passages, dates_required=dates_required),
        *chain_problems(passages),
        *supersession_problems(passages),
    ]
    place = {passage.id: number for number, passage in enumerate(passages)}
    order = list(ClockRule)
    return tuple(sorted(found, key=lambda problem: (place[problem.passage_id], order.index(problem.rule))))


def _single_dates(passages: Iterable[Passage], *, dates_required: bool) -> Iterator[Problem]:
    for passage in passages:
        published, start, seen = passage.published_at, passage.effective_from, passage.retrieved_at
        if dates_required and missing(passage):
            detail = f"states no {' and no '.join(missing(passage))}"
            yield Problem(rule=ClockRule.MISSING_DATE, passage_id=passage.id, detail=detail)
        if published and start and start < published:
            yield Problem(
                rule=ClockRule.EFFECTIVE_BEFORE_PUBLICATION,
                passage_id=passage.id,
                detail=f"effective {start}, published {published}",
            )
        if published and seen and seen < published:
            yield Problem(
                rule=ClockRule.RETRIEVED_BEFORE_PUBLICATION,
                passage_id=passage.id,
                detail=f"retrieved {seen}, published {published}",
            )
