"""Structured answers: coverage, verdicts, and a stopping rule."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import FixtureError, NotFoundError, ParameterError
from labcore.experiments import RawAnswer, ask, judge_answers, read_raw_answers
from labcore.fixture import load

LIMITS = load(Path(__file__).parents[2] / "fixtures" / "limits")
UPLOAD = next(fact for fact in LIMITS.propositions if fact.id == "upload-limit")
PARTS = ("evidence_id", "version", "tenant", "scope", "unit", "value", "allowed")
RIGHT = json.dumps({**{name: getattr(UPLOAD, name) for name in PARTS}, "declined": None})
WRONG = RIGHT.replace("20000000", "30000000")
DECLINED = RIGHT.replace('"declined": null', '"declined": "two limits apply"')


def raw(answer, attempt=1, name="q01", fact="upload-limit", bundle=("blue-upload-file",)):
    row = {"_id": name, "fact": fact, "attempt": attempt, "bundle": bundle, "answer": answer}
    return RawAnswer.model_validate(row)


def outcomes(*answers, **more):
    return [attempt.outcome for attempt in judge_answers(LIMITS, answers, **more).attempts]


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        pytest.param(raw(RIGHT), "accepted", id="right"),
        pytest.param(raw(WRONG), "refused: value", id="wrong"),
        pytest.param(raw(RIGHT, bundle=()), "refused: evidence", id="nothing was given"),
        pytest.param(raw("20 MB"), "parser failure", id="prose"),
        pytest.param(raw(DECLINED), "unsupported proposition", id="declined"),
        pytest.param(raw(RIGHT, fact="price"), "unsupported proposition", id="no such fact"),
    ],
)
def test_each_answer_has_one_outcome(answer, outcome):
    assert outcomes(answer) == [outcome]


def test_coverage_is_out_of_questions_and_acceptance_out_of_the_parsed():
    """Four questions: accepted, refused, unreadable, declined. Two are parsed, one of them accepted."""
    names = zip(("q01", "q02", "q03", "q04"), (RIGHT, WRONG, "?", DECLINED), strict=True)
    report = judge_answers(LIMITS, [raw(answer, name=name) for name, answer in names])
    assert (report.questions, report.parsed, report.accepted) == (4, 2, 1)
    assert report.outcomes == {
        "accepted": 1,
        "refused: value": 1,
        "parser failure": 1,
        "unsupported proposition": 1,
    }


def test_questions_without_any_attempt_are_named():
    """q01 has an unreadable answer: it was attempted, and is not parsed."""
    report = judge_answers(LIMITS, [raw("?")])
    assert (report.questions, report.parsed) == (1, 0)
    assert report.unanswered == tuple(query.id for query in LIMITS.queries if query.id != "q01")


def test_an_answer_to_no_question_of_the_fixture_is_wrong_use():
    with pytest.raises(NotFoundError, match="limits: no query with this id, got q99"):
        judge_answers(LIMITS, [raw(RIGHT, name="q99")])


def test_an_answer_that_rests_on_an_inadmissible_passage_is_refused_by_admission():
    """q12 is asked by red; the fact and its evidence are blue's. The oracle alone would accept."""
    (attempt,) = judge_answers(LIMITS, [raw(RIGHT, name="q12")]).attempts
    assert attempt.outcome == "inadmissible: tenant"
    assert attempt.verdict.reasons == ("tenant",)
    assert attempt.verdict.detail == "blue-upload-file belongs to tenant blue, asked by red"
    assert attempt.verdict.next_step.startswith("Answer from the asker's own evidence")


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        pytest.param(RIGHT, "accepted", id="an answer that rests on something else"),
        pytest.param("20 MB", "parser failure", id="what could not be read stays unread"),
        pytest.param(DECLINED, "unsupported proposition", id="what was declined stays declined"),
    ],
)
def test_an_inadmissible_passage_of_the_bundle_is_named_beside_the_outcome(answer, outcome):
    bundle = ("red-upload-file", "blue-upload-file", "invented")
    (attempt,) = judge_answers(LIMITS, [raw(answer, bundle=bundle)]).attempts
    assert attempt.outcome == outcome
    assert [(one.passage_id, one.reason) for one in attempt.inadmissible] == [
        ("red-upload-file", "tenant"),
        ("invented", "no_such_passage"),
    ]


def test_accepted_and_refused_are_kept_whole():
    report = judge_answers(LIMITS, [raw(RIGHT, name="q01"), raw(WRONG, name="q03")])
    assert [attempt.raw.answer for attempt in report.attempts] == [RIGHT, WRONG]


@pytest.mark.parametrize(
    ("first", "why"),
    [
        pytest.param(WRONG, "attempt 1 had already been refused: value", id="a refusal"),
        pytest.param(RIGHT, "attempt 1 had already been accepted", id="an acceptance"),
        pytest.param(DECLINED, "attempt 1 had already been unsupported proposition", id="a decline"),
    ],
)
def test_nobody_retries_until_something_passes(first, why):
    report = judge_answers(LIMITS, [raw(first), raw(RIGHT, 2)])
    late = report.attempts[1]
    assert (late.outcome, late.late, late.verdict) == ("late", why, None)
    assert report.accepted == (first is RIGHT)


def test_only_an_unreadable_answer_is_asked_for_again():
    assert outcomes(raw("?"), raw(RIGHT, 2)) == ["parser failure", "accepted"]


def test_the_number_of_attempts_is_limited():
    answers = [raw("?"), raw("?", 2), raw(RIGHT, 3)]
    assert outcomes(*answers) == ["parser failure", "parser failure", "late"]
    assert outcomes(*answers, max_attempts=3)[2] == "accepted"
    assert judge_answers(LIMITS, answers).attempts[2].late == "2 attempts had been made"


def test_questions_do_not_use_up_each_others_attempts():
    assert outcomes(raw(WRONG, name="q01"), raw(RIGHT, name="q03")) == ["refused: value", "accepted"]


def test_nobody_is_asked_a_question_that_the_fixture_does_not_have():
    """A call may cost money."""
    with pytest.raises(NotFoundError, match="q99"):
        ask(LIMITS, "q99", "upload-limit", [], lambda _: pytest.fail("asked"))


def test_a_question_is_asked_at_least_once():
    with pytest.raises(ParameterError, match="a question is asked at least once, got 0"):
        judge_answers(LIMITS, [], max_attempts=0)
    with pytest.raises(ParameterError, match="a question is asked at least once, got 0"):
        ask(LIMITS, "q01", "upload-limit", [], lambda _: pytest.fail("asked"), max_attempts=0)


@pytest.mark.parametrize(
    ("answers", "asked", "last"),
    [
        pytest.param([RIGHT], 1, "accepted", id="right at once"),
        pytest.param([WRONG, RIGHT], 1, "refused: value", id="a refusal ends it"),
        pytest.param([DECLINED, RIGHT], 1, "unsupported proposition", id="a decline ends it"),
        pytest.param(["?", RIGHT], 2, "accepted", id="unreadable, then right"),
        pytest.param(["?", "?", "?", RIGHT], 3, "parser failure", id="never more than the limit"),
    ],
)
def test_asking_stops_where_the_rule_stops(answers, asked, last):
    numbers = []

    def answer(number):
        numbers.append(number)
        return answers[number - 1]

    report = ask(LIMITS, "q01", "upload-limit", ["blue-upload-file"], answer, max_attempts=3)
    assert numbers == list(range(1, asked + 1))
    assert [attempt.raw.attempt for attempt in report.attempts] == numbers
    assert report.attempts[-1].outcome == last


def line(**changes):
    return json.dumps({"_id": "q", "fact": "f", "bundle": [], "answer": "x", **changes})


def test_a_file_of_answers_is_read_line_by_line():
    rows = read_raw_answers("a.jsonl", f"{line()}\n\n{line(attempt=2)}\n{line(_id='r')}\n".encode())
    assert [(row.id, row.attempt) for row in rows] == [("q", 1), ("q", 2), ("r", 1)]


def test_an_answer_to_an_unknown_question_is_refused_with_its_line():
    text = f"{line(_id='q01')}\n{line(_id='q1')}\n"
    expected = (
        r"a.jsonl:2: an answer is to a question of the fixture, got q1; did you mean q0.\? Write in _id"
    )
    with pytest.raises(FixtureError, match=expected):
        read_raw_answers("a.jsonl", text.encode(), ["q01", "q02"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            line(attempt=2),
            "a.jsonl:1: attempts of a question are numbered .* got q attempt 2. Leave no attempt out",
        ),
        (f"{line()}\n{line()}", "a.jsonl:2: attempts of a question are numbered"),
        (f"{line()}\n{line(attempt=3)}", "a.jsonl:2: attempts of a question are numbered"),
        (line(attempt=0), "a.jsonl:1: attempt: Input should be greater than or equal to 1"),
        (line(bundle=None), "a.jsonl:1: bundle: Input should be a valid array"),
        (line(bundle="P3"), "a.jsonl:1: bundle: Input should be a valid array"),
        (line(answer={"value": 1}), "a.jsonl:1: answer: Input should be a valid string"),
        (line(_id=""), "a.jsonl:1: _id: String should have at least 1 character"),
        (line(colour="red"), "a.jsonl:1: unknown field: colour"),
        ("20 MB", "a.jsonl:1: a line must be one JSON object"),
    ],
)
def test_a_broken_line_is_refused_with_its_place(text, message):
    with pytest.raises(FixtureError, match=message):
        read_raw_answers("a.jsonl", text.encode())


kinds = st.sampled_from([RIGHT, WRONG, DECLINED, "?", "{}"])


@given(st.lists(kinds, max_size=6), st.integers(1, 4))
def test_law_at_most_one_attempt_of_a_question_counts(answers, limit):
    attempts = [raw(answer, number) for number, answer in enumerate(answers, start=1)]
    report = judge_answers(LIMITS, attempts, max_attempts=limit)
    assert len(report.attempts) == len(answers)
    assert report.accepted <= report.parsed <= report.questions <= 1
    assert sum(attempt.verdict is not None for attempt in report.attempts) <= 1
    assert all(attempt.outcome == "late" for attempt in report.attempts[limit:])
