"""Propositions and candidates as records."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import RecordError
from labcore.records import Candidate, GateReason, Proposition

STATED = Proposition(id="p", evidence_id="P1", version="v", tenant="t", scope="s", unit="u", value="1")


def test_a_proposition_names_what_it_does_not_state():
    assert STATED.missing == ()
    assert Proposition(id="p", version="v").missing == ("evidence_id", "tenant", "scope", "unit")


@pytest.mark.parametrize("name", ["id", "evidence_id", "version", "tenant", "scope", "unit"])
@pytest.mark.parametrize("value", ["", "  ", 7])
def test_a_bound_is_a_text_or_nothing(name, value):
    with pytest.raises(RecordError, match=rf"proposition\.{name} must be a text that is not empty"):
        replace(STATED, **{name: value})


@pytest.mark.parametrize("value", [0.02, 20, True])
def test_a_number_arrives_as_text(value):
    """A binary float has lost what was written."""
    with pytest.raises(
        RecordError, match=r"p: proposition.value must be the text that was written, got .*0\.02"
    ):
        replace(STATED, value=value)


@pytest.mark.parametrize("allowed", [0, 1, "true"])
def test_a_polarity_is_true_false_or_nothing(allowed):
    with pytest.raises(RecordError, match=r"p: proposition.allowed must be true, false or None, got"):
        replace(STATED, value=None, allowed=allowed)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": ""}, "candidate.id must be a text"),
        ({"fact_id": None}, "candidate.fact_id must be a text"),
        ({"bundle": "P1"}, "candidate.bundle must be a frozenset of passage ids, got 'P1'"),
    ],
)
def test_a_candidate_with_a_broken_field_is_refused(changes, message):
    fields = {"id": "c", "fact_id": "f", "proposition": STATED, **changes}
    with pytest.raises(RecordError, match=message):
        Candidate(**fields)


def test_the_reasons_stand_in_gate_order():
    assert list(GateReason) == ["evidence", "version", "tenant", "scope", "unit", "value", "polarity"]


@given(st.text(min_size=1).filter(str.strip), st.none() | st.text(), st.none() | st.booleans())
def test_law_any_text_as_a_value_is_kept_as_it_was_written(name, value, allowed):
    made = Proposition(id=name, value=value, allowed=allowed)
    assert (made.id, made.value, made.allowed) == (name, value, allowed)
