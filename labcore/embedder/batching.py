"""Groups texts of equal length, so that nothing is padded and no vector depends on its neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["TOKEN_BUDGET", "plan_batches"]

TOKEN_BUDGET = 512
"""Tokens of one run of the graph; benchmarks/embed/README.md has the measurement behind it."""


def plan_batches(lengths: Sequence[int], token_budget: int = TOKEN_BUDGET) -> list[list[int]]:
    """Group row numbers by length.

    Rows of one batch have one length. Padding would cost work and, because a sum over padded
    positions is rounded in another order, the last bit of some components: then a text's vector
    would depend on which texts happen to stand beside it.

    Args:
        lengths: Tokens of each row, at least 1.
        token_budget: No batch has more tokens than this, unless a single row has.

    Returns:
        Row numbers, each exactly once, longest rows first, equal lengths in row order; empty for no rows.

    Raises:
        ParameterError: The budget is below 1.
    """
    if token_budget < 1:
        raise ParameterError("token_budget must be at least 1", got=token_budget)
    groups: dict[int, list[int]] = {}
    for row, length in enumerate(lengths):
        groups.setdefault(length, []).append(row)
    batches = []
    for length in sorted(groups, reverse=True):
        rows, size = groups[length], max(1, token_budget // length)
        batches += [rows[start : start + size] for start in range(0, len(rows), size)]
    return batches
