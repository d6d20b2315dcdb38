"""Batches hold rows of one length, under a budget, and lose no row."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.embedder.batching import plan_batches
from labcore.errors import ParameterError

LENGTHS = st.lists(st.integers(1, 40))


@pytest.mark.parametrize(
    ("lengths", "budget", "batches"),
    [
        pytest.param([], 10, [], id="no rows"),
        pytest.param(
            [3, 5, 3], 10, [[1], [0, 2]], id="the longest first; equal lengths together, in row order"
        ),
        pytest.param([3, 3, 3, 3], 10, [[0, 1, 2], [3]], id="three rows of three fit into ten"),
        pytest.param([12, 12], 10, [[0], [1]], id="a row above the budget runs alone"),
    ],
)
def test_rows_are_grouped(lengths, budget, batches):
    assert plan_batches(lengths, budget) == batches


@given(LENGTHS, st.integers(1, 100))
def test_every_row_runs_once(lengths, budget):
    planned = [row for batch in plan_batches(lengths, budget) for row in batch]
    assert sorted(planned) == list(range(len(lengths)))


@given(LENGTHS, st.integers(1, 100))
def test_a_batch_has_one_length_and_keeps_the_budget(lengths, budget):
    for batch in plan_batches(lengths, budget):
        found = {lengths[row] for row in batch}
        assert len(found) == 1
        assert len(batch) == 1 or len(batch) * found.pop() <= budget


def test_a_budget_below_one_is_refused():
    with pytest.raises(ParameterError, match="token_budget must be at least 1, got 0"):
        plan_batches([1], 0)
