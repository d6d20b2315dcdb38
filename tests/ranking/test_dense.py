"""Dense ranking on invented vectors."""

import numpy as np
import pytest

from labcore.errors import SearchError
from labcore.ranking import DenseRanker
from labcore.records import Passage

VECTORS = {"north": [0.0, 1.0], "east": [1.0, 0.0], "north-east": [0.6, 0.8], "question": [0.0, 1.0]}


def embed(texts):
    return np.array([VECTORS[text] for text in texts], dtype=np.float32)


def test_dense_ranks_by_dot_product():
    """The question points north: 1.0, 0.8 and 0.0."""
    corpus = [Passage(id=name, text=name) for name in ("east", "north-east", "north")]
    hits = DenseRanker(embed).rank("question", corpus, 2)
    assert [hit.passage_id for hit in hits] == ["north", "north-east"]
    assert np.allclose([hit.score for hit in hits], [1.0, 0.8])


def test_title_and_text_are_embedded_together():
    asked = []
    ranker = DenseRanker(lambda texts: asked.extend(texts) or np.ones((len(texts), 1), dtype=np.float32))
    ranker.rank("q", [Passage(id="p", title="Title", text="text")], 1)
    assert asked == ["Title text", "q"]


def test_a_text_is_embedded_once():
    """A second query under the same or another scope costs one new vector."""
    asked = []

    def count(texts):
        asked.append(list(texts))
        return embed(texts)

    ranker = DenseRanker(count)
    corpus = [Passage(id=name, text=name) for name in ("east", "north")]
    ranker.rank("question", corpus, 1)
    ranker.rank("north-east", corpus[:1], 1)
    assert asked == [["east", "north"], ["question"], ["north-east"]]


def test_a_question_asked_twice_is_embedded_once():
    """As filtered and unfiltered lists are, one after the other."""
    asked = []

    def count(texts):
        asked.append(list(texts))
        return embed(texts)

    ranker = DenseRanker(count)
    corpus = [Passage(id=name, text=name) for name in ("east", "north")]
    assert ranker.rank("question", corpus, 1) == ranker.rank("question", corpus, 1)
    assert asked == [["east", "north"], ["question"]]


@pytest.mark.parametrize(
    ("vectors", "message"),
    [
        pytest.param(
            lambda texts: np.ones((1, 2)), r"one vector per text, got \(1, 2\) for 2 texts", id="too few"
        ),
        pytest.param(lambda texts: np.ones(len(texts)), r"one vector per text, got \(2,\)", id="no rows"),
        pytest.param(
            lambda texts: np.ones((len(texts), len(texts))),
            r"all vectors have one length, got \(1,\) for the query, \(2,\) for passages",
            id="another length",
        ),
        pytest.param(
            lambda texts: np.full((len(texts), 2), np.nan),
            "scores are finite numbers, got 2 that are not",
            id="NaN",
        ),
    ],
)
def test_a_broken_embedder_is_a_failed_search(vectors, message):
    """NaN above all: it compares as nothing, and would look like an empty list."""
    corpus = [Passage(id=name, text=name) for name in ("east", "north")]
    with pytest.raises(SearchError, match=message):
        DenseRanker(vectors).rank("question", corpus, 1)


def test_no_passage_gives_no_hit_and_loads_no_model():
    assert DenseRanker().rank("question", [], 3) == []
