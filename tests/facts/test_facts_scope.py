"""A scope is what was given, and nothing completes it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import RecordError
from labcore.facts.scope import SCOPE_PARTS, FactScope

PARTS = st.fixed_dictionaries({}, optional={part: st.sampled_from(["A", "B"]) for part in SCOPE_PARTS})


def test_missing_parts_are_named_in_the_order_they_are_asked_for():
    """Revision and network were given; project and snapshot were not."""
    scope = FactScope(network="N", revision="R")
    assert scope.missing == ("project", "snapshot")
    assert not scope.complete
    assert str(scope) == "? / R / N / ?"


def test_a_complete_scope_lacks_nothing():
    """All four parts identify where a name is meant."""
    scope = FactScope(project="P", revision="R", network="N", snapshot="S")
    assert scope.complete
    assert scope.to_dict() == {"project": "P", "revision": "R", "network": "N", "snapshot": "S"}


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        pytest.param(
            {"project": ""}, r"scope\.project must not be blank", id="an empty part is not a missing part"
        ),
        pytest.param({"network": 5}, r"scope\.network must be a text, got 5", id="a number"),
        pytest.param(
            {"snapshot": "x" * 201}, r"scope\.snapshot must have at most 200 characters", id="too long"
        ),
        pytest.param(
            {"revision": "a\0"}, r"scope\.revision must not hold a control character", id="a NUL byte"
        ),
    ],
)
def test_a_part_that_is_no_name_is_refused(parts, message):
    """A broken part is neither dropped nor taken."""
    with pytest.raises(RecordError, match=message):
        FactScope(**parts)


@given(PARTS)
def test_a_scope_is_complete_exactly_when_all_parts_are_given(parts):
    """No value stands in for a part that was left out."""
    scope = FactScope(**parts)
    assert scope.complete == (len(parts) == 4)
    assert set(scope.missing) | set(parts) == set(SCOPE_PARTS)
    assert FactScope(**scope.to_dict()) == scope
