"""How long single items take to become vectors: the article's measurement, loading and tokenising apart."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from labcore.embedder import Embedder
from labcore.errors import FixtureError
from labcore.records import NamedCheck
from labcore.replay import read_recording, recorded_texts
from labcore.replay.comparison import VECTOR_TOLERANCE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from labcore.fixture import Fixture

__all__ = ["EncodedBatch", "all_agreed", "time_embedding"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodedBatch:
    """One batch of single items, encoded by one process on one thread.

    Attributes:
        items: How many texts, each run alone.
        tokens: Of all of them.
        milliseconds: For graph, pooling, normalisation and the comparison with recorded vectors.
        load_milliseconds: Before that: reading and verifying the model and making the session ready.
        tokenise_milliseconds: Before that: from texts to token ids.
        largest_gap: The largest difference of any component from the recorded vectors.
        vectors_sha256: Of the float32 bytes, so that processes can be compared.
    """

    items: int
    tokens: int
    milliseconds: float
    load_milliseconds: float
    tokenise_milliseconds: float
    largest_gap: float
    vectors_sha256: str


def time_embedding(
    fixture: Fixture, load: Callable[[], Embedder] = lambda: Embedder.from_lock(threads=1)
) -> EncodedBatch:
    """Encode every passage and query of a fixture, one by one, in this process.

    The first inference is in the batch, as in the article; nothing is run beforehand.

    Args:
        fixture: It must hold recorded vectors.
        load: Makes the embedder ready.

    Raises:
        FixtureError: Nothing is recorded, or the fixture has neither passages nor queries.
        ModelError: The pinned model is not in the cache, or is altered.
    """
    texts = recorded_texts(fixture)
    if not texts:
        raise FixtureError("timing needs passages or queries", place=fixture.name)
    expected = read_recording(fixture).vectors
    started = perf_counter()
    embedder = load()
    loaded = perf_counter()
    rows = embedder.tokenise(texts)
    tokenised = perf_counter()
    vectors, gap = [], 0.0
    for row, reference in zip(rows, expected, strict=True):
        vector = embedder.embed_rows([row])[0]
        gap = max(gap, float(np.abs(vector - reference).max()))
        vectors.append(vector)
    done = perf_counter()
    return EncodedBatch(
        items=len(rows),
        tokens=sum(len(row) for row in rows),
        milliseconds=(done - tokenised) * 1000,
        load_milliseconds=(loaded - started) * 1000,
        tokenise_milliseconds=(tokenised - loaded) * 1000,
        largest_gap=gap,
        vectors_sha256=hashlib.sha256(np.stack(vectors).tobytes()).hexdigest(),
    )


def all_agreed(batches: Sequence[EncodedBatch]) -> NamedCheck:
    """The one assertion of a timing: every process gave the same bits, near the recorded ones."""
    different = len({batch.vectors_sha256 for batch in batches})
    gap = max(batch.largest_gap for batch in batches)
    return NamedCheck(
        group="timing",
        name="every process gave the recorded vectors",
        passed=different == 1 and gap <= VECTOR_TOLERANCE,
        expected=f"1 set of vectors, no component off by more than {VECTOR_TOLERANCE:g}",
        actual=f"{different} set{'s' * (different != 1)} of vectors, largest difference {gap:.2e}",
        detail="the same texts in every process",
    )
