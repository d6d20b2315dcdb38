"""A timing encodes what was recorded, and says whether it met it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from labcore.embedder import Embedder
from labcore.errors import FixtureError
from labcore.experiments.embed_timing import EncodedBatch, all_agreed, time_embedding
from labcore.fixture import load

FIXTURES = Path(__file__).parents[2] / "fixtures"
BATCH = EncodedBatch(
    items=2,
    tokens=9,
    milliseconds=4.0,
    load_milliseconds=1.0,
    tokenise_milliseconds=1.0,
    largest_gap=1e-8,
    vectors_sha256="a",
)


def test_every_item_is_encoded_alone(embedder, monkeypatch):
    """Forty runs of one row each, and the recorded vectors are met."""
    sizes = []
    whole = embedder.embed_rows
    monkeypatch.setattr(embedder, "embed_rows", lambda rows: sizes.append(len(rows)) or whole(rows))
    batch = time_embedding(load(FIXTURES / "policies"), lambda: embedder)
    assert sizes == [1] * 40
    assert (batch.items, batch.largest_gap < 1e-5) == (40, True)
    assert min(batch.milliseconds, batch.load_milliseconds, batch.tokenise_milliseconds) > 0
    assert batch.tokens == sum(len(row) for row in embedder.tokenise(_texts()))


def test_another_vector_is_seen(embedder, monkeypatch):
    """One component off by a hundredth is a gap of a hundredth."""
    whole = embedder.embed_rows
    off = np.zeros(384, dtype=np.float32)
    off[7] = 0.01
    monkeypatch.setattr(embedder, "embed_rows", lambda rows: whole(rows) + off)
    batch = time_embedding(load(FIXTURES / "policies"), lambda: embedder)
    assert batch.largest_gap == pytest.approx(0.01, abs=1e-4)
    assert not all_agreed([batch]).passed


def test_a_fixture_without_a_recording_is_refused(embedder):
    with pytest.raises(FixtureError, match="recorded"):
        time_embedding(load(FIXTURES / "samplenote"), lambda: embedder)


def test_a_fixture_without_texts_is_refused(embedder):
    with pytest.raises(FixtureError, match="limits: timing needs passages or queries"):
        time_embedding(replace(load(FIXTURES / "limits"), corpus=(), queries=()), lambda: embedder)


@pytest.mark.parametrize(
    ("batches", "passed", "actual"),
    [
        pytest.param(
            [BATCH, BATCH], True, "1 set of vectors, largest difference 1.00e-08", id="the same bits"
        ),
        pytest.param(
            [BATCH, replace(BATCH, vectors_sha256="b")],
            False,
            "2 sets of vectors, largest difference 1.00e-08",
            id="two processes disagree",
        ),
        pytest.param(
            [BATCH, replace(BATCH, largest_gap=2e-5)],
            False,
            "1 set of vectors, largest difference 2.00e-05",
            id="far from the recorded",
        ),
    ],
)
def test_the_assertion_of_a_timing(batches, passed, actual):
    check = all_agreed(batches)
    assert (check.passed, check.actual, check.group) == (passed, actual, "timing")


def test_the_pinned_model_is_the_default(monkeypatch):
    """One thread, as in the article."""
    asked = []

    def stop(*_, threads):
        asked.append(threads)
        raise KeyboardInterrupt

    monkeypatch.setattr(Embedder, "from_lock", stop)
    with pytest.raises(KeyboardInterrupt):
        time_embedding(load(FIXTURES / "policies"))
    assert asked == [1]


def _texts():
    fixture = load(FIXTURES / "policies")
    return [passage.searchable for passage in fixture.corpus] + [query.text for query in fixture.queries]
