"""Other ways of writing the same quantity, which must stay accepted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from labcore.errors import UnitError
from labcore.units import MAX_DIGITS, plain

if TYPE_CHECKING:
    from labcore.records import Proposition
    from labcore.units import Units

__all__ = ["Equivalent", "equivalents"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Equivalent:
    """The same fact, written in another way.

    Attributes:
        label: What is different, such as ``in MB``; unique for one fact.
        proposition: Differs from the fact in its value's and unit's text at most.
    """

    label: str
    proposition: Proposition


def equivalents(fact: Proposition, units: Units) -> tuple[Equivalent, ...]:
    """Write a quantity in every other declared unit, with trailing zeros, and with thousands marks.

    A checker that refuses everything passes every negative test; these are the positive ones.

    Args:
        fact: A complete fact.
        units: The fixture's units. A unit in which the amount has no exact decimal is left out, and
            so are thousands marks where none is declared or the number has no thousands.

    Returns:
        In the order units, zeros, marks. Empty for a permission: its equivalents are other wordings.

    Raises:
        UnitError: The fact's unit or number cannot be read.
    """
    if fact.value is None or fact.unit is None:
        return ()
    own = units.unit(fact.unit)
    number = plain(units.number(fact.value))
    written = {
        f"in {name}": (text, name)
        for name, unit in units.declared.items()
        if unit.dimension == own.dimension and name != own.name
        if (text := _converted(fact.value, own.name, name, units)) is not None
    }
    zeros = f"{number}.00" if "." not in number else f"{number}00"
    if sum(map(str.isdigit, zeros)) <= MAX_DIGITS:
        written["with trailing zeros"] = (zeros, own.name)
    grouped = number if units.thousands is None else _grouped(number, units.thousands)
    if grouped != number:
        written["with thousands marks"] = (grouped, own.name)
    return tuple(
        Equivalent(label=label, proposition=replace(fact, value=text, unit=unit))
        for label, (text, unit) in written.items()
        if (text, unit) != (fact.value, fact.unit)
    )


def _converted(text: str, unit: str, to: str, units: Units) -> str | None:
    try:
        return plain(units.convert(text, unit, to))
    except UnitError:
        return None


def _grouped(number: str, mark: str) -> str:
    whole, point, rest = number.partition(".")
    sign, digits = ("-", whole[1:]) if whole.startswith("-") else ("", whole)
    return f"{sign}{int(digits):,}".replace(",", mark) + point + rest
