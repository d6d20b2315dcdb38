"""The gates over arrays of codes: the same rules as in `labcore.oracle.gates`, for many rows at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from labcore.errors import ParameterError, UnitError
from labcore.oracle import gates
from labcore.records import GateReason
from labcore.units import plain, require_fact

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from labcore.records import Proposition
    from labcore.units import Units

    Codes = NDArray[np.int32]
    Mask = NDArray[np.bool_]

__all__ = ["ACCEPTED", "OUTCOMES", "UNSUPPORTED", "CompiledFacts", "Rows"]

UNSUPPORTED = "unsupported"
ACCEPTED = "accepted"
OUTCOMES = (UNSUPPORTED, *(reason.value for reason in GateReason), ACCEPTED)
"""What a row can come to: no such fact, the first reason of a refusal, or accepted."""

NONE = -1
"""The code of what is not stated, and of everything that no fact mentions: neither passes a gate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Rows as codes, each array of shape ``(n,)``; a code is a place in a list of `CompiledFacts`.

    Attributes:
        fact: int32, the fact that the row claims to state; NONE for no such fact.
        bounds: evidence_id, version, tenant, scope -> int32.
        in_bundle: bool, whether the cited passage was given.
        unit: int32.
        number: int32, the place of the number as it is read; NONE for every number that no fact
            could accept and for what cannot be read.
        has_value: bool, whether a value is stated at all.
        allowed: int8, 1 for true, 0 for false, NONE for not stated.
    """

    fact: Codes
    bounds: dict[str, Codes]
    in_bundle: Mask
    unit: Codes
    number: Codes
    has_value: Mask
    allowed: NDArray[np.int8]


class CompiledFacts:
    """Facts as arrays, ready to judge rows of codes.

    Args:
        facts: The expected propositions; a row names its fact by id.
        units: The fixture's units.

    Raises:
        ParameterError: Two facts share an id, or there is none.
        RecordError, UnitError: One of them is not a fact.
    """

    def __init__(self, facts: Sequence[Proposition], units: Units) -> None:
        self.ids = [fact.id for fact in facts]
        if len(set(self.ids)) != len(self.ids) or not self.ids:
            raise ParameterError("a table is checked against facts with different ids", got=self.ids)
        self.known = {name: _distinct(facts, name) for name in ("evidence_id", "version", "tenant", "scope")}
        self.units = list(units.declared)
        self._expected = {
            name: np.array([known.index(getattr(fact, name)) for fact in facts], dtype=np.int32)
            for name, known in self.known.items()
        }
        self._quantity = np.array([require_fact(fact, units) is not None for fact in facts])
        self._allowed = np.array([_polarity(fact.allowed) for fact in facts], dtype=np.int8)
        self._unit_fits, targets = _units_of(facts, units)
        self.numbers = sorted({text for row in targets for text in row if text is not None})
        places = {text: place for place, text in enumerate(self.numbers)}
        # -2 differs from every number and from NONE: no number is right in that unit
        self._target = np.array([[places.get(t or "", -2) for t in row] for row in targets], dtype=np.int32)

    def outcomes(self, rows: Rows) -> NDArray[np.uint8]:
        """Give the place in OUTCOMES of each row: the first gate that refuses it, in the gates' order."""
        result = np.full(len(rows.fact), OUTCOMES.index(ACCEPTED), dtype=np.uint8)
        for gate in reversed(gates.GATES):
            np.copyto(result, OUTCOMES.index(gate.reason), where=~_RULES[gate.reason](self, rows))
        result[rows.fact == NONE] = OUTCOMES.index(UNSUPPORTED)
        return result

    def evidence_passes(self, rows: Rows) -> Mask:
        """Cited, in the bundle, and the required one."""
        return self._equal(rows, "evidence_id") & rows.in_bundle

    def unit_passes(self, rows: Rows) -> Mask:
        """A declared unit of the fact's dimension; for a permission, the same unit."""
        fits: Mask = self._unit_fits[rows.fact, rows.unit]
        return fits

    def value_passes(self, rows: Rows) -> Mask:
        """The same number, where the fact is a quantity and the unit fits."""
        right = rows.number == self._target[rows.fact, rows.unit]
        stated = rows.has_value & (rows.allowed == NONE) & (right | ~self.unit_passes(rows))
        passes: Mask = stated | ~self._quantity[rows.fact]
        return passes

    def polarity_passes(self, rows: Rows) -> Mask:
        """The same polarity and no number, where the fact is a permission."""
        stated = ~rows.has_value & (rows.allowed == self._allowed[rows.fact])
        passes: Mask = stated | self._quantity[rows.fact]
        return passes

    def _equal(self, rows: Rows, name: str) -> Mask:
        same: Mask = rows.bounds[name] == self._expected[name][rows.fact]
        return same


_RULES: dict[GateReason, Callable[[CompiledFacts, Rows], Mask]] = {
    GateReason.EVIDENCE: CompiledFacts.evidence_passes,
    GateReason.VERSION: lambda facts, rows: facts._equal(rows, "version"),  # noqa: SLF001  # its own class
    GateReason.TENANT: lambda facts, rows: facts._equal(rows, "tenant"),  # noqa: SLF001
    GateReason.SCOPE: lambda facts, rows: facts._equal(rows, "scope"),  # noqa: SLF001
    GateReason.UNIT: CompiledFacts.unit_passes,
    GateReason.VALUE: CompiledFacts.value_passes,
    GateReason.POLARITY: CompiledFacts.polarity_passes,
}


def _distinct(facts: Sequence[Proposition], name: str) -> list[str]:
    return list(dict.fromkeys(getattr(fact, name) for fact in facts))


def _polarity(allowed: bool | None) -> int:  # noqa: FBT001  # it is data, not a switch
    return NONE if allowed is None else int(allowed)


def _units_of(facts: Sequence[Proposition], units: Units) -> tuple[Mask, list[list[str | None]]]:
    """Give whether each unit fits each fact, and the one number that is right in it.

    Both have one more column than there are units: NONE, which is -1, finds it, and nothing fits it.
    """
    fits, targets = [], []
    for fact in facts:
        own = units.unit(fact.unit or "")
        fits.append(
            [
                unit.dimension == own.dimension and (not own.is_permission or unit.name == own.name)
                for unit in units.declared.values()
            ]
            + [False]
        )
        targets.append([_target(fact, name, units) for name in units.declared] + [None])
    return np.array(fits, dtype=np.bool_), targets


def _target(fact: Proposition, unit: str, units: Units) -> str | None:
    if fact.value is None or fact.unit is None:
        return None
    try:
        return plain(units.convert(fact.value, fact.unit, unit))
    except UnitError:
        return None
