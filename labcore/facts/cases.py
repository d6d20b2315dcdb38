"""Registered cases: a request and what a careful person expects of it, written apart from the data."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from labcore.errors import FixtureError, RecordError
from labcore.facts.lines import json_lines
from labcore.facts.status import Status

if TYPE_CHECKING:
    from pathlib import Path

    from labcore.facts.candidate import Candidate
    from labcore.facts.result import Result

__all__ = ["Case", "CaseVerdict", "Outcome", "judge", "outcome_of", "read_cases"]

_FIELDS = frozenset({"id", "family", "ask", "expects"})
_SEARCH = {"search", "scope", "kind"}
_FETCH = {"fetch", "scope", "name"}
_EXPECTS = {"status", "entries", "found_as", "missing", "rows"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a request came to, as far as a case judges it.

    Attributes:
        status: How it ended.
        entries: The identified entry or the candidates, each as ``SNAPSHOT kind NAME``, sorted.
        found_as: Matches of another kind, in the same form, sorted.
        missing: Parts of the scope that were asked for.
        rows: Facts; a case may state only some of the columns.
    """

    status: Status
    entries: tuple[str, ...] = ()
    found_as: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    rows: tuple[dict[str, str | int | None], ...] = ()

    def answers(self) -> bool:
        """Whether it gives an entry or facts as the answer."""
        return self.status is Status.ANSWERED


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One registered case.

    Attributes:
        id: A sentence, unique among the cases.
        family: The difficulty that it stands for.
        ask: The arguments of a search or a fetch, as they would arrive.
        expects: What a careful person expects.

    Raises:
        RecordError: The arguments are those of neither a search nor a fetch.
    """

    id: str
    family: str
    ask: dict[str, Any] = field(hash=False)
    expects: Outcome

    def __post_init__(self) -> None:
        if set(self.ask) not in (_SEARCH, _FETCH):
            raise RecordError("a case asks a search or a fetch", got=sorted(self.ask), place=self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseVerdict:
    """How one case came out.

    Attributes:
        case: The case.
        outcome: What came out.
        right: Whether everything that the case states holds.
        wrong_answer: Whether an answer was given where none was due, or another one than was due.
        detail: The first difference, as a sentence; empty when right.
    """

    case: Case
    outcome: Outcome
    right: bool
    wrong_answer: bool
    detail: str


def read_cases(path: Path) -> tuple[Case, ...]:
    """Read ``cases.jsonl``.

    Raises:
        FixtureError: A line is malformed, or an id stands twice.
    """
    cases: dict[str, Case] = {}
    for place, data in json_lines(path, _FIELDS, frozenset()):
        expects = data["expects"]
        known = isinstance(data["id"], str) and data["id"] not in cases
        if not known or not isinstance(expects, dict) or set(expects) != _EXPECTS:
            raise FixtureError("a case has its own id and says what it expects", got=data["id"], place=place)
        try:
            lists = {name: tuple(expects[name]) for name in ("entries", "found_as", "missing", "rows")}
            if not all(isinstance(row, dict) for row in lists["rows"]):
                raise TypeError("rows are objects")  # noqa: TRY301  # with its line below
            outcome = Outcome(status=Status(expects["status"]), **lists)
            cases[data["id"]] = Case(id=data["id"], family=data["family"], ask=data["ask"], expects=outcome)
        except (ValueError, TypeError) as error:
            raise FixtureError(f"a case can be read: {error}", got=data["id"], place=place) from None
    return tuple(cases.values())


def outcome_of(result: Result) -> Outcome:
    """Give what a case judges of a result."""
    identified = () if result.identified is None else (result.identified,)
    return Outcome(
        status=result.status,
        entries=_entries((*identified, *result.candidates)),
        found_as=_entries(result.found_as),
        missing=result.missing,
        rows=tuple(row.to_dict() for row in result.rows),
    )


def _entries(candidates: tuple[Candidate, ...]) -> tuple[str, ...]:
    return tuple(sorted(f"{one.scope.snapshot} {one.kind} {one.name}" for one in candidates))


def judge(case: Case, outcome: Outcome) -> CaseVerdict:
    """Compare what came out with what the case states."""
    differences = [
        f"{name}: expected {_shown(getattr(case.expects, name))}, got {_shown(getattr(outcome, name))}"
        for name in ("status", "entries", "found_as", "missing", "rows")
        if not _holds(name, getattr(case.expects, name), getattr(outcome, name))
    ]
    due = case.expects.answers()
    same = not differences
    return CaseVerdict(
        case=case,
        outcome=outcome,
        right=same,
        wrong_answer=outcome.answers() and not (due and same),
        detail=differences[0] if differences else "",
    )


def _holds(name: str, expected: Any, got: Any) -> bool:
    if name != "rows":
        return bool(expected == got)
    return len(expected) == len(got) and all(
        wanted.items() <= row.items() for wanted, row in zip(expected, got, strict=True)
    )


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=True)
