"""Numbers are compared as they are written."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.citation.numbers import numbers, same_value, unquoted_numbers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("kept for 14 days", ("14",), id="a plain number"),
        pytest.param(
            "from 9:30, 1,000.5 and -5", ("9:30", "1,000.5", "-5"), id="marks inside, a sign before"
        ),
        pytest.param(
            "\u22125 and \u0661\u0664 and \uff11\uff14", ("-5", "14", "14"), id="a minus, Arabic, full-width"
        ),
        pytest.param("10\u201314 days", ("10", "14"), id="both ends of a range"),
        pytest.param("PEP-8, v2", ("8", "2"), id="a hyphen behind a letter is no sign"),
        pytest.param("fourteen \u5341\u56db", (), id="numbers as words are not seen"),
        pytest.param("14.", ("14",), id="a full stop is no part"),
        pytest.param("", (), id="nothing"),
    ],
)
def test_numbers_are_read_in_order(text, expected):
    assert numbers(text) == expected


@pytest.mark.parametrize(
    ("statement", "quote", "expected"),
    [
        pytest.param("kept 41 days", "kept for 14 days", ("41",), id="14 turned into 41"),
        pytest.param("kept 14 days", "kept for 14 days", (), id="the same number"),
        pytest.param("kept 14, at most 14 or 99 days", "14 days", ("99",), id="one more number, once"),
        pytest.param("1000 records", "1,000 records", ("1000",), id="another way to write it is not guessed"),
        pytest.param(
            "14 \u0434\u043d\u0435\u0439", "\u0661\u0664", (), id="the same number in another script"
        ),
        pytest.param("5 degrees", "-5 degrees", ("5",), id="a sign left out"),
        pytest.param("no number", "14 days", (), id="a statement without numbers"),
    ],
)
def test_a_number_that_is_not_quoted_is_named(statement, quote, expected):
    assert unquoted_numbers(statement, quote) == expected


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        pytest.param("14", "14", True, id="the same text"),
        pytest.param("14", "14.0", True, id="the same decimal"),
        pytest.param("+14", "14", True, id="a plus sign"),
        pytest.param("14", "41", False, id="another number"),
        pytest.param("14", "1.4e1", False, id="an exponent is no plain decimal"),
        pytest.param("NaN", "NaN", True, id="a word is compared as a word"),
        pytest.param("14", "fourteen", False, id="a number and its name"),
        pytest.param("the user\u2019s", "the user's", True, id="the same words after normalisation"),
        pytest.param("Yes", "yes", False, id="another case"),
        pytest.param("\u0661\u0664", "14", False, id="digits of another script are a word here"),
    ],
)
def test_values_are_the_same_or_not(left, right, expected):
    assert same_value(left, right) is expected


@given(st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**9), max_value=10**9))
def test_trailing_zeros_change_no_value(number):
    text = format(number, "f")
    assert same_value(text, f"{text}00")
    assert Decimal(text) == number


@given(st.text(max_size=30))
def test_a_statement_that_is_its_quote_alters_nothing(text):
    """Law: no number is foreign to the text that it stands in."""
    assert unquoted_numbers(text, text) == ()
