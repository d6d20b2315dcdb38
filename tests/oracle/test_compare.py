"""Less, equal, greater, or: ask again."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.oracle import ScopeTree, compare, explain_comparison
from labcore.records import Proposition, Relation
from labcore.units import Units

UNITS = Units.of({"data": {"bytes": "1", "MB": "1000000", "GB": "1000000000"}})
FACTOR = {"bytes": 1, "MB": 10**6, "GB": 10**9}
MIRROR = {Relation.LESS: Relation.GREATER, Relation.GREATER: Relation.LESS, Relation.EQUAL: Relation.EQUAL}


@pytest.mark.parametrize(("left", "right"), [("not stated", "blue"), ("blue", "not stated")])
def test_a_tenant_that_is_not_stated_is_named_so(upload, units, left, right):
    stated = [replace(upload, tenant=None if name == "not stated" else name) for name in (left, right)]
    obstacles = explain_comparison(*stated, units).obstacles
    assert f"tenant: {left} is not {right}" in obstacles


@pytest.mark.parametrize(
    ("value", "unit", "relation"),
    [
        pytest.param("0.02", "GB", Relation.EQUAL, id="20,000,000 and 20,000,000"),
        pytest.param("20.000001", "MB", Relation.LESS, id="20,000,000 and 20,000,001"),
        pytest.param("19.999999", "MB", Relation.GREATER, id="20,000,000 and 19,999,999"),
    ],
)
def test_convertible_units_compare_exactly(upload, units, value, unit, relation):
    assert compare(upload, replace(upload, value=value, unit=unit), units) is relation


def test_versions_may_differ(upload, units):
    """Whether a limit rose is a question with an answer."""
    assert compare(upload, replace(upload, version="v2", value="25000000"), units) is Relation.LESS


@pytest.mark.parametrize(
    ("changes", "obstacle"),
    [
        pytest.param({"tenant": "red"}, "tenant: blue is not red", id="another tenant"),
        pytest.param({"tenant": None}, "tenant: blue is not not stated", id="no tenant"),
        pytest.param({"scope": "one organisation"}, "scope: one file is not one organisation", id="scope"),
        pytest.param({"scope": None}, "scope: not stated", id="no scope"),
        pytest.param({"unit": "days"}, "dimension: data is not time", id="another dimension"),
        pytest.param(
            {"unit": "MiB"}, "value: upload states no exact quantity: a unit must be", id="undeclared"
        ),
        pytest.param({"unit": None}, "value: upload states no quantity", id="no unit"),
        pytest.param({"value": None}, "value: upload states no quantity", id="no value"),
        pytest.param(
            {"value": "many"}, "value: upload states no exact quantity: a number is", id="unreadable"
        ),
        pytest.param(
            {"value": None, "unit": "permission", "allowed": True}, "value: upload states no", id="permission"
        ),
    ],
)
def test_an_obstacle_asks_for_clarification_from_either_side(upload, units, changes, obstacle):
    other = replace(upload, **changes)
    there, back = explain_comparison(upload, other, units), explain_comparison(other, upload, units)
    assert there.relation is back.relation is Relation.CLARIFICATION_REQUIRED
    assert len(there.obstacles) == len(back.obstacles) == 1
    assert there.obstacles[0].startswith(obstacle)


def test_two_unstated_tenants_are_not_the_same_tenant(upload, units):
    nobody = replace(upload, tenant=None)
    assert compare(nobody, nobody, units) is Relation.CLARIFICATION_REQUIRED


def test_a_common_unit_never_makes_a_common_scope(upload, units):
    """The upload limit of a file against the storage of an organisation, both in bytes."""
    storage = replace(upload, id="storage", scope="one organisation", value="50000000000")
    assert compare(upload, storage, units) is Relation.CLARIFICATION_REQUIRED


def test_a_declared_hierarchy_lets_a_chain_compare(upload, units):
    tree = ScopeTree({"one file": "one project", "one project": "one organisation"})
    outer = replace(upload, scope="one organisation", value="50", unit="GB")
    assert compare(upload, outer, units, scopes=tree) is Relation.LESS
    beside = replace(outer, scope="one team")
    assert compare(upload, beside, units, scopes=tree) is Relation.CLARIFICATION_REQUIRED


def test_every_obstacle_is_named(upload, units):
    other = replace(upload, tenant="red", scope="one team", unit="days")
    named = explain_comparison(upload, other, units).obstacles
    assert [text.split(":")[0] for text in named] == ["tenant", "scope", "dimension"]


amounts = st.tuples(
    st.decimals(min_value=-(10**9), max_value=10**9, places=3).map(lambda d: f"{d:f}"),
    st.sampled_from(sorted(FACTOR)),
).filter(lambda pair: not pair[0].startswith("-0.000"))


def _of(amount):
    value, unit = amount
    return Proposition(id="p", tenant="t", scope="s", unit=unit, value=value)


@given(amounts, amounts)
def test_law_the_relation_is_that_of_the_fractions(left, right):
    exact = [Fraction(value) * FACTOR[unit] for value, unit in (left, right)]
    expected = (
        Relation.EQUAL if exact[0] == exact[1] else Relation.LESS if exact[0] < exact[1] else Relation.GREATER
    )
    assert compare(_of(left), _of(right), UNITS) is expected
    assert compare(_of(right), _of(left), UNITS) is MIRROR[expected]
