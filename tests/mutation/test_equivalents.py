"""The same quantity in other words."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import UnitError
from labcore.mutation import equivalents
from labcore.oracle import check
from labcore.units import Units

FACTOR = {"bytes": 1, "MB": 10**6, "GB": 10**9}


def test_a_quantity_in_every_way_that_is_declared(upload, units):
    """20,000,000 / 10^6 = 20; / 10^9 = 0.02."""
    written = {e.label: (e.proposition.value, e.proposition.unit) for e in equivalents(upload, units)}
    assert written == {
        "in MB": ("20", "MB"),
        "in GB": ("0.02", "GB"),
        "with trailing zeros": ("20000000.00", "bytes"),
        "with thousands marks": ("20,000,000", "bytes"),
    }


@pytest.mark.parametrize(
    ("value", "unit", "labels"),
    [
        pytest.param("36", "hours", ["in days", "with trailing zeros"], id="36 / 24 = 1.5; no thousands"),
        pytest.param("1", "hours", ["with trailing zeros"], id="1 / 24 is not exact"),
        pytest.param("1.5", "days", ["in hours", "with trailing zeros"], id="a number with a point"),
        pytest.param("9" * 37, "hours", ["with thousands marks"], id="37 digits leave no room for two zeros"),
        pytest.param("-0", "days", ["in hours", "with trailing zeros"], id="minus zero has no thousands"),
        pytest.param("2.50", "days", ["in hours", "with trailing zeros"], id="2.5 is written without a mark"),
    ],
)
def test_what_cannot_be_written_is_left_out(upload, units, value, unit, labels):
    made = equivalents(replace(upload, value=value, unit=unit), units)
    assert [e.label for e in made] == labels


def test_thousands_marks_only_where_declared(upload, units):
    plain = Units(units.declared)
    assert "with thousands marks" not in [e.label for e in equivalents(upload, plain)]


def test_the_declared_mark_is_the_one_written(upload, units):
    marked = Units(units.declared, thousands="'")
    made = {e.label: e.proposition.value for e in equivalents(upload, marked)}
    assert made["with thousands marks"] == "20'000'000"


def test_zeros_are_added_up_to_the_most_digits(upload, units):
    """36 digits and two zeros are 38, which may be read; 37 and two are not."""
    longest = replace(upload, value="9" * 36)
    assert "with trailing zeros" in [e.label for e in equivalents(longest, units)]


def test_marks_stand_before_the_point_only(upload, units):
    made = {e.label: e.proposition.value for e in equivalents(replace(upload, value="-1234567.8901"), units)}
    assert made["with thousands marks"] == "-1,234,567.8901"
    assert made["with trailing zeros"] == "-1234567.890100"


@given(st.decimals(-(10**9), 10**9, places=4).map(lambda d: f"{d:f}"))
def test_law_what_is_called_marked_has_its_mark(upload, units, value):
    made = {e.label: e.proposition.value for e in equivalents(replace(upload, value=value), units)}
    assert "," in made.get("with thousands marks", ",")


def test_a_permission_has_none(retry, units):
    assert equivalents(retry, units) == ()


def test_an_undeclared_unit_is_refused(upload, units):
    with pytest.raises(UnitError, match="a unit must be declared"):
        equivalents(replace(upload, unit="MiB"), units)


@given(st.decimals(-(10**9), 10**9, places=4).map(lambda d: f"{d:f}"), st.sampled_from(sorted(FACTOR)))
def test_law_equivalents_are_accepted_and_equal_as_fractions(upload, units, value, unit):
    if value.startswith("-0.0000"):
        value = "0"
    fact = replace(upload, value=value, unit=unit)
    made = equivalents(fact, units)
    assert made
    for other in (e.proposition for e in made):
        assert check(other, fact, {"P3"}, units).accepted
        amount = Fraction(other.value.replace(",", "")) * FACTOR[other.unit]
        assert amount == Fraction(value) * FACTOR[unit]
        assert replace(other, value=value, unit=unit) == fact
