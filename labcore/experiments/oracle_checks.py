"""The named checks of a fixture's facts: valid statements, mutants and transformations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from labcore.mutation import FIELDS, Foreign, Mutant, mutants
from labcore.oracle import ScopeTree, check, compare
from labcore.records import GateReason, NamedCheck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.fixture import Fixture
    from labcore.records import Candidate, Proposition, Transformation, Verdict

__all__ = [
    "candidate_checks",
    "fixture_mutants",
    "given_bundle",
    "mutation_checks",
    "outcome",
    "refusal_checks",
    "transformation_checks",
]


def given_bundle(fixture: Fixture) -> frozenset[str]:
    """Give the bundle of a statement that names none: the evidence of every fact."""
    return frozenset(fact.evidence_id for fact in fixture.propositions if fact.evidence_id is not None)


def fixture_mutants(fixture: Fixture) -> tuple[Mutant, ...]:
    """Make six mutants of each fact, with wrong values from the same fixture."""
    facts = fixture.propositions
    return tuple(
        mutant
        for fact in facts
        for mutant in mutants(fact, Foreign.of(fact, facts, fixture.corpus, fixture.units))
    )


def candidate_checks(fixture: Fixture, group: str) -> tuple[NamedCheck, ...]:
    """Check every candidate that is expected to be accepted: a checker that refuses everything fails here."""
    return _candidates(fixture, group, accepted=True)


def refusal_checks(fixture: Fixture, group: str) -> tuple[NamedCheck, ...]:
    """Check every candidate that is expected to be refused, for its expected reason."""
    return _candidates(fixture, group, accepted=False)


def _candidates(fixture: Fixture, group: str, *, accepted: bool) -> tuple[NamedCheck, ...]:
    facts = {fact.id: fact for fact in fixture.propositions}
    return tuple(
        _candidate(fixture, candidate, facts[candidate.fact_id], group)
        for candidate in fixture.candidates
        if (candidate.expects is None) is accepted
    )


def _candidate(fixture: Fixture, candidate: Candidate, fact: Proposition, group: str) -> NamedCheck:
    bundle = given_bundle(fixture) if candidate.bundle is None else candidate.bundle
    verdict = check(candidate.proposition, fact, bundle, fixture.units)
    return _named(group, candidate.id, outcome(candidate.expects), outcome(verdict.reason), verdict.detail)


def mutation_checks(fixture: Fixture, group: str) -> tuple[NamedCheck, ...]:
    """Check that each mutant is refused for its own defect, alone and in company.

    In company means: with every later gate's field broken as well. Only then does the order of the
    gates show, because a single defect is found in any order.
    """
    made = fixture_mutants(fixture)
    bundle = given_bundle(fixture)
    checks = []
    for mutant in made:
        alone = check(mutant.proposition, mutant.fact, bundle, fixture.units)
        company = check(_with_later_defects(mutant, made), mutant.fact, bundle, fixture.units)
        wanted = (
            f"refused for {mutant.dimension} alone; with every later defect, for {mutant.dimension} first"
        )
        got = f"{_all_reasons(alone)} alone; with every later defect, {_first_reason(company)}"
        checks.append(_named(group, f"{mutant.fact.id}/{mutant.dimension}", wanted, got, alone.detail))
    return tuple(checks)


def _with_later_defects(mutant: Mutant, made: Sequence[Mutant]) -> Proposition:
    order = list(GateReason)
    broken = mutant.proposition
    for other in made:
        if other.fact is mutant.fact and order.index(other.dimension) > order.index(mutant.dimension):
            name = FIELDS[other.dimension]
            # a claim is withheld: a wrong number under a wrong unit would not be judged at all
            withheld = name in {"value", "allowed"}
            wrong: dict[str, Any] = {name: None if withheld else getattr(other.proposition, name)}
            broken = replace(broken, **wrong)
    return broken


def _all_reasons(verdict: Verdict) -> str:
    return "accepted" if verdict.accepted else f"refused for {' and '.join(verdict.reasons)}"


def _first_reason(verdict: Verdict) -> str:
    return "accepted" if verdict.accepted else f"for {verdict.reason} first"


def transformation_checks(fixture: Fixture, group: str) -> tuple[NamedCheck, ...]:
    """Check that each controlled change has the outcome that its author expects."""
    tree = ScopeTree(fixture.manifest.scopes if fixture.manifest else {})
    return tuple(_transformation(fixture, change, tree, group) for change in fixture.transformations)


def _transformation(fixture: Fixture, change: Transformation, tree: ScopeTree, group: str) -> NamedCheck:
    if change.compared_with is not None:
        relation = compare(change.candidate, change.compared_with, fixture.units, scopes=tree)
        return _named(group, change.id, str(change.expects), str(relation), change.title)
    bundle = given_bundle(fixture) if change.bundle is None else change.bundle
    verdict = check(change.candidate, change.rule, bundle, fixture.units)
    detail = f"{change.title}. {verdict.detail}" if verdict.detail else change.title
    return _named(group, change.id, outcome(change.expects), outcome(verdict.reason), detail)


def outcome(reason: str | None) -> str:
    """Write what a check came to, or was expected to come to; None is acceptance."""
    return "accepted" if reason is None else f"refused: {reason}"


def _named(group: str, name: str, expected: str, actual: str, detail: str) -> NamedCheck:
    return NamedCheck(
        group=group,
        name=name,
        passed=expected == actual,
        expected=expected,
        actual=actual,
        detail=detail or "every gate let it through",
    )
