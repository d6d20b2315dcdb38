"""A parameter knows what its values may be and says what is wrong with one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError, RecordError
from labcore.records import Parameter, unknown_name

K = Parameter(name="k", kind=int, default=3, low=1, high=10)
TENANT = Parameter(name="tenant", kind=str, default="blue", choices=("blue", "red"))
SHARE = Parameter(name="share", kind=float, low=0)
LOUD = Parameter(name="loud", kind=bool)


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        pytest.param(K, 1, id="the low limit is allowed"),
        pytest.param(K, 10, id="the high limit is allowed"),
        pytest.param(SHARE, 2, id="an int is a good float"),
        pytest.param(TENANT, "red", id="a choice"),
        pytest.param(LOUD, False, id="a bool for a bool"),
    ],
)
def test_a_good_value_has_no_problem(parameter, value):
    assert parameter.problem(value) is None


@pytest.mark.parametrize(
    ("parameter", "value", "said"),
    [
        pytest.param(K, 0, "k must lie in 1 to 10, got 0", id="below the low limit"),
        pytest.param(K, 11, "k must lie in 1 to 10, got 11", id="above the high limit"),
        pytest.param(K, "3", "k must be int, got str '3'", id="a text for a number"),
        pytest.param(K, 3.0, "k must be int, got float 3.0", id="a float for an int"),
        pytest.param(K, True, "k must be int, got bool True", id="a bool is no number"),
        pytest.param(SHARE, float("nan"), "share must be float, got float nan", id="NaN is no number"),
        pytest.param(SHARE, -0.5, "share must lie in 0 to None, got -0.5", id="one limit only"),
        pytest.param(
            TENANT, "rad", "tenant must be one of blue, red, got 'rad'; did you mean red?", id="a near miss"
        ),
        pytest.param(TENANT, "xyz", "tenant must be one of blue, red, got 'xyz'", id="nothing near"),
        pytest.param(
            Parameter(name="n", kind=str, choices=tuple(map(str, range(30)))),
            "x",
            "n must be one of 0, 1, 2, ..., 29 (30 in all), got 'x'",
            id="of many choices the ends are listed",
        ),
        pytest.param(LOUD, 1, "loud must be bool, got int 1", id="a number is no bool"),
    ],
)
def test_a_wrong_value_is_named_with_its_rule(parameter, value, said):
    assert parameter.problem(value) == said


@pytest.mark.parametrize(
    ("parameter", "text", "value"),
    [
        pytest.param(K, "5", 5, id="an int"),
        pytest.param(SHARE, "0.25", 0.25, id="a float"),
        pytest.param(TENANT, "red", "red", id="a text"),
        pytest.param(LOUD, "False", False, id="a bool in words"),
        pytest.param(Parameter(name="n", kind=str), "5", "5", id="digits stay a text for a text"),
    ],
)
def test_a_text_is_read_by_the_parameters_type(parameter, text, value):
    assert parameter.read(text) == value


@pytest.mark.parametrize(
    ("parameter", "text", "said"),
    [
        pytest.param(K, "five", "k must be int, got str 'five'", id="no number"),
        pytest.param(K, "50", "k must lie in 1 to 10, got 50", id="outside"),
        pytest.param(SHARE, "inf", "share must be float, got float inf", id="infinity"),
        pytest.param(LOUD, "perhaps", "loud must be bool, got str 'perhaps'", id="neither yes nor no"),
    ],
)
def test_a_text_that_is_no_good_value_is_refused(parameter, text, said):
    with pytest.raises(ParameterError, match=said):
        parameter.read(text)


def test_a_parameter_of_another_kind_is_refused():
    with pytest.raises(RecordError, match="k: a parameter is a bool, int, float or str"):
        Parameter(name="k", kind=list)  # type: ignore[arg-type]


def test_limits_the_wrong_way_round_are_refused():
    with pytest.raises(RecordError, match="k: a parameter's low limit is not above its high one"):
        Parameter(name="k", kind=int, low=2, high=1)


def test_an_unknown_name_gets_the_near_miss_and_the_list():
    """The message ends with what to do, as every message does."""
    error = unknown_name("parameter", "tenatn", ["tenant", "k"], place="02")
    assert str(error) == "02: unknown parameter 'tenatn'. Did you mean tenant? Known: k, tenant"


def test_an_unknown_name_where_none_is_known():
    assert str(unknown_name("parameter", "k", [])) == "unknown parameter 'k'. No parameter is known here"


@given(st.integers())
def test_reading_what_was_written_gives_the_value_back(number):
    """Writing and reading are each other's inverse for numbers."""
    assert Parameter(name="n", kind=int).read(str(number)) == number
