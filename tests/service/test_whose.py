"""Whose scope it is: chosen by the person, written by the person, or only the model's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.facts import FactScope
from labcore.service.turn import PartFrom, ScopeFrom
from labcore.service.whose import persons_scope

BASE = FactScope(project="A", revision="R1", network="N", snapshot="SNAP_BASE")
REVISED = FactScope(project="A", revision="R2", network="N", snapshot="SNAP_REVISED")


def judged(asked, *, chosen=None, written=(), listed=()):
    return persons_scope(asked, chosen=chosen, written=written, listed=listed)


def test_no_scope_stays_no_scope():
    own = judged(None)
    assert (own.scope, own.scope_from, own.dropped) == (None, ScopeFrom.NOBODY, ())


def test_a_part_that_the_person_wrote_is_used():
    own = judged(FactScope(snapshot="SNAP_BASE"), written=["the period in SNAP_BASE, please"])
    assert own.scope == FactScope(snapshot="SNAP_BASE")
    assert own.scope_from is ScopeFrom.WRITTEN


def test_a_part_from_an_earlier_result_is_dropped_and_named():
    """The model saw two scopes and took one; the person took none."""
    own = judged(REVISED, listed={BASE, REVISED})
    assert (own.scope, own.scope_from) == (None, ScopeFrom.NOBODY)
    assert {(one.part, one.origin) for one in own.dropped} == {
        (part, PartFrom.EARLIER_RESULT) for part in ("project", "revision", "network", "snapshot")
    }


def test_a_part_that_stands_nowhere_is_invented():
    own = judged(FactScope(snapshot="LATEST"), written=["the latest one"], listed={BASE})
    assert own.scope is None
    assert [(one.value, one.origin) for one in own.dropped] == [("LATEST", PartFrom.INVENTED)]


def test_only_what_the_person_wrote_is_kept_of_a_scope():
    """They wrote the snapshot; the model completed it from a result, and the rest is dropped."""
    own = judged(REVISED, written=["SNAP_REVISED"], listed={REVISED})
    assert own.scope == FactScope(snapshot="SNAP_REVISED")
    assert [one.part for one in own.dropped] == ["project", "revision", "network"]


@pytest.mark.parametrize("asked", [None, BASE, REVISED, FactScope(project="Z")])
def test_a_chosen_scope_is_used_as_it_is(asked):
    own = judged(asked, chosen=REVISED, written=["SNAP_BASE"], listed={BASE})
    assert (own.scope, own.scope_from) == (REVISED, ScopeFrom.CHOSEN)


def test_what_differs_from_the_chosen_scope_is_told():
    """Two parts of four differ; the written one is told as written."""
    own = judged(BASE, chosen=REVISED, written=["SNAP_BASE"], listed={BASE})
    assert [(one.part, one.origin) for one in own.dropped] == [
        ("revision", PartFrom.EARLIER_RESULT),
        ("snapshot", PartFrom.WRITTEN),
    ]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        pytest.param("in rev-1.", True, id="before a full stop"),
        pytest.param("(rev-1)", True, id="in brackets"),
        pytest.param("rev-1", True, id="alone"),
        pytest.param("rev-1-b", False, id="a longer name with a hyphen"),
        pytest.param("rev-1.2", False, id="a longer version"),
        pytest.param("x/rev-1", False, id="the end of a path"),
        pytest.param("prev-1", False, id="inside a word"),
        pytest.param("rev-10", False, id="a longer number"),
        pytest.param("REV-1", False, id="another case is another name"),
    ],
)
def test_a_part_counts_as_a_whole_word(text, written):
    own = judged(FactScope(revision="rev-1"), written=[text])
    assert (own.scope is not None) is written


names = st.sampled_from(["A", "R1", "R2", "N", "SNAP_BASE", "SNAP_REVISED", "Z.*"])
scopes = st.builds(
    FactScope, project=names | st.none(), revision=names | st.none(), snapshot=names | st.none()
)


@given(asked=scopes, written=st.lists(names, max_size=3), listed=st.lists(scopes, max_size=2))
def test_nothing_is_used_that_the_person_did_not_give(asked, written, listed):
    """Each used part was written, and each given part is either used or told as dropped."""
    own = judged(asked, written=written, listed=set(listed))
    used = {part: value for part, value in (own.scope or FactScope()).to_dict().items() if value}
    assert all(value in written for value in used.values())
    given_parts = {part: value for part, value in asked.to_dict().items() if value}
    assert used | {one.part: one.value for one in own.dropped} == given_parts
