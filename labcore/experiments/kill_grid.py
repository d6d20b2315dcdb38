"""Judges under one test: which defects each finds, and which good statements it loses."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter
from typing import TYPE_CHECKING

from labcore.errors import FixtureError, ParameterError
from labcore.experiments.oracle_checks import fixture_mutants
from labcore.judging import Opinion, RecordedJudge, state
from labcore.mutation import equivalents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from labcore.fixture import Fixture
    from labcore.judging import Judge, Ruling, Statement
    from labcore.records import GateReason, Passage, Proposition, Wording

__all__ = ["Case", "Cell", "KillGrid", "Kind", "grid_cases", "kill_grid"]


class Kind(StrEnum):
    """What a case is: accept the first two, reject the third."""

    VALID = "valid"
    EQUIVALENT = "equivalent"
    MUTANT = "mutant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One statement that every judge of a grid reads.

    Attributes:
        id: ``fact/kind/label``; unique in a fixture.
        fact_id: The fact.
        kind: valid, equivalent or mutant.
        dimension: What is wrong; None unless it is a mutant.
        label: The dimension of a mutant, or how an equivalent is written.
        candidate: The statement.
        expected: The fact in its first wording.
        passage: The fact's evidence.
    """

    id: str
    fact_id: str
    kind: Kind
    dimension: GateReason | None
    label: str
    candidate: Statement
    expected: Statement
    passage: Passage


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What a judge said of one case, and how long it took in seconds."""

    case: Case
    ruling: Ruling
    seconds: float

    @property
    def right(self) -> bool:
        """A mutant rejected, or anything else accepted; an abstention is never right."""
        wanted = Opinion.REJECT if self.case.kind is Kind.MUTANT else Opinion.ACCEPT
        return self.ruling.opinion is wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class KillGrid:
    """Every case under one judge. Kills are read beside the acceptances, never alone.

    Attributes:
        judge: The judge's name.
        cells: In the order of the cases.
    """

    judge: str
    cells: tuple[Cell, ...]

    def of(self, kind: Kind, dimension: GateReason | None = None) -> tuple[Cell, ...]:
        """Give the cells of one kind, and of one dimension where it is named."""
        return tuple(
            cell
            for cell in self.cells
            if cell.case.kind is kind and (dimension is None or cell.case.dimension is dimension)
        )

    def right(self, kind: Kind, dimension: GateReason | None = None) -> int:
        """Count mutants killed, or good statements accepted."""
        return sum(cell.right for cell in self.of(kind, dimension))

    @property
    def abstentions(self) -> int:
        """How often it said neither."""
        return sum(cell.ruling.opinion is Opinion.ABSTAIN for cell in self.cells)

    @property
    def silence(self) -> Cell | None:
        """The first cell of a judge that abstained on everything, since its detail says why; else None."""
        return self.cells[0] if self.cells and self.abstentions == len(self.cells) else None

    @property
    def tokens(self) -> int:
        """Tokens that a language model was paid for."""
        return sum(cell.ruling.tokens for cell in self.cells)

    @property
    def seconds(self) -> float:
        """Time of all cases together."""
        return sum(cell.seconds for cell in self.cells)

    @property
    def remark(self) -> str:
        """What the counts are worth: a judge that says the same of everything has told nothing apart."""
        opinions = {cell.ruling.opinion for cell in self.cells}
        if len(opinions) == 1:
            said = {"accept": "accepts", "reject": "rejects", "abstain": "abstains on"}[opinions.pop()]
            return f"{said} everything: tells nothing apart"
        if not self.right(Kind.VALID):
            return "accepts no valid statement: its kills say nothing"
        return ""


def grid_cases(fixture: Fixture) -> tuple[Case, ...]:
    """Make the cases of a fixture: per fact the valid statement, its equivalents and its six mutants.

    Equivalents of a quantity are other units and spellings of the number; of every fact, its other
    wordings.

    Raises:
        FixtureError: There are no facts, or a fact has no wording.
    """
    wordings = {wording.fact_id: wording for wording in fixture.wordings}
    missing = [fact.id for fact in fixture.propositions if fact.id not in wordings]
    if missing or not fixture.propositions:
        raise FixtureError(
            "judges need propositions.jsonl, and wordings.jsonl for every fact",
            got=", ".join(missing) or "no facts",
            place=fixture.name,
        )
    return tuple(
        case for fact in fixture.propositions for case in _cases_of(fixture, fact, wordings[fact.id])
    )


def _cases_of(fixture: Fixture, fact: Proposition, wording: Wording) -> Iterator[Case]:
    first, *others = wording.sentences
    passage = fixture.corpus.get(fact.evidence_id or "")
    if passage is None:
        raise FixtureError("a fact rests on a passage of the corpus", got=fact.evidence_id, place=fact.id)

    def case(
        kind: Kind, label: str, proposition: Proposition, sentence: str, dimension: GateReason | None = None
    ) -> Case:
        return Case(
            id=f"{fact.id}/{kind}/{label}",
            fact_id=fact.id,
            kind=kind,
            dimension=dimension,
            label=label,
            candidate=state(sentence, proposition, fact, fixture.units),
            expected=state(first, fact, fact, fixture.units),
            passage=passage,
        )

    yield case(Kind.VALID, "as written", fact, first)
    for equivalent in equivalents(fact, fixture.units):
        yield case(Kind.EQUIVALENT, equivalent.label, equivalent.proposition, first)
    for number, sentence in enumerate(others, start=2):
        yield case(Kind.EQUIVALENT, f"wording {number}", fact, sentence)
    for mutant in fixture_mutants(fixture):
        if mutant.fact.id == fact.id:
            yield case(Kind.MUTANT, mutant.dimension, mutant.proposition, first, mutant.dimension)


def kill_grid(
    judges: Sequence[Judge],
    cases: Sequence[Case],
    *,
    progress: Callable[[Sequence[Judge]], Iterable[Judge]] = iter,
) -> tuple[KillGrid, ...]:
    """Put every judge to every case, after all of them were found fit for it.

    Args:
        judges: Each with a name of its own.
        cases: See `grid_cases`.
        progress: Gives the judges one after the other, and may show how far it is.

    Raises:
        ParameterError: Two judges share a name, there is no case, or recorded verdicts are about none of
            the cases, which would look like a judge that abstains.
    """
    names = [judge.name for judge in judges]
    if len(set(names)) != len(names) or not cases:
        raise ParameterError("a grid needs cases, and judges with different names", got=", ".join(names))
    for judge in judges:
        if isinstance(judge, RecordedJudge):
            _require_a_match(judge, cases)
    return tuple(
        KillGrid(judge=judge.name, cells=tuple(_cell(judge, case) for case in cases))
        for judge in progress(judges)
    )


def _require_a_match(judge: RecordedJudge, cases: Sequence[Case]) -> None:
    if not {case.candidate.text for case in cases}.intersection(judge.sentences):
        first = cases[0]
        raise ParameterError(
            "recorded verdicts are found by the whole text of the sentence, and none of these is a case's",
            got=next(iter(judge.sentences), "no verdict"),
            place=judge.name,
            remedy=f"The text of {first.id} is {first.candidate.text!r}; --cases FILE writes all of them",
        )


def _cell(judge: Judge, case: Case) -> Cell:
    started = perf_counter()
    ruling = judge.judges(case.candidate, case.expected, case.passage)
    return Cell(case=case, ruling=ruling, seconds=perf_counter() - started)
