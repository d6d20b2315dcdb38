"""The pinned model on our own fixtures; the model must have been fetched, as tests/run.sh does."""

from pathlib import Path

import pytest

from labcore.embedder import Embedder
from labcore.experiments import compare_rankers
from labcore.experiments.gates import as_checks, trace
from labcore.experiments.replaying import infer
from labcore.fixture import load
from labcore.ranking import DenseRanker
from labcore.records import Split
from labcore.replay import compare_recording, read_recording

FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.fixture(scope="module")
def embedder():
    return Embedder.from_lock()


@pytest.fixture(scope="module")
def policies():
    return load(FIXTURES / "policies")


@pytest.fixture(scope="module")
def dense(policies, embedder):
    (found,) = compare_rankers(policies, [DenseRanker(embedder.embed)], policies.queries_of(Split.EVAL))
    return found


def test_admission_leaves_no_forbidden_slot_where_the_diagnostic_has_some(dense):
    """Both halves: a filter that has nothing to prevent would prove nothing."""
    assert dense.forbidden_slots == 0
    assert dense.unfiltered_forbidden_slots > 0


def test_the_storage_of_all_files_is_the_tempting_first_hit(dense):
    """Asked for the size of one file, the model puts the organisation's storage first: the article's case."""
    row = next(row for row in dense.rows if row.query.id == "q01")
    assert row.run.passage_ids[0] == "blue-org-storage"
    assert "blue-upload-file" in row.run.passage_ids


def test_no_order_that_is_shown_rests_on_a_near_tie(policies, embedder):
    """Neighbouring scores differ by more than processors do, so the notebooks show one order everywhere."""
    found = compare_rankers(policies, [DenseRanker(embedder.embed)], policies.queries, k=len(policies.corpus))
    gaps = [
        before.score - after.score
        for row in found[0].rows
        for run in (row.run, row.unfiltered)
        for before, after in zip(run.hits, run.hits[1:], strict=False)
    ]
    assert len(gaps) > 100
    assert min(gaps) > 1e-6


def test_a_later_inference_agrees_with_the_recorded_one(policies, embedder):
    """Forty vectors and thirty-six lists, compared and not rewritten."""
    today = infer(policies, embedder)
    checks = compare_recording(read_recording(policies), today.vectors, today.runs)
    assert len(checks) == 1 + 36
    assert [check.name for check in checks if not check.passed] == []


def test_proposed_answers_stop_where_their_author_said(embedder):
    """The expectations stood in the fixture before any of them was run."""
    gates = load(FIXTURES / "gates")
    ranker = DenseRanker(embedder.embed)
    checks = as_checks(tuple(trace(gates, journey, ranker) for journey in gates.journeys))
    assert [check.name for check in checks if not check.passed] == []
