"""Wrong values are right elsewhere in the same fixture."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from labcore.mutation import Foreign
from labcore.records import Passage, Proposition
from labcore.units import Units

PASSAGES = (
    Passage(id="P3", text="", version="v1", tenant="blue"),
    Passage(id="P4", text="", version="v2", tenant="red"),
    Passage(id="P5", text="", version="v2"),
    Passage(id="P6", text=""),
)


def test_facts_of_the_same_kind_come_first_starting_after_the_own_one(upload, retry, units):
    storage = replace(upload, id="storage", evidence_id="P4", scope="one organisation")
    first = replace(upload, id="first", evidence_id="P1", scope="first")
    facts = (first, upload, retry, storage)
    foreign = Foreign.of(upload, facts, PASSAGES, units)
    assert foreign.evidence_ids == ("P4", "P1", "P5")
    assert foreign.scopes == ("one organisation", "first", "retry after a timeout")


def test_a_fact_of_another_fixture_starts_with_the_first(upload, units):
    """It stands nowhere among these, so there is no place after it."""
    others = tuple(replace(upload, id=name, evidence_id=name, scope=name) for name in ("a", "b", "c"))
    assert Foreign.of(upload, others, (), units).evidence_ids == ("a", "b", "c")


def test_versions_and_tenants_come_from_the_corpus_in_its_order(upload, units):
    foreign = Foreign.of(upload, (upload,), PASSAGES, units)
    assert foreign.versions == ("v1", "v2")
    assert foreign.tenants == ("blue", "red")


def test_units_are_those_of_other_dimensions(upload, retry, units):
    assert Foreign.of(upload, (), (), units).units == ("hours", "days", "permission", "duty")
    assert Foreign.of(retry, (), (), units).units == ("bytes", "MB", "GB", "hours", "days")


@given(st.permutations(["a", "b", "c", "d"]), st.integers(0, 3))
def test_law_the_own_evidence_is_never_foreign(order, place):
    facts = [
        Proposition(id=n, evidence_id=n, version="v", tenant="t", scope=n, unit="u", value="1") for n in order
    ]
    foreign = Foreign.of(facts[place], facts, (), Units.of({"d": {"u": "1"}}))
    assert sorted(foreign.evidence_ids) == sorted(set(order) - {order[place]})
    assert foreign.evidence_ids[0] == order[(place + 1) % 4]
