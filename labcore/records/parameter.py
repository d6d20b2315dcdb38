"""A parameter of a notebook or a command: its name, type and limits, and what breaks them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from labcore.errors import ParameterError, RecordError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Parameter", "Value", "near_miss", "unknown_name"]

Value = bool | int | float | str
"""What a parameter may be."""

_MANY = 24
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter and the rules that its values obey.

    Attributes:
        name: As it stands in the code.
        kind: bool, int, float or str.
        default: The value when nothing is given; None where there is none.
        low: The least number allowed; None for no limit.
        high: The greatest number allowed; None for no limit.
        choices: The only values allowed; empty for any.
        meaning: Unit and meaning, for a person.

    Raises:
        RecordError: The kind is another type, or low is above high.
    """

    name: str
    kind: type[bool | int | float | str]
    default: Value | None = None
    low: float | None = None
    high: float | None = None
    choices: tuple[Value, ...] = ()
    meaning: str = ""

    def __post_init__(self) -> None:
        if self.kind not in {bool, int, float, str}:
            raise RecordError("a parameter is a bool, int, float or str", got=self.kind, place=self.name)
        if self.low is not None and self.high is not None and self.low > self.high:
            raise RecordError(
                "a parameter's low limit is not above its high one", got=self.low, place=self.name
            )

    def problem(self, value: object) -> str | None:
        """Say what is wrong with a value, or None when it obeys every rule.

        An int is a good float; a bool is no number; NaN and infinity are no numbers.
        """
        if not _is_a(value, self.kind):
            return f"{self.name} must be {self.kind.__name__}, got {type(value).__name__} {value!r}"
        if self.choices and value not in self.choices:
            near = near_miss(str(value), map(str, self.choices))
            return f"{self.name} must be one of {self._listed()}, got {value!r}{near}"
        if self._outside(value):
            return f"{self.name} must lie in {self.low} to {self.high}, got {value!r}"
        return None

    def read(self, text: str) -> Value:
        """Turn a text from a command line into a value of this parameter.

        Raises:
            ParameterError: The text is no value of this kind, or the value breaks a rule.
        """
        value = _parse(text, self.kind)
        problem = self.problem(text if value is None else value)
        if problem or value is None:
            raise ParameterError(problem or f"{self.name} must be {self.kind.__name__}, got {text!r}")
        return value

    def _listed(self) -> str:
        """List the choices; of many, such as the months of some years, the ends."""
        names = [str(choice) for choice in self.choices]
        if len(names) > _MANY:
            names = [*names[:3], "...", f"{names[-1]} ({len(names)} in all)"]
        return ", ".join(names)

    def _outside(self, value: object) -> bool:
        if not isinstance(value, int | float) or isinstance(value, bool):
            return False
        return (self.low is not None and value < self.low) or (self.high is not None and value > self.high)


def near_miss(got: str, known: Iterable[str]) -> str:
    """Give ``; did you mean X?`` for the closest known name, or an empty text when none is close."""
    close = get_close_matches(got, list(known), n=1)
    return f"; did you mean {close[0]}?" if close else ""


def unknown_name(what: str, got: str, known: Iterable[str], *, place: str | None = None) -> ParameterError:
    """Make the error for a name that is not known: the near miss first, then every name that is.

    Args:
        what: What kind of name it is, such as ``parameter``.
        got: The name as it was given.
        known: Every name that would have been right.
        place: Where it was asked for, such as a notebook's name.
    """
    names = sorted(known)
    close = get_close_matches(got, names, n=1)
    hint = f"Did you mean {close[0]}? " if close else ""
    remedy = f"{hint}Known: {', '.join(names)}" if names else f"No {what} is known here"
    return ParameterError(f"unknown {what} '{got}'", place=place, remedy=remedy)


def _is_a(value: object, kind: type) -> bool:
    if isinstance(value, bool):
        return kind is bool
    if kind is float:
        return isinstance(value, int | float) and math.isfinite(value)
    return isinstance(value, kind)


def _parse(text: str, kind: type) -> Value | None:
    if kind is str:
        return text
    if kind is bool:
        return _TRUTH.get(text.strip().lower())
    try:
        number: Value = kind(text)
    except ValueError:
        return None
    return number
