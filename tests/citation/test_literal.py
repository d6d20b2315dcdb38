"""A quote is found word for word, with its place in the text as published."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from labcore.citation.literal import find, invisible_signs
from labcore.citation.normalise import normalise
from labcore.records import Span

RULE = "Standard records are kept for 14 days after deletion."


@pytest.mark.parametrize(
    ("quote", "text", "expected"),
    [
        pytest.param("kept for 14 days", RULE, (21, 37), id="plain words"),
        pytest.param(RULE, RULE, (0, len(RULE)), id="the whole text"),
        pytest.param("kept\nfor  14 days", RULE, (21, 37), id="another line break in the quote"),
        pytest.param("kept for 14 days", "kept\r\n  for\u00a014 days", (0, 19), id="another one in the text"),
        pytest.param('the "safe" one', "the \u201csafe\u201d one", (0, 14), id="curly quotes in the text"),
        pytest.param(
            "the user\u2019s file", "the user's file", (0, 15), id="a curly apostrophe in the quote"
        ),
        pytest.param("caf\u00e9 menu", "the cafe\u0301 menu", (4, 14), id="an accent after its letter"),
        pytest.param("14-day limit", "a 14\u2011day limit", (2, 14), id="a hyphen that does not break"),
        pytest.param("14 days", "114 days, or 14 days", (13, 20), id="a clean place behind a divided one"),
        pytest.param("ab ab", "xab ab ab", (4, 9), id="a clean place that overlaps a divided one"),
        pytest.param(
            "\u4fdd\u5b58\u671f\u9593\u306f\u5341\u56db\u65e5",
            "\u8a18\u9332\u306e\u4fdd\u5b58\u671f\u9593\u306f\u5341\u56db\u65e5\u3067\u3059\u3002",
            (3, 11),
            id="Japanese, without spaces",
        ),
        pytest.param(
            "\u0645\u062f\u0629 \u0627\u0644\u062d\u0641\u0638 \u0661\u0664 \u064a\u0648\u0645\u0627",
            "\u0645\u062f\u0629 \u0627\u0644\u062d\u0641\u0638 \u0661\u0664 \u064a\u0648\u0645\u0627 \u0641\u0642\u0637",
            (0, 17),
            id="Arabic, from right to left",
        ),
        pytest.param(
            "\u0437\u0430\u043f\u0438\u0441\u0438 \u0445\u0440\u0430\u043d\u044f\u0442\u0441\u044f 14 \u0434\u043d\u0435\u0439",
            "\u0412\u0441\u0435 \u0437\u0430\u043f\u0438\u0441\u0438 \u0445\u0440\u0430\u043d\u044f\u0442\u0441\u044f 14 \u0434\u043d\u0435\u0439.",
            (4, 27),
            id="Russian",
        ),
        pytest.param(
            "\u0930\u093f\u0915\u0949\u0930\u094d\u0921 14 \u0926\u093f\u0928",
            "\u0938\u092d\u0940 \u0930\u093f\u0915\u0949\u0930\u094d\u0921 14 \u0926\u093f\u0928 \u0930\u0939\u0924\u0947 \u0939\u0948\u0902",
            (4, 18),
            id="Hindi, with marks",
        ),
    ],
)
def test_a_literal_quote_is_found_at_its_place(quote, text, expected):
    assert find(quote, text) == Span(*expected)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        pytest.param("kept for 41 days", RULE, id="14 turned into 41"),
        pytest.param("14 days", "kept for 114 days", id="a number cut from a longer one"),
        pytest.param("kept for 1", RULE, id="half of a number"),
        pytest.param("STANDARD records", RULE, id="another case"),
        pytest.param("refundable fee", "a non-refundable fee", id="a negation cut off"),
        pytest.param("records kept for", RULE, id="a word left out"),
        pytest.param("kept for \uff11\uff14 days", RULE, id="full-width digits"),
        pytest.param("kept for 1\u200b4 days", RULE, id="an invisible character inside"),
        pytest.param("kept for 14 days\u200f", RULE, id="an invisible mark at the end"),
        pytest.param("cafe menu", "the cafe\u0301 menu", id="an accent left out"),
        pytest.param("x\u0304", "x\u0304\u0323", id="a mark left out at the end"),
        pytest.param(
            "\u5341\u56db\u65e5", "\u4e8c\u5341\u56db\u65e5", id="a Chinese number cut from a longer one"
        ),
        pytest.param("", RULE, id="nothing"),
        pytest.param(" \n", RULE, id="white space"),
        pytest.param("kept for 14 days", "", id="an empty text"),
    ],
)
def test_what_was_not_said_is_not_found(quote, text):
    assert find(quote, text) is None


@given(st.text(max_size=60), st.data())
def test_what_is_found_reads_as_the_quote(text, data):
    """Law: the span's own words and the quote are the same after normalisation."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    span = find(text[start:end], text)
    assume(span is not None)
    assert normalise(text[span.start : span.end]).text == normalise(text[start:end]).text


@given(st.lists(st.text(st.characters(categories=("Ll", "Lu", "Nd")), min_size=1), min_size=1), st.data())
def test_every_run_of_whole_words_is_found(words, data):
    """Law: cutting between words always gives a literal quote."""
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    text = " ".join(words)
    assume(not any(word.isdecimal() and len(word) == 3 for word in words))  # may read as grouped thousands
    assert find(" ".join(words[first : last + 1]), text) is not None


@given(st.text(max_size=40), st.text(max_size=10))
def test_a_text_with_a_foreign_letter_is_never_found(text, other):
    """Law: nothing is found that the text does not hold."""
    assume("\u10a0" not in text)
    assert find(f"{other}\u10a0", text) is None


def test_invisible_characters_are_named_once_each():
    assert invisible_signs("a\u200bb\u200b\u202e14") == ("U+200B", "U+202E")
    assert invisible_signs("plain") == ()
