"""Sentences are filled in, and never read twice."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.judging import state
from labcore.mutation import Foreign, mutants
from labcore.records import Proposition
from labcore.units import Units

UNITS = Units.of({"data": {"MB": "1"}, "permission": {"permission": "allowed|prohibited"}})
FACT = Proposition(
    id="f", evidence_id="P3", version="v1", tenant="blue", scope="one file", unit="MB", value="20"
)
RETRY = replace(FACT, id="r", scope="retry", unit="permission", value=None, allowed=False)
SENTENCE = "{tenant}/{version}: {scope} is {claim} {unit} [{evidence_id}] {other}"


def test_a_quantity_is_said_with_its_number_as_written():
    said = state(SENTENCE, replace(FACT, value="20.0"), FACT, UNITS)
    assert said.text == "blue/v1: one file is 20.0 MB [P3] {other}"
    assert said.proposition.value == "20.0"


@pytest.mark.parametrize(("allowed", "word"), [(True, "allowed"), (False, "prohibited"), (None, "unstated")])
def test_a_permission_is_said_with_its_word(allowed, word):
    said = state("{claim} {unit}", replace(RETRY, allowed=allowed), RETRY, UNITS)
    assert said.text == f"{word} permission"


def test_a_wrong_unit_of_a_permission_changes_the_unit_alone():
    assert state("{claim} {unit}", replace(RETRY, unit="MB"), RETRY, UNITS).text == "prohibited MB"


def test_a_polarity_where_a_number_is_expected_is_true_or_false():
    wrong = replace(FACT, value=None, allowed=True)
    assert state("{claim}", wrong, FACT, UNITS).text == "true"


def test_what_is_not_stated_is_said_to_be_unstated():
    said = state(SENTENCE, Proposition(id="x"), FACT, UNITS)
    assert said.text == "unstated/unstated: unstated is unstated unstated [unstated] {other}"


def test_a_filled_in_part_is_never_a_template():
    hostile = replace(FACT, scope="{claim} {tenant.__class__} %s")
    assert state("{scope}", hostile, FACT, UNITS).text == "{claim} {tenant.__class__} %s"


words = st.text(alphabet="abc{}", min_size=1, max_size=4)


@given(st.sampled_from([FACT, RETRY]), st.lists(words, max_size=3).map(tuple))
def test_law_no_two_of_a_fact_and_its_mutants_read_alike(fact, pool):
    """Else no judge of text could tell them apart."""
    foreign = Foreign(evidence_ids=pool, versions=pool, tenants=pool, scopes=pool)
    sentence = "{tenant}|{version}|{scope}|{claim}|{unit}|{evidence_id}"
    texts = {state(sentence, m.proposition, fact, UNITS).text for m in mutants(fact, foreign)}
    assert len(texts | {state(sentence, fact, fact, UNITS).text}) == 7
