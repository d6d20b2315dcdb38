"""What may stand on the expected side of a check."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import LabError, RecordError, UnitError
from labcore.records import Proposition
from labcore.units import Units, require_fact

UNITS = Units.of(
    {"data": {"bytes": "1", "MB": "1000000"}, "permission": {"permission": "allowed|prohibited"}}
)
SIZE = Proposition(id="size", evidence_id="P", version="v", tenant="t", scope="s", unit="MB", value="20")
RETRY = replace(SIZE, id="retry", unit="permission", value=None, allowed=False)


def test_a_quantity_gives_its_exact_amount():
    quantity = require_fact(SIZE, UNITS)
    assert quantity is not None
    assert quantity.amount == 20_000_000


def test_a_permission_has_no_amount():
    assert require_fact(RETRY, UNITS) is None


@pytest.mark.parametrize("name", ["evidence_id", "version", "tenant", "scope", "unit"])
def test_a_missing_bound_is_refused(name):
    """Else a candidate that states nothing there would agree with it."""
    with pytest.raises(RecordError, match=f"size: a fact states every bound, got no {name}"):
        require_fact(replace(SIZE, **{name: None}), UNITS)


@pytest.mark.parametrize("changes", [{"value": None}, {"allowed": True}, {"value": None, "allowed": True}])
def test_a_quantity_states_a_number_and_nothing_else(changes):
    with pytest.raises(RecordError, match="size: a quantity states a number and no polarity, got value"):
        require_fact(replace(SIZE, **changes), UNITS)


@pytest.mark.parametrize("changes", [{"allowed": None}, {"value": "1"}, {"allowed": None, "value": "1"}])
def test_a_permission_states_a_polarity_and_nothing_else(changes):
    with pytest.raises(RecordError, match="retry: a permission states allowed and no number, got value"):
        require_fact(replace(RETRY, **changes), UNITS)


@pytest.mark.parametrize(
    ("changes", "message"),
    [({"unit": "MiB"}, "a unit must be declared"), ({"value": "2e7"}, "a number is plain decimal digits")],
)
def test_a_fact_that_cannot_be_read_is_refused(changes, message):
    with pytest.raises(UnitError, match=message):
        require_fact(replace(SIZE, **changes), UNITS)


@given(
    st.sampled_from(["MB", "permission", "hours", None]), st.sampled_from(["20", "x", None]), st.booleans()
)
def test_law_what_is_no_fact_is_refused_as_a_lab_error(unit, value, allowed):
    """Exactly one number with a quantity's unit, or one polarity with a permission's, passes."""
    proposition = replace(SIZE, unit=unit, value=value, allowed=allowed or None)
    if (unit, value, allowed) in {("MB", "20", False), ("permission", None, True)}:
        require_fact(proposition, UNITS)
    else:
        with pytest.raises(LabError):
            require_fact(proposition, UNITS)
