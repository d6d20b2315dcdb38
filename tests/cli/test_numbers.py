"""Numbers of options."""

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.cli.numbers import ABOVE_ZERO, MOST


@pytest.mark.parametrize("value", ["0", "-0.0", "-1", "nan", "inf", "-inf", "1e400", "1000000001"])
def test_a_number_that_is_not_above_zero_or_is_endless_is_refused(value):
    with pytest.raises(click.BadParameter, match="is not a number above 0 and at most 1e"):
        ABOVE_ZERO.convert(value, None, None)


@pytest.mark.parametrize("value", ["", "fast", "1,5", "0x10"])
def test_what_is_no_number_is_refused(value):
    with pytest.raises(click.BadParameter, match="is no number"):
        ABOVE_ZERO.convert(value, None, None)


def test_the_largest_number_is_still_taken():
    assert ABOVE_ZERO.convert("1e9", None, None) == MOST


@given(st.floats(min_value=0, exclude_min=True, max_value=MOST))
def test_law_every_number_between_is_taken_as_it_is(number):
    assert ABOVE_ZERO.convert(repr(number), None, None) == number
