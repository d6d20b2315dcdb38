"""Runs registered cases against an answerer and holds the scores against marks set beforehand."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from labcore.errors import FixtureError, RecordError
from labcore.facts.cases import judge, outcome_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from labcore.facts.cases import Case, CaseVerdict, Outcome
    from labcore.facts.store import FactStore

__all__ = [
    "ALL",
    "Answerer",
    "Mark",
    "Score",
    "StoreAnswers",
    "ask_all",
    "judge_marks",
    "read_marks",
    "scores",
]

ALL = "all"
"""The family that holds every case."""

MEASURES = ("right", "found", "wrong_answer")


class Answerer(Protocol):
    """Whatever answers the same requests as a store."""

    def search(self, term: object, scope: object = None, kind: object = None) -> Outcome:
        """Find what a term may mean."""

    def fetch(self, route: str, scope: object, name: object) -> Outcome:
        """Read the facts of one entry."""


class StoreAnswers:
    """A store as an answerer.

    Args:
        store: The store that answers.
    """

    def __init__(self, store: FactStore) -> None:
        self._store = store

    def search(self, term: object, scope: Any = None, kind: Any = None) -> Outcome:
        """Ask the store's search."""
        return outcome_of(self._store.search(term, scope, kind))

    def fetch(self, route: str, scope: Any, name: object) -> Outcome:
        """Ask the store's fetch."""
        return outcome_of(self._store.fetch(route, scope, name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How the cases of one family came out.

    Attributes:
        family: The family, or ``all``.
        cases: How many cases.
        right: Cases of which everything holds.
        seekable: Cases that expect an entry.
        found: Of those, cases in which each expected entry is among those given.
        wrong_answers: Cases answered although no answer, or another one, was due.
    """

    family: str
    cases: int
    right: int
    seekable: int
    found: int
    wrong_answers: int

    def share(self, measure: str) -> float | None:
        """Give a measure as a share from 0 to 1; None where no case counts for it."""
        parts = {
            "right": (self.right, self.cases),
            "found": (self.found, self.seekable),
            "wrong_answer": (self.wrong_answers, self.cases),
        }
        count, of = parts[measure]
        return count / of if of else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A bound set before the run.

    Attributes:
        family: The family that it is about.
        measure: right, found or wrong_answer.
        bound: The share that must be reached, or must not be passed.
        at_most: True where the share must not pass the bound.
        required: False for a hope: it is reported like the others, and a miss fails nothing.

    Raises:
        RecordError: The measure is unknown, or the bound is not a share.
    """

    family: str
    measure: str
    bound: float
    at_most: bool
    required: bool

    def __post_init__(self) -> None:
        if self.measure not in MEASURES or not 0 <= self.bound <= 1:
            raise RecordError(
                f"a mark bounds one of {', '.join(MEASURES)} by a share from 0 to 1",
                got=f"{self.measure} {self.bound}",
                place=self.family,
            )

    def met_by(self, share: float | None) -> bool:
        """Tell whether a share meets the mark; where nothing was measured it does not."""
        if share is None:
            return False
        return share <= self.bound if self.at_most else share >= self.bound


def ask_all(cases: Sequence[Case], answerer: Answerer) -> tuple[CaseVerdict, ...]:
    """Put every case to an answerer, in order."""
    return tuple(judge(case, _ask(case.ask, answerer)) for case in cases)


def _ask(ask: dict[str, Any], answerer: Answerer) -> Outcome:
    if "search" in ask:
        return answerer.search(ask["search"], ask["scope"], ask["kind"])
    return answerer.fetch(ask["fetch"], ask["scope"], ask["name"])


def scores(verdicts: Sequence[CaseVerdict]) -> tuple[Score, ...]:
    """Count verdicts by family, in the order in which families first appear, and over all."""
    families = dict.fromkeys(verdict.case.family for verdict in verdicts)
    groups = {family: [one for one in verdicts if one.case.family == family] for family in families}
    return tuple(_score(family, group) for family, group in {**groups, ALL: list(verdicts)}.items())


def _score(family: str, verdicts: Sequence[CaseVerdict]) -> Score:
    seekable = [one for one in verdicts if one.case.expects.entries]
    return Score(
        family=family,
        cases=len(verdicts),
        right=sum(one.right for one in verdicts),
        seekable=len(seekable),
        found=sum(set(one.case.expects.entries) <= set(one.outcome.entries) for one in seekable),
        wrong_answers=sum(one.wrong_answer for one in verdicts),
    )


def read_marks(path: Path) -> tuple[Mark, ...]:
    """Read ``passmarks.json``.

    Raises:
        FixtureError: It cannot be read as marks.
    """
    try:
        data = json.loads(path.read_text("utf-8"))
        return tuple(
            Mark(
                family=mark["family"],
                measure=mark["measure"],
                bound=mark["at_most"] if "at_most" in mark else mark["at_least"],
                at_most="at_most" in mark,
                required=required,
            )
            for required, marks in ((True, data["required"]), (False, data["hoped_for"]))
            for mark in marks
        )
    except (ValueError, KeyError, TypeError) as error:
        raise FixtureError(f"pass marks can be read: {error}", place=path.name) from None


def judge_marks(marks: Sequence[Mark], measured: Sequence[Score]) -> tuple[tuple[Mark, float | None], ...]:
    """Give each mark with the share that was measured for it; None where there was no case."""
    by_family = {score.family: score for score in measured}
    return tuple(
        (mark, by_family[mark.family].share(mark.measure) if mark.family in by_family else None)
        for mark in marks
    )
