"""Numbers are rounded in one place, and one too near an edge is noticed before it is stored."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError
from labcore.notebook import in_order, shown
from labcore.notebook.shown import STRICT

finite = st.floats(min_value=-1e6, max_value=1e6)


@pytest.fixture
def strict(monkeypatch):
    monkeypatch.setenv(STRICT, "1")


@pytest.mark.parametrize(
    ("value", "digits", "rounded"),
    [
        pytest.param(0.6123, 3, 0.612, id="down"),
        pytest.param(0.6128, 3, 0.613, id="up"),
        pytest.param(0.0625, 3, 0.062, id="an exact edge is the same everywhere and goes to the even digit"),
        pytest.param(-0.0001, 3, 0.0, id="no minus zero"),
        pytest.param(7, 2, 7, id="a whole number"),
    ],
)
@pytest.mark.usefixtures("strict")
def test_a_number_is_rounded_to_its_digits(value, digits, rounded):
    assert str(shown(value, digits)) == str(float(rounded))


@pytest.mark.parametrize("value", [0.6124995, 0.6125005, -0.6124999])
@pytest.mark.usefixtures("strict")
def test_a_number_near_a_rounding_edge_is_refused_when_strict(value):
    """0.6124995 shows as 0.612, and a processor that adds a millionth shows 0.613."""
    with pytest.raises(
        ParameterError, match=r"from the edge between two roundings, got -?0.612.* at 3 decimals"
    ):
        shown(value, 3)


def test_a_reader_is_never_stopped_by_an_edge(monkeypatch):
    """Only the refresh command and the tests are strict."""
    monkeypatch.delenv(STRICT, raising=False)
    assert shown(0.6124995, 3) == 0.612
    assert in_order([0.5, 0.4999999]) == [0.5, 0.4999999]


@pytest.mark.usefixtures("strict")
def test_an_order_that_rests_on_less_than_a_millionth_is_refused_when_strict():
    with pytest.raises(ParameterError, match=r"a shown order rests on a gap .*got 0.5 and 0.4999999"):
        in_order([0.9, 0.5, 0.4999999])


@pytest.mark.usefixtures("strict")
def test_exact_ties_and_wide_gaps_keep_their_order():
    """A tie is decided by name, which is the same on every machine."""
    assert in_order([0.9, 0.5, 0.5, 0.1]) == [0.9, 0.5, 0.5, 0.1]


@given(finite, st.integers(0, 4))
def test_rounding_twice_is_rounding_once(value, digits):
    assert shown(shown(value, digits), digits) == shown(value, digits)


@given(finite, finite)
def test_rounding_keeps_order(left, right):
    """Whatever is not above stays not above."""
    assert (shown(min(left, right)) <= shown(max(left, right))) is True


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_number_that_is_not_finite_is_refused(value):
    """No JSON holds it, and no axis has a place for it."""
    with pytest.raises(ParameterError, match=f"a shown number is finite, got {value!r}. Say in words"):
        shown(value)
