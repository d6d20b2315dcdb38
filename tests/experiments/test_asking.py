"""Whatever an answerer does, one call returns."""

import sys
import threading

import pytest

from labcore.errors import ParameterError
from labcore.experiments.asking import Failure, ask, outcome_of
from labcore.records import Answered, Claim, Clarify, Expects, Insufficient, Passage

BUNDLE = (Passage(id="p", text="some text"),)
ANSWERED = Answered(claims=(Claim(subject="a", relation="b"),))


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (ANSWERED, Expects.ANSWER),
        (Clarify(question="Which?"), Expects.CLARIFY),
        (Insufficient(why="-"), Expects.REFUSE),
    ],
)
def test_each_kind_of_answer_has_its_outcome(answer, outcome):
    asked = ask(lambda question, bundle: answer, "?", BUNDLE)
    assert (asked.answer, asked.failure) == (answer, None)
    assert asked.outcome == outcome_of(answer) == outcome


def test_the_answerer_sees_the_question_and_the_bundle_and_no_scope():
    seen = []
    ask(lambda *given: seen.append(given) or ANSWERED, "How long?", BUNDLE)
    assert seen == [("How long?", BUNDLE)]


def boom(question, bundle):
    raise KeyError("no such key")


@pytest.mark.parametrize(
    ("answerer", "failure", "detail"),
    [
        pytest.param(boom, "raised", "KeyError: 'no such key'", id="an exception"),
        pytest.param(lambda q, b: sys.exit(3), "raised", "SystemExit: 3", id="an attempt to end the program"),
        pytest.param(lambda q: ANSWERED, "raised", "TypeError", id="another signature"),
        pytest.param(lambda q, b: None, "not_an_answer", "gave NoneType, not Answered", id="nothing"),
        pytest.param(lambda q, b: "14 days", "not_an_answer", "gave str", id="a text"),
        pytest.param(lambda q, b: {"claims": []}, "not_an_answer", "gave dict", id="JSON"),
        pytest.param(lambda q, b: Answered(claims=()), "raised", "at least one claim", id="an empty answer"),
        pytest.param(lambda q, b: Answered, "not_an_answer", "gave type", id="the class itself"),
    ],
)
def test_a_failure_is_no_refusal(answerer, failure, detail):
    asked = ask(answerer, "?", BUNDLE)
    assert (asked.answer, asked.outcome) == (None, failure)
    assert detail in asked.detail


def test_an_answerer_that_hangs_is_left_behind():
    held = threading.Event()
    asked = ask(lambda question, bundle: held.wait(60), "?", BUNDLE, seconds=0.05)
    held.set()
    assert (asked.failure, asked.detail) == (Failure.TIMED_OUT, "no answer within 0.05 s")


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_a_time_limit_is_above_zero(seconds):
    with pytest.raises(ParameterError, match="a time limit is above 0 seconds"):
        ask(boom, "?", BUNDLE, seconds=seconds)
