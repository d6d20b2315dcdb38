"""Recordings are written once and compared ever after."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import FixtureError, ParameterError
from labcore.fixture import load, seal
from labcore.records import Hit, Outcome, Run
from labcore.replay import compare_recording, read_recording, recorded_texts, same_order, write_recording

POLICIES = Path(__file__).parents[2] / "fixtures" / "policies"
RUNS = {"jaccard": (Run(query_id="q01", hits=(Hit("p1", 0.5), Hit("p2", 0.25)), ranker="jaccard", k=3),)}
MODEL = {"name": "invented", "revision": "0"}


@pytest.fixture
def fixture(tmp_path):
    """A copy of policies in which nothing is recorded yet."""
    folder = tmp_path / "policies"
    shutil.copytree(POLICIES, folder)
    shutil.rmtree(folder / "recorded", ignore_errors=True)
    seal(folder)
    return load(folder)


@pytest.fixture
def recorded(fixture):
    write_recording(fixture, RUNS, vectors(fixture), MODEL)
    seal(fixture.path)
    return load(fixture.path)


def vectors(fixture):
    return np.arange(2 * len(recorded_texts(fixture)), dtype=np.float32).reshape(-1, 2)


def test_a_recording_reads_back(recorded):
    back = read_recording(recorded)
    assert back.runs["jaccard"][0].hits == RUNS["jaccard"][0].hits
    assert np.array_equal(back.vectors, vectors(recorded))
    assert (back.about["model"], back.about["k"]) == (MODEL, 3)


def test_a_list_without_hits_is_recorded_too(fixture):
    """TREC has no line for it; a passage that appears there later is a difference."""
    empty = Run(query_id="q02", hits=(), outcome=Outcome.NOTHING_MATCHED, ranker="jaccard", k=3)
    write_recording(fixture, {"jaccard": (*RUNS["jaccard"], empty)}, vectors(fixture), MODEL)
    seal(fixture.path)
    recording = read_recording(load(fixture.path))
    assert [run.passage_ids for run in recording.runs["jaccard"]] == [("p1", "p2"), ()]
    late = Run(query_id="q02", hits=(Hit("p1", 1.0),))
    checks = compare_recording(recording, recording.vectors, {"jaccard": (*RUNS["jaccard"], late)})
    assert [check.passed for check in checks] == [True, True, False]


def test_nothing_is_ever_written_over(recorded):
    before = {path.name: path.read_bytes() for path in (recorded.path / "recorded").iterdir()}
    with pytest.raises(FixtureError, match="something is recorded already"):
        write_recording(recorded, RUNS, vectors(recorded), MODEL)
    assert before == {path.name: path.read_bytes() for path in (recorded.path / "recorded").iterdir()}


def test_vectors_must_fit_the_texts(fixture):
    with pytest.raises(FixtureError, match=r"vectors are float32 of shape \(40, d\), got float64 \(1, 2\)"):
        write_recording(fixture, RUNS, np.zeros((1, 2)), MODEL)
    assert not (fixture.path / "recorded").exists()


def test_one_changed_byte_is_refused_even_when_sealed_anew(recorded):
    """Sealing the fixture cannot launder a changed recording."""
    path = recorded.path / "recorded" / "jaccard.trec"
    path.write_bytes(path.read_bytes().replace(b"p1", b"p9"))
    seal(recorded.path)
    with pytest.raises(FixtureError, match=r"jaccard.trec must be the \d+ bytes that were recorded"):
        read_recording(load(recorded.path))


def test_other_texts_are_refused(recorded):
    path = recorded.path / "queries.jsonl"
    rows = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps(json.loads(rows[0]) | {"text": "another question?"}), *rows[1:]]))
    seal(recorded.path)
    with pytest.raises(FixtureError, match="texts are not those that were recorded"):
        read_recording(load(recorded.path))


def test_a_fixture_without_a_recording_says_so(fixture):
    with pytest.raises(FixtureError, match=r"a replay needs recorded/record.json"):
        read_recording(fixture)


@pytest.mark.parametrize(
    ("shift", "passed"),
    [
        pytest.param(0.0, True, id="the same vectors"),
        pytest.param(2e-5, False, id="a component beyond the tolerance"),
    ],
)
def test_later_vectors_are_compared(recorded, shift, passed):
    recording = read_recording(recorded)
    today = (recording.vectors * 0).astype(np.float32)
    moved = today.copy()
    moved[3, 1] = shift
    one = type(recording)(runs=recording.runs, vectors=today, about=recording.about)
    checks = compare_recording(one, moved, RUNS)
    assert [check.passed for check in checks] == [passed, True]


def test_another_shape_is_a_failed_check(recorded):
    recording = read_recording(recorded)
    checks = compare_recording(recording, recording.vectors[:1], RUNS)
    assert not checks[0].passed


def test_a_missing_ranker_or_query_is_noticed(recorded):
    recording = read_recording(recorded)
    with pytest.raises(ParameterError, match="got none of jaccard"):
        compare_recording(recording, recording.vectors, {})
    assert not compare_recording(recording, recording.vectors, {"jaccard": ()})[1].passed


def listed(*pairs):
    return Run(
        query_id="q",
        hits=tuple(Hit(*pair) for pair in pairs),
        outcome=Outcome.FOUND if pairs else Outcome.NOTHING_MATCHED,
    )


@pytest.mark.parametrize(
    ("today", "same"),
    [
        pytest.param([("a", 0.9), ("b", 0.5), ("c", 0.5)], True, id="equal"),
        pytest.param([("a", 0.9), ("c", 0.5), ("b", 0.5)], True, id="a near-tie changed places"),
        pytest.param([("b", 0.9), ("a", 0.5), ("c", 0.5)], False, id="a clear order changed"),
        pytest.param([("a", 0.9), ("b", 0.5), ("x", 0.5)], False, id="another passage"),
        pytest.param([("a", 0.9), ("b", 0.5)], False, id="one fewer"),
    ],
)
def test_only_near_ties_may_change_places(today, same):
    assert same_order(listed(("a", 0.9), ("b", 0.5 + 1e-7), ("c", 0.5)), listed(*today)) is same


@given(st.lists(st.sampled_from("abcdef"), unique=True, max_size=6))
def test_a_list_agrees_with_itself(ids):
    run = listed(*((name, float(-place)) for place, name in enumerate(ids)))
    assert same_order(run, run)
