"""The one place where numbers are rounded for the eye, and where a number too close to an edge is noticed.

Scores differ in the seventh digit between processors. A score that lies on the edge between two roundings, or
two scores in an order that a millionth decides, would show otherwise on another machine, and the comparison of
notebooks with their stored outputs would fail there. So the refresh command and the tests set ``STRICT``, and
such a number is refused where a maintainer sees it; a reader with other parameters is never stopped.
"""

from __future__ import annotations

import math
import os
from itertools import pairwise
from typing import TYPE_CHECKING

from labcore.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MARGIN", "STRICT", "in_order", "shown"]

STRICT = "LABCORE_STRICT_ROUNDING"
"""The environment variable that turns the checks on when it is set to anything."""

MARGIN = 1e-6
"""How far from an edge a number must lie: ten times what differs between processors."""


def shown(value: float, digits: int = 3, *, margin: float = MARGIN) -> float:
    """Round a number for a chart, a table or a sentence.

    Args:
        value: Any finite number, unrounded.
        digits: Decimals to keep.
        margin: How far from an edge it must lie; more for numbers that are no scores and differ more.

    Returns:
        The rounded number; never minus zero.

    Raises:
        ParameterError: The number is not finite; or checks are on and it lies within the margin of a rounding
            edge, yet not on it: an exact edge, such as the ratio 1/16, is the same on every machine.
    """
    if not math.isfinite(value):
        raise ParameterError(
            "a shown number is finite", got=repr(value), remedy="Say in words why there is no number"
        )
    scaled = value * 10**digits
    distance = abs(scaled % 1 - 0.5)
    if 0 < distance < margin * 10**digits and os.environ.get(STRICT):
        raise ParameterError(
            f"a shown number keeps {margin} from the edge between two roundings",
            got=f"{value!r} at {digits} decimals",
            remedy="Show fewer decimals",
        )
    return round(value, digits) + 0.0


def in_order(scores: Iterable[float]) -> list[float]:
    """Give scores back as they came, best first, once it is sure that another machine gives the same order.

    Raises:
        ParameterError: Checks are on and two neighbours differ by less than a millionth, yet differ: an exact
            tie is decided by name and stays.
    """
    given = list(scores)
    for left, right in pairwise(given):
        if 0 < abs(left - right) < MARGIN and os.environ.get(STRICT):
            raise ParameterError(
                f"a shown order rests on a gap of {MARGIN} at least",
                got=f"{left!r} and {right!r}",
                remedy="Choose another example or show fewer places",
            )
    return given
