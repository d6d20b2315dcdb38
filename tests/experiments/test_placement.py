"""A filter before the ranking, after it, and nowhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError, ScopeError
from labcore.experiments import place_filter
from labcore.records import Corpus, Dimension, Passage, Query, Scope
from labcore.retrieval import Retriever

# Jaccard with the question "size of one file" (4 words): red 4/4 = 1, blue-a 3/4, blue-b 2/4.
PASSAGES = (
    Passage(id="blue-b", text="one file", tenant="blue"),
    Passage(id="red", text="size of one file", tenant="red"),
    Passage(id="blue-a", text="size one file", tenant="blue"),
)
QUERY = Query(id="q", text="size of one file", scope=Scope(tenant="blue"))
RETRIEVER = Retriever(Corpus(PASSAGES, frozenset({Dimension.TENANT}), "tiny"), "jaccard")


def kept(placement, kind):
    return [placed.passage.id for placed in placement.ranked if getattr(placed, kind)]


def test_the_three_placements_by_hand():
    """K = 2: unfiltered red and blue-a; after it only blue-a is left; before it blue-a and blue-b."""
    placement = place_filter(RETRIEVER, QUERY, QUERY.scope, 2)
    assert [(p.passage.id, p.score) for p in placement.ranked] == [
        ("red", 1.0),
        ("blue-a", 0.75),
        ("blue-b", 0.5),
    ]
    assert kept(placement, "unfiltered") == ["red", "blue-a"]
    assert kept(placement, "after") == ["blue-a"]
    assert kept(placement, "before") == ["blue-a", "blue-b"]
    assert (placement.forbidden_slots, placement.left_after, placement.filled_before) == (1, 1, 2)


def test_another_tenant_changes_who_may_and_not_who_is_close():
    """The scores are the same; what was forbidden is now the only passage that may be used."""
    blue = place_filter(RETRIEVER, QUERY, Scope(tenant="blue"), 2)
    red = place_filter(RETRIEVER, QUERY, Scope(tenant="red"), 2)
    assert [p.score for p in blue.ranked] == [p.score for p in red.ranked]
    assert [p.passage.id for p in red.ranked if p.exclusion is None] == ["red"]


def test_a_question_that_matches_nothing_has_no_places():
    placement = place_filter(RETRIEVER, Query(id="n", text="weather", scope=QUERY.scope), QUERY.scope)
    assert (placement.ranked, placement.forbidden_slots, placement.filled_before) == ((), 0, 0)


def test_a_scope_that_is_silent_is_refused():
    with pytest.raises(ScopeError, match="the scope must state every dimension"):
        place_filter(RETRIEVER, QUERY, Scope())


def test_no_places_at_all_are_refused():
    with pytest.raises(ParameterError, match="k must be a whole number from 1"):
        place_filter(RETRIEVER, QUERY, QUERY.scope, 0)


@given(
    st.lists(
        st.tuples(st.sampled_from(["blue", "red"]), st.sets(st.sampled_from(QUERY.text.split()), min_size=1)),
        max_size=8,
    ),
    st.integers(1, 5),
)
def test_filtering_first_never_leaks_and_never_fills_fewer_places(drawn, k):
    """Whatever the corpus, a filter before the ranking keeps all that a filter after it keeps."""
    passages = tuple(
        Passage(id=f"p{n}", text=" ".join(sorted(words)), tenant=tenant)
        for n, (tenant, words) in enumerate(drawn)
    )
    retriever = Retriever(Corpus(passages, frozenset({Dimension.TENANT})), "jaccard")
    placement = place_filter(retriever, QUERY, QUERY.scope, k)
    assert all(placed.exclusion is None for placed in placement.ranked if placed.before or placed.after)
    assert set(kept(placement, "after")) <= set(kept(placement, "before"))
    assert placement.filled_before == min(k, sum(tenant == "blue" for tenant, _ in drawn))
