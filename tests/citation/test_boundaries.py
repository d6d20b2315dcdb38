"""A quote may not cut a word or a number in two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.citation.boundaries import is_numeral, spaceless_script, splits_token


def cut(marked: str) -> bool:
    """Read a text with one ``|`` at the place of the cut."""
    left, right = marked.split("|")
    return splits_token(left + right, len(left))


@pytest.mark.parametrize(
    "marked",
    [
        pytest.param("1|14 days", id="inside a number: 14 in 114"),
        pytest.param("1.|14 days", id="after a decimal point"),
        pytest.param("14|.5 days", id="before a decimal point"),
        pytest.param("20,|000 bytes", id="inside grouped thousands"),
        pytest.param("2 |014 days", id="thousands grouped by a space"),
        pytest.param("at most 2| 014 days", id="the end of a quote before grouped thousands"),
        pytest.param("2\u202f|014 days", id="thousands grouped by a narrow space"),
        pytest.param("-|14 days", id="a sign left out"),
        pytest.param("\u2212|14 days", id="a minus sign left out"),
        pytest.param("<|14 days", id="a comparison left out"),
        pytest.param("\u20ac|14 a day", id="a currency before"),
        pytest.param("14|\u20ac a day", id="a currency after"),
        pytest.param("14|% of records", id="a percent sign left out"),
        pytest.param("10\u2013|14 days", id="half of a range"),
        pytest.param("10-|14 days", id="half of a range with a hyphen"),
        pytest.param("at 10:|14", id="half of a time"),
        pytest.param(".|5 days", id="a leading decimal point left out"),
        pytest.param("non-|refundable", id="a negation before a hyphen"),
        pytest.param("non|-refundable", id="a negation after the cut"),
        pytest.param("can|'t", id="before an apostrophe"),
        pytest.param("re|fundable", id="inside a word"),
        pytest.param("14|days", id="between a number and its unit"),
        pytest.param("snake|_case", id="before an underscore"),
        pytest.param("e|\u0301tat", id="between a letter and its accent"),
        pytest.param("\u4e8c|\u5341\u56db\u65e5", id="inside a Chinese number: 14 in 24"),
        pytest.param("1|\u200b14 days", id="behind an invisible character"),
        pytest.param("1\u200b|14 days", id="before one"),
        pytest.param("\u0661|\u0664", id="inside an Arabic number"),
        pytest.param("\ubcf4|\uad00", id="inside a Korean word"),
    ],
)
def test_these_cuts_divide_a_token(marked):
    assert cut(marked)


@pytest.mark.parametrize(
    "marked",
    [
        pytest.param("|14 days", id="the beginning"),
        pytest.param("14 days|", id="the end"),
        pytest.param("for |14 days", id="after a space"),
        pytest.param("for| 14 days", id="before a space"),
        pytest.param("(|14 days)", id="after a bracket"),
        pytest.param("14 days|.", id="before a full stop"),
        pytest.param("14 days|, then", id="before a comma"),
        pytest.param('"|14 days"', id="inside quotation marks"),
        pytest.param("period\u2014|fourteen", id="after a dash between clauses"),
        pytest.param("in 2026 |500 records", id="after a year, which is no group of thousands"),
        pytest.param("14 |5000 records", id="before four digits, which are no group"),
        pytest.param("\u4fdd\u5b58|\u671f\u9593", id="between Chinese letters, where words do not show"),
        pytest.param("\u671f\u9593\u306f|14\u65e5", id="between a Japanese letter and a number"),
        pytest.param("14|\u65e5\u9593", id="between a number and a Japanese letter"),
        pytest.param("\u0e40\u0e01\u0e47\u0e1a|\u0e23\u0e31\u0e01\u0e29\u0e32", id="between Thai letters"),
        pytest.param("\u0e44\u0e27\u0e49|14", id="between a Thai mark and a number"),
        pytest.param("\u200e|14 days", id="after an invisible character at the beginning"),
    ],
)
def test_these_cuts_are_clean(marked):
    assert not cut(marked)


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_no_number_contains_another(number, other):
    """Law: inside the digits of a number there is no clean place."""
    text = f"{number}{other}"
    assert all(splits_token(text, place) for place in range(1, len(text)))


@given(st.lists(st.text(st.characters(categories=("Ll", "Lu")), min_size=1), min_size=2))
def test_between_words_there_always_is_one(words):
    text = " ".join(words)
    place = len(words[0])
    assert not splits_token(text, place)
    assert not splits_token(text, place + 1)


def test_scripts_are_told_by_unicode_names():
    assert spaceless_script("\u65e5") == "CJK"
    assert spaceless_script("\u30fc") == "KATAKANA"
    assert spaceless_script("\u3005") == "IDEOGRAPHIC"
    assert spaceless_script("a") is None
    assert spaceless_script("\u3002") is None  # an ideographic full stop is no letter


def test_numerals_of_any_script_have_a_value():
    assert [is_numeral(sign) for sign in "7\u0667\u4e03\u2166x\u65e5"] == [
        True,
        True,
        True,
        True,
        False,
        False,
    ]
