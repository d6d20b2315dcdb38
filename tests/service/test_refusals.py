"""The table of refusals, and the results that they become."""

import pytest

from labcore.facts import Result, Status
from labcore.service.refusals import REFUSALS, Refusal, Why, refusal_result


def test_every_reason_has_a_rule():
    assert set(REFUSALS) == set(Why)


@pytest.mark.parametrize("why", Why)
def test_a_refusal_is_an_error_code_and_a_negative_status(why):
    """No refusal looks like an answer: 400 or above, and one of two statuses."""
    rule = REFUSALS[why]
    assert 400 <= rule.code < 600
    assert rule.status in {Status.INVALID_REQUEST, Status.UNSUPPORTED}


@pytest.mark.parametrize("why", Why)
def test_a_refusal_becomes_a_whole_result(sqlite_store, why):
    """It reads back as any other result, and names the store's safeguards."""
    result = refusal_result(sqlite_store, Refusal(why=why))
    assert Result.from_dict(result.to_dict()) == result
    assert result.evidence.safeguards == sqlite_store.engine.safeguards
    assert result.evidence.queries == ()


@pytest.mark.parametrize("why", [Why.TIMED_OUT, Why.BUSY, Why.STORE_FAILED, Why.FAILED, Why.TOO_OFTEN])
def test_a_question_without_an_answer_says_that_nothing_follows(sqlite_store, why):
    """A time-out must not pass for an absence."""
    limitations = refusal_result(sqlite_store, Refusal(why=why)).evidence.limitations
    assert any("Nothing follows" in text for text in limitations)


def test_a_callers_words_come_first(sqlite_store):
    result = refusal_result(sqlite_store, Refusal(why=Why.ARGUMENTS, message="So not."), "facts")
    assert (result.message, result.route) == ("So not.", "facts")
