"""A notebook's first cell refuses wrong parameters in one readable line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError
from labcore.fixture import load
from labcore.notebook import parameters


def test_good_parameters_pass_and_an_int_becomes_a_float_where_asked():
    """A batch run writes 1 for a float parameter that was given as 1."""
    names = {"tenant": "blue", "k": 3, "share": 1}
    parameters.check(names, tenant=(str, ["blue", "red"]), k=(int, 1, 10), share=float)
    assert names == {"tenant": "blue", "k": 3, "share": 1.0}
    assert isinstance(names["share"], float)


def test_every_problem_stands_in_one_message():
    """A reader mends all of them at once."""
    with pytest.raises(
        ParameterError, match=r"tenant must be one of .*; k must lie in 1 to 10, got 0; path is not set"
    ):
        parameters.check({"tenant": "x", "k": 0}, tenant=(str, ["blue"]), k=(int, 1, 10), path=str)


def test_a_fixture_says_who_asks_and_what():
    """Passages and questions of policies are blue's, red's and the public's; public is nobody who asks."""
    policies = load(Path(__file__).parents[2] / "fixtures" / "policies")
    assert parameters.tenants(policies) == (str, ["blue", "red"])
    assert parameters.questions(policies) == (str, [query.id for query in policies.queries])


def test_a_fixture_that_states_no_tenant_and_no_question_lets_any_text_pass():
    """A plain folder declares nothing, and no rule may refuse it all."""
    peps = load(Path(__file__).parents[2] / "fixtures" / "peps")
    assert parameters.tenants(peps) is str
    assert parameters.questions(replace(peps, queries=())) is str


def test_an_injected_name_that_no_rule_knows_is_refused():
    """The batch runner itself only warns of it, and the run would be taken for what was asked."""
    history = ["", "tenant = 'blue'", "# Parameters\ntenatn = 'red'\n"]
    with pytest.raises(ParameterError, match="unknown parameter 'tenatn'. Did you mean tenant"):
        parameters.check({"In": history, "tenant": "blue"}, tenant=str)


def test_an_injected_name_with_a_rule_is_fine():
    parameters.check({"In": ["# Parameters\nk = 5\n"], "k": 5}, k=(int, 1, 10))


@pytest.mark.parametrize(
    "given_rule",
    [
        pytest.param((str, "blue"), id="a bare text for choices"),
        pytest.param((str, []), id="no choices"),
        pytest.param((int, 1), id="one limit"),
        pytest.param((int, 1, 2, 3), id="three limits"),
    ],
)
def test_a_rule_of_another_form_is_refused(given_rule):
    with pytest.raises(ParameterError, match="parameter k: a rule is a type"):
        parameters.rule("k", given_rule)


@given(st.integers(), st.integers(), st.integers())
def test_a_number_passes_exactly_between_its_limits(low, high, value):
    """The limits themselves are inside."""
    low, high = min(low, high), max(low, high)
    if low <= value <= high:
        parameters.check({"n": value}, n=(int, low, high))
    else:
        with pytest.raises(ParameterError, match="n must lie in"):
            parameters.check({"n": value}, n=(int, low, high))
