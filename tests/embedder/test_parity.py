"""The pinned model gives the published vectors: two independent implementations and the recording agree."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy

from labcore.embedder import Embedder
from labcore.embedder.parity import PARITY_TOLERANCE, compare_upstream
from labcore.errors import ModelError
from labcore.fixture import load
from labcore.model import locked_model, model_folder
from labcore.replay import read_recording, recorded_texts
from tests.conftest import pin
from tests.plain_bert import encode, sentence_vectors

ROOT = Path(__file__).parents[2]
REFERENCE = Path(__file__).parent / "reference"
TOLERANCE = 1e-5


@pytest.fixture(scope="module")
def policies():
    return load(ROOT / "fixtures" / "policies")


@pytest.fixture(scope="module")
def texts(policies):
    return recorded_texts(policies)


@pytest.fixture(scope="module")
def vectors(embedder, texts):
    return embedder.embed(texts)


def test_there_are_forty_items(texts, vectors):
    """Twenty passages and twenty queries."""
    assert len(texts) == 40
    assert (vectors.shape, vectors.dtype) == ((40, 384), np.float32)


def test_sentence_transformers_gives_the_same_vectors(texts, vectors):
    """Made once by torch; benchmarks/embed/reference.py makes them again when the texts change."""
    about = json.loads((REFERENCE / "policies.json").read_text(encoding="utf-8"))
    assert about["texts_sha256"] == hashlib.sha256("\0".join(texts).encode()).hexdigest()
    assert about["made_by"].keys() == {"torch", "sentence-transformers", "transformers"}
    assert np.abs(vectors - np.load(REFERENCE / "policies.npy", allow_pickle=False)).max() < TOLERANCE


def test_a_plain_numpy_encoder_gives_the_same_vectors(embedder, texts, vectors):
    """From the published weights, in float64, without onnx; in one padded batch, as its own mask allows."""
    stored = safetensors.numpy.load_file(model_folder(locked_model()) / "model.safetensors")
    weights = {name: array.astype(np.float64) for name, array in stored.items()}
    rows = embedder.tokenise(texts)
    ids = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
    mask = np.zeros_like(ids)
    for number, row in enumerate(rows):
        ids[number, : len(row)], mask[number, : len(row)] = row.ids, 1
    expected = sentence_vectors(encode(weights, ids, mask, layers=6, heads=12), mask)
    assert np.abs(vectors - expected).max() < TOLERANCE


def test_the_recorded_vectors_are_met(policies, vectors):
    assert np.abs(vectors - read_recording(policies).vectors).max() < TOLERANCE


def test_a_repeated_inference_is_identical(embedder, texts, vectors):
    assert np.array_equal(embedder.embed(texts), vectors)


def test_alone_and_in_company_are_identical(embedder, texts, vectors):
    """Bit for bit: nothing is padded, so no sum is rounded in another order."""
    assert np.array_equal(np.vstack([embedder.embed([text]) for text in texts]), vectors)


def test_the_number_of_threads_changes_nothing(texts, vectors):
    assert np.array_equal(Embedder.from_lock(threads=2).embed(texts[:8]), vectors[:8])


@pytest.mark.parametrize("padding", [1, 7, 100])
def test_appended_masked_padding_changes_nothing_beyond_rounding(embedder, padding):
    text = "One uploaded file may hold at most 5 GB."
    gap = np.abs(embedder.explain(text, padding=padding).vector - embedder.explain(text).vector).max()
    assert gap < 1e-6


def test_case_does_not_matter(embedder):
    lower, upper = embedder.embed(["hello world", "HELLO WORLD"])
    assert np.array_equal(lower, upper)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param(" \n", id="white space"),
        pytest.param("a\0b", id="a NUL character"),
        pytest.param("😀 👩‍👩‍👧", id="emoji"),
        pytest.param("日本語の方針", id="Japanese"),
        pytest.param("policy политика πολιτική سياسة 方针", id="five scripts"),
        pytest.param("\u202eright to left", id="a direction mark"),
        pytest.param("x" * 10_000, id="one word of ten thousand letters"),
        pytest.param("limit " * 5_000, id="five thousand words"),
    ],
)
def test_a_difficult_text_gives_a_unit_vector(embedder, text):
    (vector,) = embedder.embed([text])
    assert abs(float(np.linalg.norm(vector)) - 1) < 1e-6


def test_nearness_means_something(embedder):
    """Of two passages the one that is about the question is nearer; the figure is not the point."""
    question, about, other = embedder.embed(
        ["How large may a file be?", "The largest upload is 5 GB.", "Guests must sign the visitor book."]
    )
    assert question @ about > question @ other


def upstream_of(tiny, data):
    return replace(tiny.model, upstream_graph=pin("onnx/model.onnx", data))


def test_another_graph_of_the_same_weights_passes(tiny, tmp_path):
    tiny.put(tmp_path)
    (tmp_path / "theirs").write_bytes(tiny.files["model.onnx"])
    parity = compare_upstream(upstream_of(tiny, tiny.files["model.onnx"]), tmp_path / "theirs", tmp_path)
    assert (parity.good, parity.largest_gap) == (True, 0.0)


def test_a_graph_of_other_weights_fails(tiny, tmp_path):
    """One weight of the last normalisation is doubled in the file."""
    gain = tiny.weights["encoder.layer.1.output.LayerNorm.weight"]
    changed = gain * np.array([2, *[1] * 7], dtype=np.float32)
    theirs = tiny.files["model.onnx"].replace(gain.tobytes(), changed.tobytes())
    assert theirs != tiny.files["model.onnx"]
    tiny.put(tmp_path)
    (tmp_path / "theirs").write_bytes(theirs)
    parity = compare_upstream(upstream_of(tiny, theirs), tmp_path / "theirs", tmp_path)
    assert not parity.good
    assert parity.largest_gap > PARITY_TOLERANCE


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(None, "the publisher's export must be readable", id="absent"),
        pytest.param(b"x", "expected [0-9]+ bytes with sha256 [0-9a-f]+, found 1 bytes", id="another file"),
    ],
)
def test_only_the_pinned_export_is_compared(tiny, tmp_path, data, message):
    """What is not the publisher's file must not vouch for ours."""
    if data is not None:
        (tmp_path / "theirs").write_bytes(data)
    with pytest.raises(ModelError, match=message):
        compare_upstream(upstream_of(tiny, tiny.files["model.onnx"]), tmp_path / "theirs", tmp_path)


def test_a_model_without_an_export_is_said(tiny, tmp_path):
    with pytest.raises(ModelError, match="tiny: the lock pins no export of the publisher"):
        compare_upstream(tiny.model, tmp_path / "theirs", tmp_path)
