"""Recordings are written once and compared ever after."""

import hashlib
import io
import json
import shutil
from dataclasses import replace
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


@pytest.mark.parametrize(
    "again", [RUNS["jaccard"][0], replace(RUNS["jaccard"][0], k=4)], ids=["same", "another"]
)
def test_a_query_is_recorded_once(fixture, again):
    """The second list would hide the first when the recording is read."""
    twice = {"jaccard": (*RUNS["jaccard"], again)}
    with pytest.raises(FixtureError, match="jaccard: a recording has one list .* got several for q01. Rank"):
        write_recording(fixture, twice, vectors(fixture), MODEL)
    assert not (fixture.path / "recorded").exists()


def test_one_changed_byte_is_refused_even_when_sealed_anew(recorded):
    """Sealing the fixture cannot launder a changed recording."""
    path = recorded.path / "recorded" / "jaccard.trec"
    path.write_bytes(path.read_bytes().replace(b"p1", b"p9"))
    seal(recorded.path)
    with pytest.raises(FixtureError, match=r"jaccard.trec must be the \d+ bytes that were recorded"):
        read_recording(load(recorded.path))


def test_a_plain_folder_holds_no_recording(fixture):
    """It would be written, and then never read again."""
    plain = replace(fixture, manifest=None)
    with pytest.raises(FixtureError, match="held by a fixture.json, got a plain folder"):
        write_recording(plain, RUNS, vectors(fixture), MODEL)
    assert not (fixture.path / "recorded").exists()


@pytest.mark.parametrize(
    ("error", "caught", "message"),
    [
        pytest.param(
            OSError(28, "No space left on device"),
            FixtureError,
            "No space left.*Nothing was recorded",
            id="a full disk",
        ),
        pytest.param(KeyboardInterrupt(), KeyboardInterrupt, None, id="an interruption"),
    ],
)
def test_half_a_recording_is_none(fixture, monkeypatch, error, caught, message):
    """Else the first half would be in the way of every later one."""

    def fail(path, content):
        raise error

    before = sorted(path.name for path in fixture.path.iterdir())
    monkeypatch.setattr("pathlib.Path.write_bytes", fail)
    with pytest.raises(caught, match=message):
        write_recording(fixture, RUNS, vectors(fixture), MODEL)
    assert sorted(path.name for path in fixture.path.iterdir()) == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param(lambda about: [], "the file must be one JSON object", id="an array"),
        pytest.param(lambda about: about | {"mood": 1}, "unknown field: mood", id="an unknown field"),
        pytest.param(
            lambda about: about | {"files": {}}, "each ranker has its queries and its file", id="no files"
        ),
        pytest.param(
            lambda about: about | {"rankers": ["x"]}, "each ranker has its queries", id="another ranker"
        ),
        pytest.param(
            lambda about: about | {"queries": {"jaccard": ["q02", "q01", "q01"]}},
            "jaccard names each query once, and not q01 again",
            id="a query that stands twice",
        ),
        pytest.param(
            lambda about: about | {"files": {"vectors.npy": 3}},
            "files.vectors.npy: ",
            id="a seal that is none",
        ),
    ],
)
def test_a_record_that_is_not_in_its_form_is_refused(recorded, change, message):
    path = recorded.path / "recorded" / "record.json"
    path.write_text(json.dumps(change(json.loads(path.read_text()))))
    seal(recorded.path)
    with pytest.raises(FixtureError, match=rf"recorded/record.json: .*{message}"):
        read_recording(load(recorded.path))


def forged(recorded, name, content):
    """Replace a recorded file and make record.json agree, as its forger would."""
    path = recorded.path / "recorded" / "record.json"
    about = json.loads(path.read_text())
    about["files"][name] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    path.write_text(json.dumps(about))
    (path.parent / name).write_bytes(content)
    seal(recorded.path)
    return load(recorded.path)


def npy(array):
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


def npz():
    buffer = io.BytesIO()
    np.savez(buffer, vectors=np.zeros((40, 2), dtype=np.float32))
    return buffer.getvalue()


HEADER = npy(np.zeros((1, 2), dtype=np.float32))
HUGE = HEADER.replace(b"(1, 2), }          ", b"(9999999999, 2), } ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b"", "vectors.npy must be an array of numpy", id="nothing"),
        pytest.param(b"pickle", "vectors.npy must be an array of numpy", id="something else"),
        pytest.param(npy(np.array([None])), "vectors.npy must be an array of numpy", id="pickled objects"),
        pytest.param(npz(), "vectors.npy must be an array of numpy", id="an archive of arrays"),
        pytest.param(b"PK\x03\x04", "vectors.npy must be an array of numpy", id="half an archive"),
        pytest.param(
            HEADER.replace(b"(1, 2), }", b"(1, 2{, }"), "vectors.npy must be an array", id="an open bracket"
        ),
        pytest.param(
            HEADER.replace(b"(1, 2), }      ", b"(True, 2), }   "),
            "vectors.npy must be an array",
            id="a flag",
        ),
        pytest.param(HUGE, "vectors.npy must be an array of numpy", id="a header that claims 80 gigabytes"),
        pytest.param(npy(np.zeros((40, 2))), r"float32 of shape \(40, d\), got float64", id="twice as wide"),
        pytest.param(npy(np.zeros((1, 2), dtype=np.float32)), r"got float32 \(1, 2\)", id="one row"),
    ],
)
def test_vectors_that_are_none_are_refused(recorded, content, message):
    with pytest.raises(FixtureError, match=message):
        read_recording(forged(recorded, "vectors.npy", content))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b"\xff", "jaccard.trec:1: files must be UTF-8", id="no text"),
        pytest.param(b"q01 Q0 p1 1 x jaccard", "jaccard.trec:1: rank and score are numbers", id="no score"),
    ],
)
def test_lists_that_are_none_are_refused(recorded, content, message):
    with pytest.raises(FixtureError, match=message):
        read_recording(forged(recorded, "jaccard.trec", content))


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
