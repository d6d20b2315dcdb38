"""Candidates and transformations as records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import RecordError
from labcore.records import Candidate, GateReason, Proposition, Relation, Transformation

STATED = Proposition(id="p", evidence_id="P1", version="v", tenant="t", scope="s", unit="u", value="1")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": ""}, "candidate.id must be a text"),
        ({"fact_id": None}, "candidate.fact_id must be a text"),
        ({"bundle": "P1"}, "candidate.bundle must be a frozenset of passage ids, got 'P1'"),
    ],
)
def test_a_candidate_with_a_broken_field_is_refused(changes, message):
    with pytest.raises(RecordError, match=message):
        Candidate(**{"id": "c", "fact_id": "f", "proposition": STATED, **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": ""}, "transformation.id must be a text"),
        ({"title": " "}, "transformation.title must be a text"),
        ({"bundle": {"P1"}}, "transformation.bundle must be a frozenset of passage ids"),
        ({"expects": Relation.LESS}, "t: a comparison expects a relation, .* got less"),
        ({"compared_with": STATED}, "t: a comparison expects a relation, .* got accepted"),
        (
            {"compared_with": STATED, "expects": GateReason.UNIT},
            "t: a comparison expects a relation, .* got unit",
        ),
    ],
)
def test_a_transformation_with_a_broken_field_is_refused(changes, message):
    with pytest.raises(RecordError, match=message):
        Transformation(**{"id": "t", "title": "one", "rule": STATED, "candidate": STATED, **changes})


def test_the_reasons_stand_in_gate_order():
    assert list(GateReason) == ["evidence", "version", "tenant", "scope", "unit", "value", "polarity"]


@given(st.sampled_from([None, *GateReason, *Relation]), st.booleans())
def test_law_a_comparison_and_a_relation_belong_together(expects, compared):
    fields = {"id": "t", "title": "one", "rule": STATED, "candidate": STATED, "expects": expects}
    other = STATED if compared else None
    if isinstance(expects, Relation) == compared:
        assert Transformation(**fields, compared_with=other).expects is expects
    else:
        with pytest.raises(RecordError, match="a comparison expects a relation"):
            Transformation(**fields, compared_with=other)
