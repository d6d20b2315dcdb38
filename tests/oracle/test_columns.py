"""Columns of every type that may hold a number or a text, without a sample that was read beforehand."""

from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from labcore.errors import ParameterError
from labcore.oracle.columns import NumberReader, rows_of
from labcore.oracle.compiled import NONE, OUTCOMES, CompiledFacts
from labcore.units import Units

KNOWN = ["20000000", "0.02", "-5"]
BUNDLE = frozenset({"P3", "P5"})


def places(column, *, thousands=None, sample=None):
    """The place of each value among KNOWN."""
    units = Units.of({"data": {"bytes": "1"}}, thousands=thousands)
    return NumberReader(KNOWN, units, sample).places(column).tolist()


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_texts_are_numbers_whatever_their_zeros(kind):
    """20000000.00 is 20000000, 0.020 is 0.02, -5.0 is -5; five is not minus five, and a word is no number."""
    column = pa.array(["20000000.00", "0.020", "-5.0", "5", "X5", "20000000X", None, "2"], kind)
    assert places(column) == [0, 1, 2, NONE, NONE, NONE, NONE, NONE]


def test_marks_of_thousands_count_only_where_declared():
    column = pa.array(["20,000,000", "20'000'000", "20000000"])
    assert places(column, thousands=",") == [0, NONE, 0]
    assert places(column, thousands="'") == [NONE, 0, 0]
    assert places(column) == [NONE, NONE, 0]


@pytest.mark.parametrize("kind", [pa.int8(), pa.int32(), pa.int64(), pa.uint64()])
def test_whole_numbers_are_compared_as_far_as_their_type_goes(kind):
    """20,000,000 fits 32 bits and not 8; minus five fits no unsigned type; 0.02 is no whole number."""
    given = [number for number in (7, 20_000_000, -5) if _holds(kind, number)]
    expected = {7: NONE, 20_000_000: 0, -5: 2}
    assert places(pa.array(given, kind)) == [expected[number] for number in given]


def test_decimals_are_compared_by_value():
    column = pa.array([Decimal("0.020"), Decimal("-5.000"), Decimal("0.021"), None], pa.decimal128(12, 3))
    assert places(column) == [1, 2, NONE, NONE]


def test_a_sample_changes_nothing():
    """Values in it are looked up, the others are read; the places are the same."""
    column = pa.array(["20000000", "0.02", "-5.00", "6"])
    assert places(column, sample=pa.array(["0.02", "6"])) == places(column) == [0, 1, 2, NONE]


def test_where_no_fact_has_a_number_every_value_is_another():
    """Permissions alone: the set to look in is empty, whatever the column's type."""
    for column in (pa.array(["20", None]), pa.array(["20"], pa.large_string()), pa.array([20])):
        assert set(NumberReader((), Units()).places(column).tolist()) == {NONE}


def _holds(kind, number):
    try:
        pa.array([number], kind)
    except (OverflowError, pa.ArrowInvalid):
        return False
    return True


def batch(**changes):
    """One row that states the upload limit, with changes."""
    row = {
        "fact": pa.array(["upload"]),
        "evidence_id": pa.array(["P3"]),
        "version": pa.array(["v1"]),
        "tenant": pa.array(["blue"]),
        "scope": pa.array(["one file"]),
        "unit": pa.array(["bytes"]),
        "value": pa.array(["20000000"]),
        "allowed": pa.array([None], pa.bool_()),
    }
    return pa.RecordBatch.from_pydict(row | changes)


def test_outcomes_take_one_byte_a_row(upload, retry, units):
    """As check_table promises."""
    facts = CompiledFacts((upload, retry), units)
    rows = rows_of(batch(), facts, NumberReader(facts.numbers, units), BUNDLE)
    outcomes = facts.outcomes(rows)
    assert outcomes.dtype == np.uint8
    assert [OUTCOMES[code] for code in outcomes] == ["accepted"]


def test_a_decimal_with_an_exponent_is_the_number_that_it_is():
    """A column of whole hundreds gives 20000000 back as 2.00000E+7."""
    column = pa.array([Decimal(20_000_000), Decimal(700)], pa.decimal128(9, -2))
    assert str(column[0].as_py()) == "2.00000E+7"
    assert places(column) == [0, NONE]


def test_a_binary_float_is_refused_with_the_way_out():
    rule = (
        "^column value: a value arrives as text, as decimals or as whole numbers, got double. "
        "A binary float has lost what was written: read the column as text$"
    )
    with pytest.raises(ParameterError, match=rule):
        places(pa.array([2.0]))


@pytest.mark.parametrize("allowed", [pa.array([None], pa.bool_()), pa.nulls(1)])
def test_codes_take_as_little_room_as_they_promise(upload, units, allowed):
    """Four bytes a looked-up text, one a flag."""
    facts = CompiledFacts((upload,), units)
    rows = rows_of(batch(allowed=allowed), facts, NumberReader(facts.numbers, units), BUNDLE)
    assert {rows.fact.dtype, rows.unit.dtype, rows.number.dtype} == {np.dtype(np.int32)}
    assert (rows.allowed.dtype, rows.has_value.dtype) == (np.dtype(np.int8), np.dtype(np.bool_))
    assert rows.allowed.tolist() == [NONE]
