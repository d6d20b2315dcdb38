"""What makes a proposition a fact: everything is stated, and its own number can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.errors import RecordError

if TYPE_CHECKING:
    from labcore.records import Proposition
    from labcore.units.declared import Quantity, Units

__all__ = ["require_fact"]


def require_fact(fact: Proposition, units: Units) -> Quantity | None:
    """Refuse a proposition that cannot be the expected side of a check.

    Args:
        fact: The expected proposition.
        units: The fixture's units.

    Returns:
        Its exact quantity; None for a permission.

    Raises:
        RecordError: A bound is not stated; a permission lacks its polarity or carries a number; a
            quantity lacks its number or carries a polarity.
        UnitError: Its unit is not declared, or its number cannot be read exactly.
    """
    if fact.missing or fact.unit is None:
        raise RecordError("a fact states every bound", got=f"no {fact.missing[0]}", place=fact.id)
    if units.unit(fact.unit).is_permission:
        if fact.allowed is None or fact.value is not None:
            raise RecordError("a permission states allowed and no number", got=_claim(fact), place=fact.id)
        return None
    if fact.value is None or fact.allowed is not None:
        raise RecordError("a quantity states a number and no polarity", got=_claim(fact), place=fact.id)
    return units.quantity(fact.value, fact.unit)


def _claim(fact: Proposition) -> str:
    return f"value {fact.value!r} and allowed {fact.allowed!r}"
