"""Cuts rows of tokens into batches: alike in length, bounded in tokens, in an order that can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from labcore.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["TOKEN_BUDGET", "pad", "plan_batches"]

TOKEN_BUDGET = 512
"""Tokens of one run, padding counted; benchmarks/README.md has the measurement behind it."""


def plan_batches(lengths: Sequence[int], token_budget: int = TOKEN_BUDGET) -> list[list[int]]:
    """Group row numbers so that rows of like length run together.

    Args:
        lengths: Tokens of each row, at least 1.
        token_budget: No batch has more than this many tokens with its padding, unless one row alone has.

    Returns:
        Row numbers, each exactly once: shortest first, equal lengths in row order. Empty for no rows.

    Raises:
        ParameterError: The budget is below 1.
    """
    if token_budget < 1:
        raise ParameterError("token_budget must be at least 1", got=token_budget)
    batches: list[list[int]] = []
    for row in sorted(range(len(lengths)), key=lambda number: lengths[number]):
        # Rows come shortest first, so this row's length is the width of the batch that it joins.
        if batches and (len(batches[-1]) + 1) * lengths[row] <= token_budget:
            batches[-1].append(row)
        else:
            batches.append([row])
    return batches


def pad(rows: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Put rows into one rectangle, filled up with 0 on the right.

    Returns:
        int64, shape (rows, longest row).
    """
    width = max(len(row) for row in rows)
    filled = np.zeros((len(rows), width), dtype=np.int64)
    for number, row in enumerate(rows):
        filled[number, : len(row)] = row
    return filled
