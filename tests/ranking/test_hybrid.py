"""Reciprocal rank fusion."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError
from labcore.ranking import (
    RANKERS,
    HybridRanker,
    JaccardRanker,
    Ranker,
    TokenOverlapRanker,
    fuse_ranks,
    make_ranker,
)
from labcore.records import Passage


@pytest.mark.parametrize(
    ("rankings", "expected"),
    [
        pytest.param([], [], id="no rankers find nothing"),
        # b: 1/62 + 1/62 = 0.03226; a: 1/61 = 0.01639; c likewise
        pytest.param([["a", "b"], ["c", "b"]], ["b", "a", "c"], id="two votes beat one first place"),
        pytest.param([["b"], ["a"]], ["a", "b"], id="ties stand in id order"),
    ],
)
def test_fused_order(rankings, expected):
    assert [hit.passage_id for hit in fuse_ranks(rankings)] == expected


def test_damping_zero_sums_reciprocal_ranks():
    """a: 1/1 + 1/2 = 1.5; b: 1/2 + 1/1 = 1.5; c: 1/3."""
    hits = fuse_ranks([["a", "b", "c"], ["b", "a"]], damping=0.0)
    assert [(hit.passage_id, hit.score) for hit in hits] == [("a", 1.5), ("b", 1.5), ("c", 1 / 3)]


@pytest.mark.parametrize("damping", [-1.0, float("nan"), float("inf")])
def test_damping_is_finite_and_not_negative(damping):
    with pytest.raises(ParameterError, match="finite number of ranks from 0"):
        fuse_ranks([["a"]], damping=damping)


def test_a_ranking_names_a_passage_once():
    with pytest.raises(ParameterError, match="at most once, got b"):
        fuse_ranks([["a", "b", "b"]])


rankings = st.lists(st.lists(st.sampled_from("abcdef"), unique=True), max_size=5)


@given(rankings, st.randoms())
def test_the_order_of_the_rankers_changes_nothing(given_rankings, random):
    """Not even the last bit of a score."""
    assert fuse_ranks(given_rankings) == fuse_ranks(random.sample(given_rankings, len(given_rankings)))


def test_hybrid_fuses_whole_rankings():
    corpus = [Passage(id="a", text="upload limit"), Passage(id="b", text="limit")]
    hits = HybridRanker(parts=(JaccardRanker(), TokenOverlapRanker())).rank("upload limit", corpus, 1)
    assert [(hit.passage_id, hit.score) for hit in hits] == [("a", 2 / 61)]


def test_hybrid_needs_a_ranker():
    """Without one it would find nothing and call that a result."""
    with pytest.raises(ParameterError, match="a hybrid fuses at least one ranker"):
        HybridRanker(parts=())


@given(st.lists(st.text("ab ", max_size=4), max_size=6), st.integers(1, 7))
def test_the_k_best_are_the_first_k_of_all(texts, k):
    """Only time is saved by looking for the best alone."""
    corpus = [Passage(id=f"p{n}", text=text) for n, text in enumerate(texts)]
    ranker = HybridRanker(parts=(JaccardRanker(), TokenOverlapRanker()))
    assert ranker.rank("a b", corpus, k) == ranker.rank("a b", corpus, len(texts) + 1)[:k]


def test_hybrid_of_nothing_is_nothing():
    assert HybridRanker().rank("q", [], 3) == []


def test_every_registered_ranker_keeps_the_protocol():
    """Made without arguments, under the name that it bears."""
    assert {name: make().name for name, make in RANKERS.items()} == {name: name for name in RANKERS}
    assert all(isinstance(make(), Ranker) for make in RANKERS.values())


def test_an_unknown_ranker_is_refused_with_the_near_miss():
    with pytest.raises(ParameterError, match="unknown ranker 'jacard'. Did you mean jaccard"):
        make_ranker("jacard")
