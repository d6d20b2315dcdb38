"""Six mutants, each with exactly one defect."""

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import RecordError
from labcore.mutation import FIELDS, Foreign, mutants
from labcore.oracle import check
from labcore.records import GateReason, Proposition
from labcore.units import Units

NAMES = ["evidence_id", "version", "tenant", "scope", "unit", "value", "allowed"]


def changed(mutant):
    """The fields in which a mutant differs from its fact, by plain comparison."""
    names = [field.name for field in fields(Proposition) if field.name != "missing"]
    return [n for n in names if getattr(mutant.proposition, n) != getattr(mutant.fact, n)]


def test_a_quantity_has_six_mutants_in_gate_order(upload):
    made = mutants(upload)
    assert [m.dimension for m in made] == ["evidence", "version", "tenant", "scope", "unit", "value"]
    assert [changed(m) for m in made] == [[name] for name in NAMES[:6]]


def test_a_permission_has_polarity_in_place_of_value(retry):
    made = mutants(retry)
    assert [m.dimension for m in made] == ["evidence", "version", "tenant", "scope", "unit", "polarity"]
    assert changed(made[5]) == ["allowed"]
    assert made[5].proposition.allowed is True


def test_wrong_values_are_the_first_foreign_ones_that_differ(upload):
    foreign = Foreign(
        evidence_ids=("P3", "P4"),
        versions=("v1", "v2", "v0"),
        tenants=("red", "blue"),
        scopes=("one organisation",),
        units=("hours", "days"),
    )
    taken = [getattr(m.proposition, FIELDS[m.dimension]) for m in mutants(upload, foreign)]
    assert taken == ["P4", "v2", "red", "one organisation", "hours", "30000000"]


def test_without_anything_foreign_the_own_value_is_denied(upload):
    taken = [getattr(m.proposition, FIELDS[m.dimension]) for m in mutants(upload)]
    assert taken == ["not-P3", "not-v1", "not-blue", "not-one file", "not-bytes", "30000000"]


@pytest.mark.parametrize(
    ("number", "wrong"),
    [
        ("20000000", "30000000"),
        ("9", "8"),
        ("0.02", "0.03"),
        ("-5.5", "-6.5"),
        ("1,000", "2,000"),
        ("0", "1"),
        ("0.00", "0.01"),
    ],
)
def test_the_first_digit_above_zero_changes(upload, number, wrong):
    assert mutants(replace(upload, value=number))[5].proposition.value == wrong


@pytest.mark.parametrize(
    ("changes", "got"),
    [
        ({"version": None}, r"\('version',\)"),
        ({"value": None}, "no single claim"),
        ({"allowed": True}, "no single claim"),
    ],
)
def test_mutants_of_an_incomplete_fact_are_refused(upload, changes, got):
    with pytest.raises(RecordError, match=f"^upload: mutants are made of a complete fact, got {got}$"):
        mutants(replace(upload, **changes))


def test_every_dimension_has_its_field():
    assert list(FIELDS) == list(GateReason)
    assert list(FIELDS.values()) == NAMES


words = st.text(alphabet="abcdef-0123", min_size=1, max_size=6)


@given(
    st.lists(words, min_size=4, max_size=4),
    st.one_of(st.booleans(), st.decimals(1, 10**9, places=2).map(lambda d: f"{d:f}")),
    st.lists(words, max_size=3).map(tuple),
)
def test_law_each_mutant_differs_in_one_field_and_is_refused_for_it_alone(bounds, claim, pool):
    units = Units.of({"data": {"MB": "1"}, "time": {"days": "1"}, "permission": {"permission": "yes|no"}})
    number = claim if isinstance(claim, str) else None
    evidence, version, tenant, scope = bounds
    fact = Proposition(
        id="f",
        evidence_id=evidence,
        version=version,
        tenant=tenant,
        scope=scope,
        unit="permission" if number is None else "MB",
        value=number,
        allowed=claim if number is None else None,
    )
    foreign = Foreign(evidence_ids=pool, versions=pool, tenants=pool, scopes=pool, units=("days",))
    made = mutants(fact, foreign)
    assert [changed(m) for m in made] == [[FIELDS[m.dimension]] for m in made]
    bundle = {m.proposition.evidence_id for m in made}
    assert check(fact, fact, bundle, units).accepted
    assert [check(m.proposition, fact, bundle, units).reasons for m in made] == [(m.dimension,) for m in made]
