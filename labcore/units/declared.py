"""Declared units and exact numbers: nothing is rounded, and nothing undeclared is guessed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Context, Decimal, DecimalException, Inexact, InvalidOperation, Overflow, Subnormal
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from labcore.errors import UnitError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["MAX_DIGITS", "MISREAD", "SEPARATORS", "Quantity", "Unit", "Units", "plain"]

MAX_DIGITS = 38
"""Digits that a number may have, as written and after conversion: the range of SQL's and Arrow's decimal128."""

SEPARATORS = (",", "'", "_", " ", "\N{NARROW NO-BREAK SPACE}")
"""What a fixture may declare between thousands; the point is the decimal point and never one of them."""

MISREAD: Mapping[str, str] = MappingProxyType(
    {
        "Gb": "it is read as gigabits and as gigabytes",
        "K": "it is read as 1000, as 1024 and as kelvin",
        "M": "it is read as million, as metre and as month",
        "Mb": "it is read as megabits and as megabytes",
        "bp": "it is read as basis points and as base pairs",
        "m": "it is read as metre, as minute and as month",
        "month": "a month has 28 to 31 days",
        "months": "a month has 28 to 31 days",
        "pct": "per cent of what is not said",
        "quarter": "a quarter has 90 to 92 days",
        "year": "a year has 365 or 366 days",
        "years": "a year has 365 or 366 days",
    }
)
"""Names that people and libraries read in several ways, with the reason why none is taken for granted."""

_EXACT = Context(
    prec=MAX_DIGITS,
    Emax=MAX_DIGITS - 1,
    Emin=-MAX_DIGITS,
    traps=[Inexact, InvalidOperation, Overflow, Subnormal],
)
_PLAIN = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_GROUPED = {
    mark: re.compile(rf"-?[1-9][0-9]{{0,2}}(?:{mark}[0-9]{{3}})+(?:\.[0-9]+)?") for mark in SEPARATORS
}
_WORDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One declared unit: a quantity's, with a factor, or a permission's, with two opposite words.

    Attributes:
        name: As it is declared and written; upper and lower case differ.
        dimension: What it measures, such as ``data``.
        factor: How many of its dimension's base unit it is; None for a permission.
        words: What a permission says when true and when false; empty for a quantity.
    """

    name: str
    dimension: str
    factor: Decimal | None = None
    words: tuple[str, ...] = ()

    @property
    def is_permission(self) -> bool:
        """Whether it carries allowed or prohibited in place of a number."""
        return self.factor is None


@dataclass(frozen=True, slots=True)
class Quantity:
    """An exact amount in the base unit of its dimension; two compare only inside one dimension."""

    dimension: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Units:
    """The unit conventions of one fixture.

    Attributes:
        declared: Unit name -> unit.
        thousands: The mark between thousands in numbers, or None where none may stand.

    Source: the article on executable oracles: "An unsupported unit is a refusal, not an invitation
    to guess."
    """

    declared: Mapping[str, Unit] = field(default_factory=lambda: MappingProxyType({}))
    thousands: str | None = None

    def __post_init__(self) -> None:
        if self.thousands is not None and self.thousands not in SEPARATORS:
            raise UnitError("the thousands mark must be one of , ' _ or a space", got=repr(self.thousands))
        object.__setattr__(self, "declared", MappingProxyType(dict(self.declared)))

    def __reduce__(self) -> tuple[type[Units], tuple[dict[str, Unit], str | None]]:
        """Let a process pool carry it; a read-only mapping alone cannot be pickled."""
        return (Units, (dict(self.declared), self.thousands))

    @classmethod
    def of(cls, dimensions: Mapping[str, Mapping[str, str]], *, thousands: str | None = None) -> Units:
        """Read the declaration of a fixture.

        Args:
            dimensions: Dimension -> unit -> its exact factor as text, such as ``"1000000"``; or, for
                a permission, its two words with a bar between, such as ``"allowed|prohibited"``.
            thousands: See `Units`.

        Raises:
            UnitError: A name is empty or stands twice, or a factor is neither an exact number above
                zero nor two words, or one dimension mixes the two kinds.
        """
        declared: dict[str, Unit] = {}
        for dimension, members in dimensions.items():
            units = [_unit(name, dimension, text) for name, text in members.items()]
            if len({unit.is_permission for unit in units}) > 1:
                raise UnitError("a dimension holds quantities or permissions, not both", place=dimension)
            for unit in units:
                if unit.name in declared:
                    raise UnitError(
                        "a unit belongs to one dimension", got=unit.name, place=declared[unit.name].dimension
                    )
                declared[unit.name] = unit
        return cls(declared, thousands)

    def unit(self, name: str) -> Unit:
        """Give a declared unit.

        Raises:
            UnitError: It is not declared; where its name is read in several ways, the message says so.
        """
        found = self.declared.get(name)
        if found is None:
            why = f"; {MISREAD[name]}" if name in MISREAD else ""
            raise UnitError(
                f"a unit must be declared{why}",
                got=repr(name),
                remedy=f"Declared are: {', '.join(self.declared) or 'none'}",
            )
        return found

    def number(self, text: str) -> Decimal:
        """Read a number as written: plain decimal digits, a point, and the declared thousands mark.

        Raises:
            UnitError: It arrives as a float or another type, has an exponent, a sign other than a
                leading minus, a leading zero, an undeclared mark, or more than 38 digits; or it is
                NaN or infinite.
        """
        if not isinstance(text, str):
            raise UnitError(
                "a number arrives as the text that was written", got=text, remedy='Write it as "0.02"'
            )
        if not _PLAIN.fullmatch(text):
            mark = self.thousands
            if mark is None or not _GROUPED[mark].fullmatch(text):
                raise UnitError("a number is plain decimal digits, such as 20 or 0.02", got=repr(text))
            text = text.replace(mark, "")
        if len(text) > MAX_DIGITS and sum(map(str.isdigit, text)) > MAX_DIGITS:
            raise UnitError(f"a number has at most {MAX_DIGITS} digits", got=text)
        return Decimal(text)

    def quantity(self, text: str, unit: str) -> Quantity:
        """Read a number and express it in the base unit of its dimension.

        Raises:
            UnitError: As `unit` and `number`; the unit is a permission's; or the amount leaves the
                range of 38 digits.
        """
        found = self.unit(unit)
        if found.factor is None:
            raise UnitError("a permission has no quantity", got=repr(unit))
        return Quantity(found.dimension, _exactly(_EXACT.multiply, self.number(text), found.factor, unit))

    def convert(self, text: str, unit: str, to: str) -> Decimal:
        """Express a number of one unit in another unit of the same dimension, exactly.

        Raises:
            UnitError: As `quantity`; the dimensions differ; or no decimal of 38 digits is exact, as
                for one hour in days.
        """
        base, target = self.quantity(text, unit), self.unit(to)
        if target.factor is None or target.dimension != base.dimension:
            raise UnitError(
                f"{unit} measures {base.dimension} and {to} measures {target.dimension}",
                got=f"{unit} to {to}",
            )
        return _exactly(_EXACT.divide, base.amount, target.factor, to)


def plain(number: Decimal) -> str:
    """Write a number without an exponent, a trailing zero after the point, or a negative zero."""
    text = f"{number:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _exactly(
    operation: Callable[[Decimal, Decimal], Decimal], left: Decimal, right: Decimal, unit: str
) -> Decimal:
    try:
        return operation(left, right)
    except DecimalException:
        raise UnitError(
            f"the amount has no exact decimal within {MAX_DIGITS} digits",
            got=f"{plain(left)} to {operation.__name__} by {plain(right)}",
            place=unit,
        ) from None


def _unit(name: str, dimension: str, text: object) -> Unit:
    for part in (dimension, name):
        if part.split() != [part]:
            raise UnitError("a unit and its dimension are single words", got=repr(part), place=dimension)
    if isinstance(text, str) and "|" in text:
        return Unit(name=name, dimension=dimension, words=_two_words(name, text))
    return Unit(name=name, dimension=dimension, factor=_factor(name, text))


def _two_words(name: str, text: str) -> tuple[str, ...]:
    words = tuple(text.split("|"))
    if len(words) != len({word.strip() for word in words} - {""}) or len(words) != _WORDS:
        raise UnitError(
            "a permission has two different words, as in allowed|prohibited", got=text, place=name
        )
    return words


def _factor(name: str, text: Any) -> Decimal:
    try:
        factor = Units().number(text)
    except UnitError as error:
        raise UnitError(f"a factor must be exact: {error.rule}", got=error.got, place=name) from None
    if factor <= 0:
        raise UnitError("a factor is above zero", got=text, place=name)
    return factor
