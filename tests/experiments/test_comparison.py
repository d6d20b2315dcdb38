"""Rankers side by side."""

import pytest

from labcore.errors import FixtureError
from labcore.experiments import compare_rankers
from labcore.fixture import Fixture
from labcore.records import Corpus, Dimension, Hit, Passage, Query, Scope


@pytest.fixture
def tiny(tmp_path) -> Fixture:
    passages = (
        Passage(id="blue-file", text="one file 20", tenant="blue"),
        Passage(id="blue-all", text="all files of one organisation", tenant="blue"),
        Passage(id="red-file", text="size of one file", tenant="red"),
    )
    blue = Scope(tenant="blue")
    queries = (
        Query(id="q1", text="one file", scope=blue, family="number"),
        Query(id="q2", text="size of one organisation file", scope=blue, family="number"),
        Query(id="q3", text="size of one file", scope=blue, family="silence"),
    )
    return Fixture(
        name="tiny",
        path=tmp_path,
        manifest=None,
        corpus=Corpus(passages, frozenset({Dimension.TENANT}), "tiny"),
        queries=queries,
        qrels={"q1": {"blue-file": 1}, "q2": {"blue-file": 1}},
        recorded={},
    )


def test_a_comparison_counts_by_hand(tiny):
    """With k = 1 the unfiltered lists hold red-file for q2 and q3; q2's first admissible hit is blue-all."""
    (found,) = compare_rankers(tiny, ["jaccard"], tiny.queries, k=1)
    assert (found.slots, found.forbidden_slots) == (3, 0)
    assert (found.unfiltered_slots, found.unfiltered_forbidden_slots) == (3, 2)
    assert found.unfiltered_forbidden_passages == ("red-file",)
    assert [row.query.id for row in found.first_hit_failures] == ["q2"]
    assert found.mean_recall == 0.5


def test_families_are_counted_not_averaged(tiny):
    """The silent family requires nothing, so nothing of it is judged."""
    (found,) = compare_rankers(tiny, ["jaccard"], tiny.queries, k=1)
    rows = [(row.family, row.queries, row.complete, row.first_hit) for row in found.families()]
    assert rows == [("number", 2, 1, 1), ("silence", 0, 0, 0)]


def test_where_nothing_is_required_there_is_no_mean(tiny):
    (found,) = compare_rankers(tiny, ["jaccard"], tiny.queries[2:])
    assert found.mean_recall is None


def test_a_comparison_without_queries_is_refused(tiny):
    with pytest.raises(FixtureError, match="tiny: a comparison needs at least one query"):
        compare_rankers(tiny, ["jaccard"], [])


def test_queries_are_searched_scope_by_scope_and_shown_in_their_order(tiny):
    """Blue, red, blue, red: an index per scope, not per query."""
    seen = []

    class Watching:
        name = "watching"

        def rank(self, query_text, passages, k):
            seen.append((query_text, len(passages)))
            return [Hit(passages[0].id, 1.0)]

    scopes = [Scope(tenant="blue"), Scope(tenant="red")] * 2
    queries = [Query(id=f"q{n}", text=f"{n}", scope=scope) for n, scope in enumerate(scopes)]
    (found,) = compare_rankers(tiny, [Watching()], queries, k=1)
    assert seen[:4] == [("0", 2), ("2", 2), ("1", 1), ("3", 1)]
    assert (
        [row.query.id for row in found.rows]
        == [row.run.query_id for row in found.rows]
        == ["q0", "q1", "q2", "q3"]
    )
