"""What padding does to a mean, and what nearness compares, on vectors small enough to work out by hand."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.embedder import Explanation
from labcore.experiments import nearness, padding_effect
from labcore.fixture import Fixture
from labcore.records import Corpus, Passage, Query


class Embedder:
    """Two dimensions: each token of a text is (1, 0), each empty position (0, 1)."""

    def explain(self, text, *, padding=0):
        rows = np.array([[1, 0]] * len(text) + [[0, 1]] * padding, dtype=np.float32)
        vector = np.array([1, 0], dtype=np.float32)
        mask = (1,) * len(text) + (0,) * padding
        return Explanation(
            text=text,
            tokens=tuple(text),
            token_ids=(0,) * len(mask),
            mask=mask,
            token_vectors=rows,
            pooled=vector,
            vector=vector,
        )

    def embed(self, texts):
        """Count the letters a and b, and bring the pair to length 1."""
        counts = np.array([[text.count("a") + 1, text.count("b")] for text in texts], dtype=np.float32)
        return counts / np.linalg.norm(counts, axis=1, keepdims=True)


@pytest.mark.parametrize(
    ("padding", "cosine"),
    [
        pytest.param(0, 1.0, id="nothing appended"),
        pytest.param(3, 0.8, id="the mean of four (1,0) and three (0,1) is (4,3)/7, its cosine 4/5"),
        pytest.param(4, 2**-0.5, id="as many empty ones as tokens turn it by half a right angle"),
    ],
)
def test_without_the_mask_the_vector_turns(padding, cosine):
    (effect,) = padding_effect(Embedder(), "text", [padding])
    assert (effect.padding, effect.masked, effect.largest) == (padding, 1.0, 0.0)
    assert effect.unmasked == pytest.approx(cosine)


@given(st.lists(st.integers(0, 30), max_size=5))
def test_more_empty_positions_turn_it_further(paddings):
    effects = padding_effect(Embedder(), "text", sorted(paddings))
    assert [effect.unmasked for effect in effects] == sorted((e.unmasked for e in effects), reverse=True)


def passage(name, tenant, text, **fields):
    return Passage(id=name, tenant=tenant, text=text, title=fields.pop("title", "Rule"), **fields)


@pytest.fixture
def fixture(tmp_path):
    corpus = Corpus(
        (
            passage("blue", "blue", "xb"),
            passage("red", "red", "xbb"),
            passage(
                "blue-old", "blue", "xa", effective_from=date(2025, 1, 1), effective_until=date(2026, 1, 1)
            ),
            passage("other", "red", "x", title="Another"),
            passage("all", "public", "x"),
        )
    )
    queries = (Query(id="q", text="aab"), Query(id="silent", text="b"))
    return Fixture(
        name="tiny",
        path=tmp_path,
        manifest=None,
        corpus=corpus,
        queries=queries,
        qrels={"q": {"blue": 1, "red": 0}},
        recorded={},
    )


def test_rules_of_one_title_and_different_tenants_are_compared_and_questions_with_what_they_need(fixture):
    """An expired version, another title, the public and a passage of grade 0 are left out."""
    rules, question = nearness(fixture, Embedder())
    assert (rules.kind, rules.about, rules.left, rules.right) == ("rules", "Rule", "xb", "xbb")
    assert (question.kind, question.about, question.right) == ("question", "aab", "xb")


def test_similarity_is_the_dot_product_of_what_is_ranked(fixture):
    """``Rule xb`` is (1, 1) and ``Rule xbb`` is (1, 2) before length 1: 3 / sqrt(10). ``aab`` is (3, 1): 4 / sqrt(20)."""
    rules, question = nearness(fixture, Embedder())
    assert rules.similarity == pytest.approx(3 / 10**0.5)
    assert question.similarity == pytest.approx(4 / 20**0.5)
