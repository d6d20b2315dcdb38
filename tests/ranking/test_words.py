"""How texts are split into words, and which passages hold which."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.ranking import tokens
from labcore.ranking.words import WordIndex
from labcore.records import Passage


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Error E-4107!", ["error", "e", "4107"], id="punctuation separates"),
        pytest.param("snake_case", ["snake", "case"], id="so does an underscore"),
        pytest.param("1,000.5 MB", ["1", "000", "5", "mb"], id="so do the marks of a number"),
        pytest.param("Größe 大小", ["größe", "大小"], id="letters of any script count"),
        pytest.param("e\u0301tude", ["étude"], id="a combining accent is composed with its letter"),
        pytest.param("नमस्ते दुनिया", ["नमस्ते", "दुनिया"], id="a vowel sign breaks no word"),
        pytest.param("\u2764\ufe0f x", ["x"], id="a mark after an emoji is no word"),
        pytest.param("STRASSE Straße", ["strasse", "straße"], id="sharp s is not folded"),
        pytest.param("IŞIK \u0131ş\u0131k", ["işik", "\u0131ş\u0131k"], id="a dotless i is not an i"),
        pytest.param("İzmir", ["i\u0307zmir"], id="a dotted capital I keeps its dot, in one word"),
        pytest.param("\uff12\uff10MB", ["\uff12\uff10mb"], id="full-width digits are not folded"),
        pytest.param(
            "アップロードの上限。20MBです", ["アップロードの上限", "20mbです"], id="no blanks, long tokens"
        ),
        pytest.param("", [], id="nothing gives nothing"),
    ],
)
def test_tokens_are_lower_case_letters_and_digits(text, expected):
    assert tokens(text) == expected


@given(st.text())
def test_law_composed_and_decomposed_texts_have_the_same_words(text):
    """However an editor stored an accent, the words are equal."""
    lower = text.lower()
    assert tokens(unicodedata.normalize("NFD", lower)) == tokens(unicodedata.normalize("NFC", lower))


@given(st.text())
def test_law_tokens_hold_no_separator(text):
    """Each word is not empty, starts with a letter or digit, and is split no further."""
    for word in tokens(text):
        assert word[0].isalnum()
        assert tokens(word) == [word]


def test_words_are_counted_by_hand():
    """First b holds {limit, is}, a holds {limit}, c nothing; a word twice is one word."""
    index = WordIndex(
        [Passage(id=n, text=t) for n, t in [("b", "Limit is limit"), ("a", "limit"), ("c", "")]]
    )
    assert index.sizes.tolist() == [2, 1, 0]
    assert index.shared({"limit", "is", "zebra"}).tolist() == [2, 1, 0]
    assert index.shared(set()).tolist() == [0, 0, 0]
