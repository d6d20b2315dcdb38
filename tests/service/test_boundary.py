"""Named arguments of any shape, before the store sees them."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labcore.facts import Coverage, Result, Status
from labcore.service.boundary import ARGUMENTS, QUESTIONS, ask_coverage, ask_facts, ask_search


def test_each_question_says_which_arguments_it_takes():
    assert set(ARGUMENTS) == set(QUESTIONS)


def test_arguments_reach_the_store(sqlite_store, known):
    """10 ms in the base, by its name and scope."""
    result = ask_facts(sqlite_store, {"route": "message_facts", "scope": known.base, "name": known.name})
    assert result.rows[0]["transmit_period_ms"] == 10


def test_a_missing_argument_is_invalid(sqlite_store):
    assert ask_search(sqlite_store, {}).status is Status.INVALID_REQUEST


@pytest.mark.parametrize(
    ("question", "arguments", "words"),
    [
        pytest.param("search", {"term": "x", "scop": {}}, "'scop' is none", id="a misspelt scope"),
        pytest.param("facts", {"kind": "message"}, "'kind' is none", id="an argument of another question"),
        pytest.param("coverage", {"scope": None}, "takes no arguments", id="an argument where there is none"),
        pytest.param("facts", {"route": 5, "scope": {}, "name": "x"}, "route must be a text", id="a number"),
        pytest.param("facts", {"scope": {}, "name": "x"}, "route must be a text", id="no route"),
    ],
)
def test_a_stray_or_wrong_argument_is_refused_and_not_dropped(sqlite_store, question, arguments, words):
    """A scope that is dropped in silence would make the search run everywhere."""
    result = QUESTIONS[question](sqlite_store, arguments)
    assert result.status is Status.INVALID_REQUEST
    assert words in result.message


def test_the_message_repeats_little_of_a_huge_name(sqlite_store):
    assert len(ask_search(sqlite_store, {"x" * 10_000: 1}).message) < 200


def test_coverage_takes_nothing(sqlite_store):
    assert isinstance(ask_coverage(sqlite_store, {}), Coverage)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=9), inner, max_size=2),
    max_leaves=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(arguments=st.dictionaries(st.sampled_from([*ARGUMENTS["search"], *ARGUMENTS["facts"], "x"]), anything))
@pytest.mark.parametrize("question", ["search", "facts"])
def test_no_arguments_raise(sqlite_store, question, arguments):
    """Whatever JSON can hold becomes a result."""
    assert isinstance(QUESTIONS[question](sqlite_store, arguments), Result)
