"""What may enter a look-up, and how terms and names fall apart into words."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.facts.text import MAX_TERM, fold, name_words, squeeze, term_words, text_problem


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        pytest.param(256, "must be a text", id="a number"),
        pytest.param(None, "must be a text", id="nothing"),
        pytest.param("", "must not be blank", id="the empty text"),
        pytest.param(" \t\u00a0", "must not be blank", id="white space of several kinds"),
        pytest.param("x" * 201, "must have at most 200 characters, and has 201", id="one character too many"),
        pytest.param("a\0b", "must not hold a control character (U+0000)", id="a NUL byte"),
        pytest.param(
            "a\x1bb", "must not hold a control character (U+001B)", id="an escape, which moves a cursor"
        ),
        pytest.param(
            "a\ud800", "must not hold a lone surrogate (U+D800)", id="a lone surrogate, which has no UTF-8"
        ),
        pytest.param("a\u200bb", "must not hold an invisible character (U+200B)", id="a zero-width space"),
        pytest.param("a\u202eb", "must not hold an invisible character (U+202E)", id="a change of direction"),
    ],
)
def test_a_text_that_may_not_enter_is_named(value, problem):
    """The rule and the character are said, so that a caller can mend it."""
    assert text_problem(value) == problem


@pytest.mark.parametrize(
    "value", ["x" * MAX_TERM, "a\tb\nc", "50 %", "t\u0435mp", "_", "'; DROP TABLE entry"]
)
def test_everything_else_may_enter(value):
    """Quotes, wildcards and look-alikes are only text: values are bound, never pasted."""
    assert text_problem(value) is None


def test_squeeze_touches_only_white_space():
    """Two spaces, a tab and a line end become one space each run; case stays."""
    assert squeeze("  Engine \t\n status ") == "Engine status"


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        pytest.param("Engine STATUS", " engine  status", True, id="case and spacing do not count"),
        pytest.param("e\u0301tat", "\u00c9tat", True, id="composed and decomposed accents are one"),
        pytest.param("Stra\u00dfe", "STRASSE", True, id="full case folding"),
        pytest.param("temp", "t\u0435mp", False, id="a Cyrillic look-alike stays another letter"),
        pytest.param("temp", "\uff54\uff45\uff4d\uff50", False, id="full-width letters stay other letters"),
    ],
)
def test_fold(left, right, same):
    """Folding joins what a person writes as one, and nothing that only looks alike."""
    assert (fold(left) == fold(right)) is same


@pytest.mark.parametrize(
    ("term", "words"),
    [
        pytest.param("engine status", ("engine", "status"), id="words"),
        pytest.param("SAMPLE_MSG_X", ("sample", "msg", "x"), id="underscores separate"),
        pytest.param("speed, speed!", ("speed",), id="a word counts once, sentence signs separate"),
        pytest.param("SAMPLE_%", ("sample", "%"), id="a wildcard is a word of its own and matches nothing"),
        pytest.param("temp*", ("temp*",), id="a star stays with its word"),
        pytest.param("?!", (), id="nothing but signs"),
    ],
)
def test_term_words(term, words):
    """Words keep their order; no sign vanishes that could pass for a pattern."""
    assert term_words(term) == words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        pytest.param("WHEEL_SPEEDS", ("speeds", "wheel"), id="parts"),
        pytest.param("DAS_accSpeedLimit", ("acc", "accspeedlimit", "das", "limit", "speed"), id="camel case"),
        pytest.param(
            "HTTPServer2", ("2", "http", "httpserver2", "server"), id="a run of capitals and a digit"
        ),
        pytest.param("X", ("x",), id="one letter"),
    ],
)
def test_name_words(name, words):
    """A name is found by its parts and by the pieces of parts in camel case."""
    assert name_words(name) == words


@given(st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,30}", fullmatch=True))
def test_a_name_is_found_by_its_own_words(name):
    """Typing a whole name, in any case, gives words that are all words of the name."""
    assert set(term_words(name)) <= set(name_words(name))
    assert set(term_words(name.upper())) <= set(name_words(name))


@given(st.text(max_size=30))
def test_fold_is_settled_after_one_step(text):
    """Folding twice changes nothing, so that stored and asked forms meet."""
    assert fold(fold(text)) == fold(text)


@given(st.text(min_size=1, max_size=60))
def test_what_enters_has_a_form_in_utf8_and_no_nul(text):
    """Both engines take every text that passes."""
    if text_problem(text) is None:
        assert b"\0" not in text.encode("utf-8")
        assert all(unicodedata.category(character) not in {"Cf", "Cs"} for character in text)
