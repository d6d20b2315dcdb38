"""Six defects of a fact, each in exactly one dimension."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from labcore.errors import RecordError
from labcore.mutation.foreign import Foreign
from labcore.records import GateReason, Proposition

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FIELDS", "Mutant", "mutants"]

FIELDS: Mapping[GateReason, str] = MappingProxyType(
    {
        GateReason.EVIDENCE: "evidence_id",
        GateReason.VERSION: "version",
        GateReason.TENANT: "tenant",
        GateReason.SCOPE: "scope",
        GateReason.UNIT: "unit",
        GateReason.VALUE: "value",
        GateReason.POLARITY: "allowed",
    }
)
"""The field of a proposition that each dimension lives in; a fact has a value or a polarity, not both."""

_NOTHING_FOREIGN = Foreign()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A fact with one defect.

    Attributes:
        dimension: What is wrong; also the reason by which it must be refused.
        fact: What it was made from.
        proposition: The defective statement; differs from the fact in `FIELDS` of the dimension only.
    """

    dimension: GateReason
    fact: Proposition
    proposition: Proposition


def mutants(fact: Proposition, foreign: Foreign = _NOTHING_FOREIGN) -> tuple[Mutant, ...]:
    """Make the six mutants of a fact, in gate order.

    The number's first digit that is not zero becomes the next one (9 becomes 8; a zero becomes a
    one), so that no rounding excuses it; a polarity is flipped.

    Args:
        fact: A complete fact; see `labcore.units.require_fact`.
        foreign: Where the other wrong values come from.

    Raises:
        RecordError: The proposition is not a complete fact.

    Source: the article on executable oracles, "Deliberate mutations test the checker, not the model".
    """
    if fact.missing or (fact.value is None) == (fact.allowed is None):
        raise RecordError(
            "mutants are made of a complete fact", got=fact.missing or "no single claim", place=fact.id
        )
    wrong: dict[GateReason, str | bool] = {
        GateReason.EVIDENCE: _another(fact.evidence_id, foreign.evidence_ids),
        GateReason.VERSION: _another(fact.version, foreign.versions),
        GateReason.TENANT: _another(fact.tenant, foreign.tenants),
        GateReason.SCOPE: _another(fact.scope, foreign.scopes),
        GateReason.UNIT: _another(fact.unit, foreign.units),
    }
    if fact.value is None:
        wrong[GateReason.POLARITY] = not fact.allowed
    else:
        wrong[GateReason.VALUE] = _another_number(fact.value)
    return tuple(
        Mutant(dimension=dimension, fact=fact, proposition=_with(fact, FIELDS[dimension], value))
        for dimension, value in wrong.items()
    )


def _with(fact: Proposition, name: str, value: object) -> Proposition:
    changes: dict[str, Any] = {name: value}
    return replace(fact, **changes)


def _another(own: str | None, pool: tuple[str, ...]) -> str:
    return next((value for value in pool if value != own), f"not-{own}")


def _another_number(text: str) -> str:
    for place, digit in enumerate(text):
        if digit in "123456789":
            return f"{text[:place]}{'8' if digit == '9' else int(digit) + 1}{text[place + 1 :]}"
    return text[:-1] + "1"
