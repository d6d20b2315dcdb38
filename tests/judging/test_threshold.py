"""Judges with a threshold, and the cosine of the pinned model."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.embedder import Embedder
from labcore.errors import ParameterError
from labcore.judging import CosineScore, Opinion, Statement, ThresholdJudge
from labcore.records import Passage, Proposition

NOBODY = Proposition(id="p")
PASSAGE = Passage(id="P", text="")


def rule(judge, said="a", wanted="b"):
    return judge.judges(*(Statement(proposition=NOBODY, text=text) for text in (said, wanted)), PASSAGE)


@pytest.mark.parametrize(
    ("score", "opinion", "detail"),
    [
        (0.5, "accept", "0.500 is at least 0.5"),
        (0.4999, "reject", "0.500 is below 0.5"),
        (float("nan"), "abstain", "the score is nan"),
        (float("inf"), "abstain", "the score is inf"),
    ],
)
def test_a_score_is_accepted_from_the_threshold_on(score, opinion, detail):
    ruling = rule(ThresholdJudge("x", lambda *_: score, 0.5))
    assert (ruling.opinion, ruling.detail) == (opinion, detail)
    assert ruling.score == (None if opinion == "abstain" else score)


def test_the_threshold_is_part_of_the_name():
    assert ThresholdJudge("cosine", lambda *_: 1, 0.8).name == "cosine@0.8"


@pytest.mark.parametrize("threshold", [float("nan"), float("inf")])
def test_a_threshold_that_is_no_number_is_refused(threshold):
    with pytest.raises(ParameterError, match="x: a threshold is a finite number"):
        ThresholdJudge("x", lambda *_: 1, threshold)


def test_cosine_is_the_dot_product_and_embeds_each_text_once():
    """(3, 4) / 5 and (1, 0): 3 / 5."""
    asked = []
    vectors = {"a": [0.6, 0.8], "b": [1, 0]}

    def embed(texts):
        asked.extend(texts)
        return np.array([vectors[text] for text in texts], dtype=np.float32)

    judge = ThresholdJudge("cosine", CosineScore(embed), 0.5)
    assert rule(judge).score == pytest.approx(0.6)
    assert rule(judge, "b", "a").score == pytest.approx(0.6)
    assert asked == ["a", "b"]


def test_the_pinned_model_finds_a_changed_number_as_like_as_the_right_one():
    """What the number is worth: a wrong limit scores above 0.8, another topic far below."""
    embed = Embedder.from_lock().embed
    right = "The size of one attachment is at most 20 MB."
    texts = [right, "The size of one attachment is at most 30 MB.", "Guests may read boards."]
    judge = ThresholdJudge("cosine", CosineScore(), 0.8)
    scores = [rule(judge, text, right).score for text in texts]
    expected = embed(texts) @ embed([right])[0]
    assert scores == pytest.approx(expected.tolist(), abs=1e-5)
    assert [score >= 0.8 for score in scores] == [True, True, False]


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_law_raising_the_threshold_never_turns_a_reject_into_an_accept(score, threshold):
    low, high = (rule(ThresholdJudge("x", lambda *_: score, t)).opinion for t in (threshold, threshold + 0.1))
    assert not (low is Opinion.REJECT and high is Opinion.ACCEPT)
    assert low is (Opinion.ACCEPT if score >= threshold else Opinion.REJECT)
