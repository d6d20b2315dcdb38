"""A quote must say something before it can be looked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.citation.length import MIN_SIGNS, MIN_WORDS, count_signs, count_words, too_short


@pytest.mark.parametrize(
    ("text", "words", "signs"),
    [
        pytest.param("", 0, 0, id="nothing"),
        pytest.param("... -- !", 0, 0, id="no letter at all"),
        pytest.param("14 days", 2, 6, id="a number and its unit"),
        pytest.param("kept for 14 days", 4, 13, id="four words: 4 + 3 + 2 + 4 letters and digits"),
        pytest.param("non-refundable fee", 2, 16, id="a hyphen joins"),
        pytest.param("a b c", 3, 3, id="three stray letters"),
        pytest.param(
            "\u4fdd\u5b58\u671f\u9593\u306f\u5341\u56db\u65e5",
            3,
            8,
            id="seven CJK letters, 7 // 2 = 3, and one kana",
        ),
        pytest.param("\u5341\u56db\u65e5", 1, 3, id="three CJK letters"),
        pytest.param("14\u65e5\u9593\u4fdd\u5b58", 3, 6, id="a number and four CJK letters: 1 + 4 // 2"),
        pytest.param(
            "\u0e40\u0e01\u0e47\u0e1a\u0e23\u0e31\u0e01\u0e29\u0e32\u0e44\u0e27\u0e49",
            2,
            9,
            id="Thai: 12 signs, 3 of them marks on 9 letters",
        ),
        pytest.param("cafe\u0301 au lait", 3, 10, id="an accent is no letter of its own"),
    ],
)
def test_words_and_signs_are_counted(text, words, signs):
    assert (count_words(text), count_signs(text)) == (words, signs)


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        pytest.param("14 days", True, id="two words stand in many passages"),
        pytest.param("a b c", True, id="three letters are no quote"),
        pytest.param("in 14 days", False, id="three words of eight letters and digits"),
        pytest.param("\u5341\u56db\u65e5", True, id="fourteen days in Chinese"),
        pytest.param(
            "\u4fdd\u5b58\u671f\u9593\u306f\u5341\u56db\u65e5", False, id="kept for fourteen days in Japanese"
        ),
    ],
)
def test_the_limit(quote, expected):
    assert too_short(quote) is expected


@given(st.text(max_size=20), st.text(max_size=20))
def test_saying_more_is_never_too_short_again(quote, more):
    """Law: what is long enough stays so when words are added."""
    if not too_short(quote):
        assert not too_short(f"{quote} {more}")


def test_the_limits_agree():
    """Three words cannot be fewer than six signs unless they are single letters."""
    assert MIN_SIGNS == 2 * MIN_WORDS
