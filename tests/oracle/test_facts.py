"""What may stand on the expected side of a check."""

from dataclasses import replace

import pytest

from labcore.errors import LabError, RecordError, UnitError
from labcore.oracle import check, require_fact


def test_a_quantity_gives_its_exact_amount(upload, units):
    quantity = require_fact(replace(upload, value="20", unit="MB"), units)
    assert quantity is not None
    assert quantity.amount == 20_000_000


def test_a_permission_has_no_amount(retry, units):
    assert require_fact(retry, units) is None


@pytest.mark.parametrize("name", ["evidence_id", "version", "tenant", "scope", "unit"])
def test_a_missing_bound_is_refused(upload, units, name):
    """Else a candidate that states nothing there would agree with it."""
    with pytest.raises(RecordError, match=f"upload: a fact states every bound, got no {name}"):
        require_fact(replace(upload, **{name: None}), units)


@pytest.mark.parametrize("changes", [{"value": None}, {"allowed": True}, {"value": None, "allowed": True}])
def test_a_quantity_states_a_number_and_nothing_else(upload, units, changes):
    with pytest.raises(RecordError, match="upload: a quantity states a number and no polarity, got value"):
        require_fact(replace(upload, **changes), units)


@pytest.mark.parametrize("changes", [{"allowed": None}, {"value": "1"}, {"allowed": None, "value": "1"}])
def test_a_permission_states_a_polarity_and_nothing_else(retry, units, changes):
    with pytest.raises(RecordError, match="retry: a permission states allowed and no number, got value"):
        require_fact(replace(retry, **changes), units)


@pytest.mark.parametrize(
    ("changes", "message"),
    [({"unit": "MiB"}, "a unit must be declared"), ({"value": "2e7"}, "a number is plain decimal digits")],
)
def test_an_unreadable_fact_is_wrong_use_and_no_verdict(upload, bundle, units, changes, message):
    with pytest.raises(UnitError, match=message):
        check(upload, replace(upload, **changes), bundle, units)


def test_check_refuses_what_is_no_fact(upload, bundle, units):
    with pytest.raises(LabError, match="a fact states every bound"):
        check(upload, replace(upload, scope=None), bundle, units)
