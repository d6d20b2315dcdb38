"""Rulings as records, and judges as a protocol."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import RecordError
from labcore.judging import JUDGES, Judge, Opinion, Ruling, judge_named
from labcore.units import Units


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"opinion": Opinion.ACCEPT, "score": float("nan")}, "ruling.score must be a finite number, got nan"),
        ({"opinion": Opinion.ACCEPT, "tokens": -1}, "ruling.tokens must not be negative, got -1"),
        ({"opinion": Opinion.ABSTAIN}, "an abstention names its reason, got no detail"),
    ],
)
def test_a_broken_ruling_is_refused(fields, message):
    with pytest.raises(RecordError, match=message):
        Ruling(**fields)


@given(st.text(st.characters(), min_size=1))
def test_law_a_detail_can_be_written_and_loses_nothing_that_could_be(text):
    """A lone surrogate becomes its escape."""
    detail = Ruling(opinion=Opinion.ABSTAIN, detail=text).detail
    assert detail.encode("utf-8") == text.encode("utf-8", "backslashreplace")


@pytest.mark.parametrize("name", JUDGES)
def test_every_judge_keeps_the_protocol(name):
    judge = judge_named(name, frozenset(), Units())
    assert isinstance(judge, Judge)
    assert judge.name.partition("@")[0] == name


@given(st.sampled_from([Opinion.ACCEPT, Opinion.REJECT]), st.none() | st.floats(-2, 2), st.integers(0, 10**6))
def test_law_a_ruling_with_an_opinion_needs_no_detail(opinion, score, tokens):
    ruling = Ruling(opinion=opinion, score=score, tokens=tokens)
    assert (ruling.opinion, ruling.score, ruling.tokens, ruling.detail) == (opinion, score, tokens, "")
