"""A proposed answer at the gates: which one refuses it, why, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.admission import exclusion
from labcore.citation import Support, support, validate
from labcore.experiments.stated_scopes import require_stated_scopes
from labcore.oracle import check
from labcore.records import Dimension, GateName, NamedCheck
from labcore.retrieval import Retriever

if TYPE_CHECKING:
    from collections.abc import Callable

    from labcore.fixture import Fixture
    from labcore.ranking import Ranker
    from labcore.records import Journey, Passage, Query, Run

__all__ = ["NEXT_STEPS", "Step", "Trace", "as_checks", "trace"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What one gate decided.

    Attributes:
        gate: The gate.
        passed: True or False; None where the gate was not reached, or had nothing to compare with.
        reason: The typed reason of a refusal; None otherwise.
        detail: One sentence for a person.
        next_step: What to do after a refusal; empty otherwise.
    """

    gate: GateName
    passed: bool | None
    reason: str | None = None
    detail: str = ""
    next_step: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The way of one proposed answer.

    Attributes:
        journey: The proposal.
        query: The question.
        run: What was retrieved for it.
        steps: One per gate, in order; after a refusal no later gate is asked.
    """

    journey: Journey
    query: Query
    run: Run
    steps: tuple[Step, ...]

    @property
    def refusal(self) -> Step | None:
        """The step that refused; None for an accepted answer."""
        return next((step for step in self.steps if step.passed is False), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    fixture: Fixture
    journey: Journey
    query: Query
    run: Run
    passage: Passage | None


_READERS = frozenset({Dimension.TENANT, Dimension.ROLE})
_MEANT = (Dimension.PRODUCT, Dimension.RECORD_TYPE, Dimension.VERSION)

NEXT_STEPS = {
    "no_such_passage": "Drop the citation, and distrust the answer that invented it",
    "tenant": "Answer from the asker's own evidence; never widen access to save an answer",
    "role": "Answer from what the asker's role may read",
    "product": "Ask which product is meant",
    "record_type": "Ask which kind of record is meant",
    "version": "Ask which version applies",
    "not_published": "Answer from what could be read on that day",
    "not_yet_effective": "Say what holds today; name the coming rule as announced only",
    "expired": "Cite the version in force on that day",
    "not_in_bundle": "Retrieve again; an answer rests on what was retrieved for it",
    "contradicted": "Refuse the claim: the passage says otherwise",
    "absent": "Weaken the claim to what the passage says, or look for other evidence",
}
"""Reason -> next decision, for the reasons that no gate below gives a next step of its own."""


def trace(fixture: Fixture, journey: Journey, ranker: Ranker | str, k: int = 3) -> Trace:
    """Lead one proposed answer through the gates, in order, until one refuses.

    Args:
        fixture: Corpus, questions and facts.
        journey: The proposed answer.
        ranker: A ranker or its registered name; it decides what is in the bundle, not what is true.
        k: Hits in the bundle.

    Raises:
        NotFoundError: The fixture lacks the journey's question.
        ScopeError: The question's scope lacks a declared dimension.
    """
    query = fixture.query(journey.query_id)
    require_stated_scopes(fixture, [query])
    run = Retriever(fixture.corpus, ranker).search(query, query.scope, k)
    passage = fixture.corpus.get(journey.citation.passage_id)
    case = _Case(fixture=fixture, journey=journey, query=query, run=run, passage=passage)
    steps: list[Step] = []
    stopped = False
    for name, gate in _GATES.items():
        step = (
            Step(gate=name, passed=None, detail="not asked: an earlier gate refused")
            if stopped
            else gate(case)
        )
        stopped = stopped or step.passed is False
        steps.append(step)
    return Trace(journey=journey, query=query, run=run, steps=tuple(steps))


def as_checks(traces: tuple[Trace, ...]) -> tuple[NamedCheck, ...]:
    """Compare where each answer stopped with where it must stop."""
    checks = []
    for one in traces:
        stop = one.refusal
        expected = _stop(one.journey.stops_at, one.journey.reason)
        actual = _stop(stop.gate if stop else None, stop.reason if stop else None)
        checks.append(
            NamedCheck(
                group="proposed answers at the gates",
                name=one.journey.id,
                passed=actual == expected,
                expected=expected,
                actual=actual,
                detail=one.journey.title,
            )
        )
    return tuple(checks)


def _stop(gate: GateName | None, reason: str | None) -> str:
    return "accepted" if gate is None else f"{gate.value}: {reason}"


def _passed(gate: GateName, detail: str) -> Step:
    return Step(gate=gate, passed=True, detail=detail)


def _refused(gate: GateName, reason: str, detail: str, next_step: str = "") -> Step:
    return Step(
        gate=gate, passed=False, reason=reason, detail=detail, next_step=next_step or NEXT_STEPS[reason]
    )


def _admissible(case: _Case) -> Step:
    gate = GateName.ADMISSIBLE
    if case.passage is None:
        return _refused(
            gate, "no_such_passage", f"the corpus has no passage {case.journey.citation.passage_id}"
        )
    refusal = exclusion(case.passage, case.query.scope, dimensions=case.fixture.corpus.dimensions)
    if refusal is not None:
        return _refused(gate, refusal.reason.value, f"{case.passage.id} {refusal.detail}")
    return _passed(gate, f"{case.passage.id} {_admitted(case)}")


def _admitted(case: _Case) -> str:
    """Say what was checked, and nothing else: an undeclared dimension is not asked about."""
    declared = case.fixture.corpus.dimensions
    meant = [one.value.replace("_", " ") for one in _MEANT if one in declared]
    parts = [
        *(["may be read by this asker"] if _READERS.intersection(declared) else []),
        *([f"is in force on {case.query.scope.as_of}"] if Dimension.CLOCK in declared else []),
        *([f"has the question's {' and '.join(meant)}"] if meant else []),
    ]
    return ", and ".join(parts) or "is in the corpus; no dimension is declared, so nothing was checked"


def _ranked(case: _Case) -> Step:
    cited = case.journey.citation.passage_id
    if cited not in case.run.passage_ids:
        found = ", ".join(case.run.passage_ids) or "nothing"
        return _refused(
            GateName.RANKED, "not_in_bundle", f"{case.run.ranker} retrieved {found}, and not {cited}"
        )
    place = case.run.passage_ids.index(cited) + 1
    return _passed(GateName.RANKED, f"{cited} is hit {place} of {len(case.run.hits)} by {case.run.ranker}")


def _cited(case: _Case) -> Step:
    verdict = validate(case.journey.citation, case.fixture.corpus, case.query.scope, case.run)
    if not verdict.accepted:
        return _refused(GateName.CITED, str(verdict.reason), verdict.detail, verdict.next_step)
    return _passed(GateName.CITED, f"the quote {verdict.detail}")


def _supported(case: _Case) -> Step:
    if case.passage is None:  # admission has refused it; said again so that no other caller can slip through
        return _refused(GateName.SUPPORTED, "absent", "there is no passage")
    found = support(case.journey.claim, case.passage)
    if found is not Support.SUPPORTED:
        asserted = "; ".join(claim.words for claim in case.passage.asserts) or "nothing about it"
        detail = f"the answer says {case.journey.claim.words!r}; the passage asserts {asserted}"
        return _refused(GateName.SUPPORTED, found.value, detail)
    return _passed(GateName.SUPPORTED, "the passage asserts what the answer says")


def _proposition(case: _Case) -> Step:
    if case.journey.candidate is None:
        return Step(gate=GateName.PROPOSITION, passed=None, detail="no fact was written down to compare with")
    fact = next(fact for fact in case.fixture.propositions if fact.id == case.journey.fact_id)
    verdict = check(case.journey.candidate, fact, case.run.passage_ids, case.fixture.units)
    if not verdict.accepted:
        return _refused(GateName.PROPOSITION, str(verdict.reason), verdict.detail, verdict.next_step)
    return _passed(GateName.PROPOSITION, f"states the fact {fact.id}")


_GATES: dict[GateName, Callable[[_Case], Step]] = {
    GateName.ADMISSIBLE: _admissible,
    GateName.RANKED: _ranked,
    GateName.CITED: _cited,
    GateName.SUPPORTED: _supported,
    GateName.PROPOSITION: _proposition,
}
