"""Judges of the typed statement, and the controls."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.judging import ConstantJudge, MembershipJudge, Opinion, OracleJudge, Statement
from labcore.records import Passage, Proposition
from labcore.units import Units

UNITS = Units.of({"data": {"MB": "1000000", "bytes": "1"}})
FACT = Proposition(id="f", evidence_id="P3", version="v1", tenant="t", scope="s", unit="MB", value="20")
PASSAGE = Passage(id="P3", text="")


def rule(judge, **changes):
    said, wanted = (Statement(proposition=p, text="") for p in (replace(FACT, **changes), FACT))
    return judge.judges(said, wanted, PASSAGE)


@pytest.mark.parametrize(
    ("changes", "opinion", "detail"),
    [
        ({}, "accept", ""),
        ({"value": "20000000", "unit": "bytes"}, "accept", ""),
        ({"version": "v0"}, "reject", "version: expected v1; got v0"),
    ],
)
def test_the_oracle_as_a_judge_says_what_check_says(changes, opinion, detail):
    ruling = rule(OracleJudge(frozenset({"P3"}), UNITS), **changes)
    assert (ruling.opinion, ruling.detail, ruling.tokens) == (opinion, detail, 0)


def test_the_oracle_as_a_judge_refuses_what_was_not_given():
    assert rule(OracleJudge(frozenset(), UNITS)).opinion is Opinion.REJECT


@pytest.mark.parametrize(
    ("cited", "opinion", "detail"),
    [
        ("P3", "accept", "P3 was given"),
        ("P9", "reject", "P9 was not given"),
        (None, "reject", "None was not given"),
    ],
)
def test_membership_is_about_the_cited_passage_alone(cited, opinion, detail):
    ruling = rule(MembershipJudge(frozenset({"P3"})), evidence_id=cited, value="99", version="v9")
    assert (ruling.opinion, ruling.detail) == (opinion, detail)


@given(st.sampled_from(list(Opinion)), st.sampled_from(["20", "21", None]))
def test_law_a_control_says_the_same_of_everything(opinion, value):
    control = ConstantJudge(opinion)
    assert control.name == f"always-{opinion}"
    assert rule(control, value=value).opinion is opinion
