"""What "literally" forgives is a list, and the way back to the original is exact."""

import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from labcore.citation.normalise import (
    DASHES,
    DOUBLE_QUOTES,
    RULES,
    SINGLE_QUOTES,
    WHITE_SPACE,
    _pieces,
    normalise,
    plain,
)

# every kind of trouble, more often than chance would give it: marks, jamo, spaces, quotes, dashes, bidi
TROUBLE = st.text(
    st.one_of(
        st.characters(exclude_categories=("Cs",)),
        st.sampled_from(
            "ae\u0301\u0323\u0344\u0f73\u1100\u1161\u11a8\uac00\u09c7\u09be \t\u00a0\u3000'\u2019\u201c\u2014\u2212-\u200b\u200f\u212b"
        ),
    ),
    max_size=30,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("cafe\u0301", "caf\u00e9", id="an accent after its letter"),
        pytest.param("\u1112\u1161\u11ab", "\ud55c", id="a Hangul syllable in three parts"),
        pytest.param("kept\r\n\t for\u00a014\u2009days", "kept for 14 days", id="white space of five kinds"),
        pytest.param("  14 days\n", "14 days", id="white space at the ends"),
        pytest.param("\u201cnon-standard\u201d", '"non-standard"', id="curly double quotes"),
        pytest.param("the user\u2019s", "the user's", id="a curly apostrophe"),
        pytest.param(
            "\u00ab14\u00bb \u201e14\u201d \u300c14\u300d", '"14" "14" "14"', id="French, German, Japanese"
        ),
        pytest.param("10\u201314 \u2014 \u22125", "10-14 - -5", id="en dash, em dash, minus"),
        pytest.param("", "", id="nothing"),
        pytest.param(" \n ", "", id="only white space"),
    ],
)
def test_what_is_forgiven(text, expected):
    assert normalise(text).text == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("MUST Must must", id="case"),
        pytest.param(
            "14 \uff11\uff14 \u0661\u0664 \u00b9\u2074", id="digits of other scripts and raised ones"
        ),
        pytest.param("a\u200bb\u200fc\u00add\ufeff", id="zero-width, right-to-left mark, soft hyphen"),
        pytest.param("10\u301c14 10\u207b\u2075", id="a wave dash and a raised minus"),
        pytest.param("5\u2032 \ufb01le \u2160", id="a prime, a ligature, a Roman numeral"),
        pytest.param(
            "\u0645\u0650\u0646 \u0939\u093f\u0928\u094d\u0926\u0940", id="Arabic and Devanagari with marks"
        ),
    ],
)
def test_what_is_never_touched(text):
    assert normalise(text).text == text


def test_offsets_lead_back_to_the_original():
    """Cafe + accent, two spaces, a curly quote: offsets 3 to 5 are one letter, 5 to 7 one space."""
    found = normalise("cafe\u0301  \u201cx")
    assert found.text == 'caf\u00e9 "x'
    assert found.starts == (0, 1, 2, 3, 5, 7, 8)
    assert found.ends == (1, 2, 3, 5, 7, 8, 9)


@given(TROUBLE)
@example("\u0041\u030a\u0323")
def test_composition_is_that_of_the_standard_library(text):
    """Second opinion: cutting and composing piece by piece equals composing the whole text."""
    pieces = [piece for _, piece in _pieces(text)]
    assert "".join(pieces) == text
    assert "".join(unicodedata.normalize("NFC", piece) for piece in pieces) == unicodedata.normalize(
        "NFC", text
    )


@given(TROUBLE)
def test_the_fast_way_gives_the_same_text(text):
    assert plain(text) == normalise(text).text


@given(TROUBLE)
def test_normalising_twice_changes_nothing(text):
    once = normalise(text).text
    assert normalise(once).text == once


@given(TROUBLE)
def test_offsets_grow_and_stay_inside(text):
    found = normalise(text)
    assert len(found.text) == len(found.starts) == len(found.ends)
    assert list(found.starts) == sorted(found.starts)
    assert all(0 <= start < end <= len(text) for start, end in zip(found.starts, found.ends, strict=True))


def test_the_lists_are_those_of_unicode():
    """Python knows the categories: spaces are separators or the five controls, dashes are Pd or the minus."""
    signs = [chr(code) for code in range(sys.maxunicode + 1)]
    separators = {sign for sign in signs if unicodedata.category(sign) in ("Zs", "Zl", "Zp")}
    assert separators | set("\t\n\v\f\r\x85") == WHITE_SPACE
    assert all(unicodedata.category(sign) == "Pd" for sign in DASHES - {"\u2212"})
    paired = {sign for sign in signs if unicodedata.category(sign) in ("Pi", "Pf")}
    editorial = {sign for sign in paired if 0x2E00 <= ord(sign) <= 0x2E21}  # brackets of editors, not quotes
    assert paired - editorial <= SINGLE_QUOTES | DOUBLE_QUOTES


def test_the_lists_do_not_overlap_and_every_rule_is_described():
    lists = (WHITE_SPACE, SINGLE_QUOTES, DOUBLE_QUOTES, DASHES)
    assert sum(map(len, lists)) == len(frozenset().union(*lists))
    assert len(RULES) == 4
