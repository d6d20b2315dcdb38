"""Propositions and their wordings as records."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import RecordError
from labcore.records import Proposition, Wording

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


@pytest.mark.parametrize("missing", ["evidence_id", "version", "tenant", "scope", "unit", "claim"])
def test_a_wording_has_a_place_for_every_part(missing):
    """Else a change of that part could not be seen in the text."""
    places = ("evidence_id", "version", "tenant", "scope", "unit", "claim")
    sentence = " ".join(f"{{{name}}}" for name in places if name != missing)
    with pytest.raises(RecordError, match=rf"f: a sentence has a place for \{{{missing}\}}"):
        Wording(fact_id="f", sentences=(sentence,))


def test_a_wording_without_a_sentence_is_refused():
    with pytest.raises(RecordError, match="f: a wording has at least one sentence"):
        Wording(fact_id="f", sentences=())


def test_a_wording_names_its_fact():
    with pytest.raises(RecordError, match="wording.fact_id must be a text"):
        Wording(fact_id="", sentences=("x",))


@given(st.text(min_size=1).filter(str.strip), st.none() | st.text(), st.none() | st.booleans())
def test_law_any_text_as_a_value_is_kept_as_it_was_written(name, value, allowed):
    made = Proposition(id=name, value=value, allowed=allowed)
    assert (made.id, made.value, made.allowed) == (name, value, allowed)
