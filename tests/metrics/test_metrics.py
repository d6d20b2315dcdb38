"""Metrics against hand-worked lists."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError
from labcore.metrics import evidence_metrics, standard_metrics
from labcore.records import Corpus, Hit, Outcome, Passage, Run


def run(query: str, *ids: str) -> Run:
    outcome = Outcome.FOUND if ids else Outcome.NOTHING_MATCHED
    return Run(query_id=query, hits=tuple(Hit(name, 1.0) for name in ids), outcome=outcome)


def test_standard_metrics_by_hand():
    """Required a and b; found x, a: recall 1/2, rank 2, DCG 1/log2(3) over 1 + 1/log2(3)."""
    found = standard_metrics({"q": {"a": 1, "b": 1, "x": 0}}, [run("q", "x", "a", "y")], k=3)["q"]
    gain = 1 / math.log2(3)
    assert (found.recall, found.reciprocal_rank) == (0.5, 0.5)
    assert found.ndcg == pytest.approx(gain / (1 + gain), abs=1e-4)


def test_our_order_of_ties_is_kept():
    """All scores are equal; trec_eval alone would put z first, and the first hit would be right."""
    found = standard_metrics({"q": {"z": 1}}, [run("q", "a", "z")], k=1)["q"]
    assert found.recall == 0.0


def test_an_empty_list_recalls_nothing():
    found = standard_metrics({"q": {"a": 1}}, [run("q")], k=3)["q"]
    assert (found.recall, found.ndcg, found.reciprocal_rank) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("qrels", [{}, {"q": {}}, {"q": {"a": 0}}])
def test_a_query_that_requires_nothing_has_no_metrics(qrels):
    assert standard_metrics(qrels, [run("q", "a")], k=3) == {}


@pytest.mark.parametrize("grade", [1001, 2**31, 10**30, -1001])
def test_a_grade_out_of_range_is_refused(grade):
    """Trec_eval would take all memory for it, or count it as nothing without a word."""
    with pytest.raises(ParameterError, match="q: grades are at most 1000, got .* for a"):
        standard_metrics({"q": {"a": grade, "b": 1}}, [run("q", "b")], k=3)


def test_a_grade_below_zero_is_not_required():
    """TREC judges spam so; found first, it recalls nothing."""
    found = standard_metrics({"q": {"a": -1, "b": 1}}, [run("q", "a")], k=3)["q"]
    assert (found.recall, found.ndcg, found.reciprocal_rank) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("k", [4, np.int64(4), 10**19])
def test_a_deep_cut_off_is_the_whole_list(k):
    """Required a and b, found x, a: recall 1/2; nDCG's ideal list still has both, 1 + 1/log2(3)."""
    found = standard_metrics({"q": {"a": 1, "b": 1}}, [run("q", "x", "a")], k=k)["q"]
    gain = 1 / math.log2(3)
    assert (found.recall, found.reciprocal_rank) == (0.5, 0.5)
    assert found.ndcg == pytest.approx(gain / (1 + gain), abs=1e-4)


@pytest.mark.parametrize("k", [0, True, 1.5])
def test_the_cut_off_is_a_whole_number_from_one(k):
    with pytest.raises(ParameterError, match="k must be"):
        standard_metrics({"q": {"a": 1}}, [run("q", "a")], k=k)


def test_runs_are_of_different_queries():
    with pytest.raises(ParameterError, match="one run per query, got q"):
        standard_metrics({}, [run("q", "a"), run("q", "b")], k=1)


@given(
    st.lists(st.sampled_from("abcdefgh"), unique=True),
    st.sets(st.sampled_from("abcdefgh"), min_size=1),
    st.integers(1, 8),
)
def test_recall_equals_plain_counting(ids, needed, k):
    """A second implementation in one line."""
    found = standard_metrics({"q": dict.fromkeys(needed, 1)}, [run("q", *ids)], k=k)["q"]
    assert found.recall == pytest.approx(len(set(ids[:k]) & needed) / len(needed))


CORPUS = Corpus(
    tuple(
        Passage(id=name, text="", source_id=source, version=version)
        for name, source, version in [
            ("files-v3", "files", "v3"),
            ("files-v2", "files", "v2"),
            ("other-v2", "other", "v2"),
            ("secret", "red", "v1"),
        ]
    )
)


def counted(*ids: str, k: int = 3, required=None, versions=frozenset({"v3"})):
    return evidence_metrics(
        run("q", *ids),
        k,
        required={"files-v3": 1} if required is None else required,
        forbidden={"secret"},
        corpus=CORPUS,
        acceptable_versions=versions,
    )


def test_each_kind_of_wrong_material_is_named():
    """The old version of the required source is outdated; another source's v2 is merely unrelated."""
    found = counted("secret", "files-v2", "other-v2")
    assert found.forbidden == ("secret",)
    assert found.wrong_version == ("files-v2",)
    assert found.unrelated == ("secret", "files-v2", "other-v2")
    assert (found.slots, found.first_hit_relevant) == (3, False)


def test_only_the_first_k_places_count():
    found = counted("files-v3", "secret", k=1)
    assert (found.slots, found.forbidden, found.unrelated, found.first_hit_relevant) == (1, (), (), True)


def test_where_any_version_may_answer_none_is_wrong():
    assert counted("files-v2", versions=None).wrong_version == ()


def test_where_nothing_is_required_no_first_hit_is_judged():
    assert counted("other-v2", required={}).first_hit_relevant is None


def test_an_empty_list_has_no_relevant_first_hit():
    assert counted().first_hit_relevant is False
