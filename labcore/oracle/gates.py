"""The gates of the oracle: one per reason, in the order in which a refusal is most useful."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from labcore.errors import UnitError
from labcore.records import GateReason

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from labcore.records import Proposition
    from labcore.units import Quantity, Units

__all__ = ["GATES", "NEXT_STEPS", "Case", "Gate"]


class Case(NamedTuple):
    """What one check looks at; a named tuple, because a check makes one on every call.

    Attributes:
        candidate: What was proposed.
        expected: The fact; complete, see `require_fact`.
        bundle: The ids of the passages that were given.
        units: The fixture's units.
        quantity: The fact's exact quantity; None for a permission.
    """

    candidate: Proposition
    expected: Proposition
    bundle: Collection[str]
    units: Units
    quantity: Quantity | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """One rule of the oracle.

    Attributes:
        reason: What a refusal by this gate is called.
        passes: Whether it lets a case through. A gate whose question cannot be put, because an
            earlier gate has refused what it builds on, lets it through: nothing is established.
        wanted: What the expected proposition asks for, as text.
        got: What the candidate has instead, as text.
    """

    reason: GateReason
    passes: Callable[[Case], bool]
    wanted: Callable[[Case], str]
    got: Callable[[Case], str]


NEXT_STEPS: Mapping[GateReason, str] = MappingProxyType(
    {
        GateReason.EVIDENCE: "Retrieve again: without the required passage in the bundle there is no claim.",
        GateReason.VERSION: "Ask which version applies, and answer under that one.",
        GateReason.TENANT: "Refuse: access is never widened to make an answer fit.",
        GateReason.SCOPE: "Ask which scope is meant: arithmetic cannot repair the wrong one.",
        GateReason.UNIT: "State the claim again in a declared unit of the fact's dimension.",
        GateReason.VALUE: "Refuse the number and show the passage's own.",
        GateReason.POLARITY: "Refuse the claim: the rule does not say that.",
    }
)
"""The decision that follows each reason; no two reasons lead to the same one."""


def _evidence_passes(case: Case) -> bool:
    cited = case.candidate.evidence_id
    return cited is not None and cited in case.bundle and cited == case.expected.evidence_id


def _evidence_got(case: Case) -> str:
    cited = case.candidate.evidence_id
    if cited is None:
        return "nothing cited"
    return f"{cited}, in the bundle" if cited in case.bundle else f"{cited}, not in the bundle"


def _unit_passes(case: Case) -> bool:
    candidate, expected = case.candidate.unit, case.expected.unit
    if candidate is None or expected is None:
        return False
    found, wanted = case.units.declared.get(candidate), case.units.declared[expected]
    if found is None or found.dimension != wanted.dimension:
        return False
    return not wanted.is_permission or found.name == wanted.name


def _unit_wanted(case: Case) -> str:
    wanted = case.units.unit(case.expected.unit or "")
    if wanted.is_permission:
        return wanted.name
    return f"a unit of {wanted.dimension}"


def _unit_got(case: Case) -> str:
    name = case.candidate.unit
    if name is None:
        return "no unit"
    try:
        return f"{name}, a unit of {case.units.unit(name).dimension}"
    except UnitError as error:
        return f"{name}: {error.rule}"


def _value_passes(case: Case) -> bool:
    candidate = case.candidate
    if case.quantity is None:
        return True  # the fact is a permission
    if candidate.value is None or candidate.allowed is not None:
        return False
    if not _unit_passes(case) or candidate.unit is None:
        return True  # the unit gate has refused: nothing is said about the number
    try:
        return case.units.quantity(candidate.value, candidate.unit).amount == case.quantity.amount
    except UnitError:
        return False


def _value_got(case: Case) -> str:
    candidate = case.candidate
    if candidate.value is None:
        return _polarity_text(case, candidate) or "no number"
    if candidate.allowed is not None:
        return f"{candidate.value} {candidate.unit} and a polarity"
    try:
        case.units.quantity(candidate.value, candidate.unit or "")
    except UnitError as error:
        return f"{candidate.value} {candidate.unit}: {error.rule}"
    return f"{candidate.value} {candidate.unit}"


def _polarity_passes(case: Case) -> bool:
    if case.quantity is not None:
        return True  # the fact is a quantity
    return case.candidate.value is None and case.candidate.allowed is case.expected.allowed


def _polarity_got(case: Case) -> str:
    if case.candidate.value is not None:
        return f"the number {case.candidate.value}"
    return _polarity_text(case, case.candidate) or "no polarity"


def _polarity_text(case: Case, proposition: Proposition) -> str:
    if proposition.allowed is None:
        return ""
    unit = case.units.declared.get(case.expected.unit or "")
    words = unit.words if unit is not None and unit.words else ("true", "false")
    return words[0 if proposition.allowed else 1]


def _bound_passes(name: str, case: Case) -> bool:
    found = getattr(case.candidate, name)
    return found is not None and found == getattr(case.expected, name)


def _bound_wanted(name: str, case: Case) -> str:
    return str(getattr(case.expected, name))


def _bound_got(name: str, case: Case) -> str:
    return getattr(case.candidate, name) or f"no {name}"


GATES: tuple[Gate, ...] = (
    Gate(
        reason=GateReason.EVIDENCE,
        passes=_evidence_passes,
        wanted=lambda case: f"{case.expected.evidence_id}, in the bundle",
        got=_evidence_got,
    ),
    Gate(
        reason=GateReason.VERSION,
        passes=partial(_bound_passes, "version"),
        wanted=partial(_bound_wanted, "version"),
        got=partial(_bound_got, "version"),
    ),
    Gate(
        reason=GateReason.TENANT,
        passes=partial(_bound_passes, "tenant"),
        wanted=partial(_bound_wanted, "tenant"),
        got=partial(_bound_got, "tenant"),
    ),
    Gate(
        reason=GateReason.SCOPE,
        passes=partial(_bound_passes, "scope"),
        wanted=partial(_bound_wanted, "scope"),
        got=partial(_bound_got, "scope"),
    ),
    Gate(reason=GateReason.UNIT, passes=_unit_passes, wanted=_unit_wanted, got=_unit_got),
    Gate(
        reason=GateReason.VALUE,
        passes=_value_passes,
        wanted=lambda case: f"{case.expected.value} {case.expected.unit}",
        got=_value_got,
    ),
    Gate(
        reason=GateReason.POLARITY,
        passes=_polarity_passes,
        wanted=lambda case: _polarity_text(case, case.expected),
        got=_polarity_got,
    ),
)
"""Every gate, in the order evidence, version, tenant, scope, unit, value or polarity.

The order is a rule: a candidate under an old version applies another rule, whatever its number is.
Source: the article on executable oracles, its core gate.
"""
