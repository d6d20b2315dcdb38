"""Numbers of options that stay numbers: NaN and the infinite pass every comparison of a plain range."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from typing import Any

__all__ = ["ABOVE_ZERO", "MOST", "AboveZero"]

MOST = 1e9
"""The largest number taken; in seconds it is 31 years, and far beyond it the timers of an operating system overflow."""


class AboveZero(click.ParamType[float]):
    """Takes a number above 0, at most `MOST`; anything else is wrong use, and the option is named."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number."""
        try:
            number = float(value)
        except ValueError:
            self.fail(f"{value!r} is no number.", param, ctx)
        if not 0 < number <= MOST:
            self.fail(f"{value} is not a number above 0 and at most {MOST:g}.", param, ctx)
        return number


ABOVE_ZERO = AboveZero()
"""The type, for ``click.option``."""
