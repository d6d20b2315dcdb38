"""Mean over the mask and unit length, on numbers that fit on one line."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from labcore.embedder import mean_pool, normalise
from labcore.errors import ParameterError

FLOATS = st.floats(-100, 100, width=32)


def f32(values):
    return np.array(values, dtype=np.float32)


@pytest.mark.parametrize(
    ("mask", "mean"),
    [
        pytest.param([1, 1, 1], [3.0, 4.0], id="all three: (1+3+5)/3 and (2+4+6)/3"),
        pytest.param([1, 1, 0], [2.0, 3.0], id="the first two: (1+3)/2 and (2+4)/2"),
        pytest.param([0, 0, 1], [5.0, 6.0], id="the last alone"),
    ],
)
def test_pooling_is_the_mean_of_what_the_mask_shows(mask, mean):
    vectors = f32([[[1, 2], [3, 4], [5, 6]]])
    assert mean_pool(vectors, np.array([mask])).tolist() == [mean]


def test_each_row_has_its_own_mask():
    vectors = f32([[[1], [3]], [[1], [3]]])
    assert mean_pool(vectors, np.array([[1, 0], [1, 1]])).tolist() == [[1.0], [2.0]]


@given(
    vectors=hnp.arrays(np.float32, hnp.array_shapes(min_dims=3, max_dims=3, max_side=5), elements=FLOATS),
    extra=st.integers(1, 4),
)
def test_masked_positions_count_for_nothing(vectors, extra):
    """Whatever stands behind the mask, the mean stays."""
    mask = np.ones(vectors.shape[:2], dtype=np.int64)
    noise = np.full((len(vectors), extra, vectors.shape[2]), 99, dtype=np.float32)
    padded = mean_pool(np.concatenate([vectors, noise], axis=1), np.pad(mask, ((0, 0), (0, extra))))
    assert np.allclose(padded, mean_pool(vectors, mask), atol=1e-5)
    assert padded.dtype == np.float32


def test_a_row_without_a_token_is_refused():
    """A mean of nothing is not zero: it is a mistake."""
    with pytest.raises(ParameterError, match="every row must show at least one token, got row 1"):
        mean_pool(f32([[[1]], [[1]]]), np.array([[1], [0]]))


@pytest.mark.parametrize(
    ("vectors", "mask"),
    [
        pytest.param(np.zeros((1, 2, 3)), np.ones((1, 3)), id="another length"),
        pytest.param(np.zeros((2, 3)), np.ones((2, 3)), id="vectors without a batch"),
    ],
)
def test_shapes_that_do_not_fit_are_refused(vectors, mask):
    with pytest.raises(ParameterError, match="mask must have the batch and sequence of token_vectors"):
        mean_pool(vectors.astype(np.float32), mask.astype(np.int64))


def test_a_vector_is_divided_by_its_length():
    """3, 4 has length 5."""
    assert np.allclose(normalise(f32([[3, 4]])), [[0.6, 0.8]])


@given(hnp.arrays(np.float32, (2, 3), elements=st.floats(0.5, 100, width=32)), st.floats(0.5, 50, width=32))
def test_scale_does_not_matter(vectors, factor):
    unit = normalise(vectors)
    assert np.allclose(normalise(vectors * np.float32(factor)), unit, atol=1e-6)
    assert np.allclose((unit**2).sum(axis=1), 1, atol=1e-6)


def test_no_vectors_stay_none():
    assert normalise(np.empty((0, 384), dtype=np.float32)).shape == (0, 384)


@pytest.mark.parametrize("value", [0.0, float("nan"), float("inf")])
def test_a_vector_without_direction_is_refused(value):
    with pytest.raises(ParameterError, match="has no direction"):
        normalise(f32([[1, 0], [value, 0]]))
