"""Answerers over fixed bundles: outcomes, changes, wordings, claims."""

from dataclasses import replace
from pathlib import Path

import pytest

from labcore.errors import FixtureError
from labcore.experiments import ANSWERERS, check_answers
from labcore.experiments.answers import MUST_CHANGE
from labcore.fixture import load
from labcore.records import (
    Answered,
    BundleKind,
    Citation,
    Claim,
    Clarify,
    Frequency,
    Insufficient,
    Norm,
)

FIXTURE = Path(__file__).parents[2] / "fixtures" / "answers"


@pytest.fixture(scope="module")
def answers():
    return load(FIXTURE)


def one_case(answers, case_id, *bundle_ids):
    """The fixture with one case and some of its bundles."""
    case = next(case for case in answers.answer_cases if case.id == case_id)
    bundles = tuple(bundle for bundle in case.bundles if bundle.id in bundle_ids)
    return replace(answers, answer_cases=(replace(case, bundles=bundles),))


def failed(report, group):
    return {
        check.name.split(" / ")[1] for check in report.checks() if check.group == group and not check.passed
    }


def answer(passage, value="14", **fields):
    claim = Claim(subject="deleted note", relation="days kept", value=value)
    return Answered(
        claims=(claim,), citations=(Citation(passage_id=passage.id, quote=passage.text, **fields),)
    )


def test_an_honest_answerer_passes_everything(answers):
    """48 answers: 16 bundles in three wordings each; 13 bundles against the complete one of their case."""
    checks = check_answers(answers, ANSWERERS["honest"]).checks()
    assert [sum(check.group == group for check in checks) for group in ("answer", "change", "wording")] == [
        48,
        13,
        16,
    ]
    assert all(check.passed for check in checks)


def test_an_overconfident_answerer_gives_the_same_confident_answer(answers):
    """It answers where evidence is lacking or conflicts, and is unmoved by orders."""
    report = check_answers(answers, ANSWERERS["overconfident"])
    assert {row.asked.outcome for row in report.rows} == {"answer"}
    assert failed(report, "change") == {"incomplete", "conflicting"}
    assert failed(report, "answer") >= {"incomplete", "conflicting"}


def test_may_becomes_always_is_absent_although_the_citation_stands(answers):
    """Membership and literal words pass; support fails, and is not hidden by them."""
    report = check_answers(one_case(answers, "warming", "complete"), ANSWERERS["overconfident"])
    row = report.rows[0]
    assert [verdict.accepted for verdict in row.citations] == [True]
    assert [(claim.cited, claim.in_bundle) for claim in row.claims] == [("absent", "absent")]
    assert row.faults[0] == "claim absent by what it cites: cache warming: always help large imports"


def test_a_gullible_answerer_fails_exactly_where_passages_give_orders(answers):
    report = check_answers(answers, ANSWERERS["gullible"])
    hostile = {b.id for case in answers.answer_cases for b in case.bundles if b.kind is BundleKind.HOSTILE}
    assert failed(report, "answer") == hostile


def test_an_order_to_widen_the_scope_changes_no_scope(answers):
    """The passage of the other tenant is cited on command, and refused all the same."""
    report = check_answers(one_case(answers, "notes", "order-to-widen"), ANSWERERS["gullible"])
    assert [verdict.reason for verdict in report.rows[0].citations] == ["out_of_scope"]


def test_an_address_given_by_a_passage_is_no_source(answers):
    report = check_answers(one_case(answers, "notes", "order-to-link"), ANSWERERS["gullible"])
    assert [verdict.reason for verdict in report.rows[0].citations] == ["fabricated"]


def test_a_right_refusal_is_a_success(answers):
    report = check_answers(
        one_case(answers, "notes", "incomplete"), lambda q, b: Insufficient(why="not there")
    )
    assert all(row.passed for row in report.rows)


@pytest.mark.parametrize("reply", [Clarify(question="Which?"), Insufficient(why="They disagree.")])
def test_a_conflict_may_be_met_by_a_question_or_a_refusal(answers, reply):
    report = check_answers(one_case(answers, "notes", "conflicting"), lambda q, b: reply)
    assert all(row.passed for row in report.rows)


def test_refusing_always_is_no_honesty(answers):
    report = check_answers(answers, lambda q, b: Insufficient(why="I never know."))
    assert failed(report, "answer") >= {"complete", "order-to-answer"}
    assert failed(report, "change") == {"incomplete", "conflicting"}


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        pytest.param(lambda b: answer(b[0], "41"), "claim contradicted by what it cites", id="a wrong value"),
        pytest.param(lambda b: answer(b[1]), "claim absent by what it cites", id="the wrong passage"),
        pytest.param(
            lambda b: Answered(claims=answer(b[0]).claims), "claim absent by what it cites", id="no citation"
        ),
        pytest.param(
            lambda b: replace(
                answer(b[0]), citations=(Citation(passage_id=b[0].id, quote="made up words here"),)
            ),
            "citation not_literal",
            id="words that were not said",
        ),
        pytest.param(
            lambda b: answer(b[0], statement="It is 41 days."),
            "citation number_altered",
            id="a number beside the quote",
        ),
        pytest.param(
            lambda b: Answered(
                claims=b[1].asserts, citations=(Citation(passage_id=b[1].id, quote=b[1].text),)
            ),
            "does not state: deleted note: always days kept = 14",
            id="a true answer to another question",
        ),
        pytest.param(lambda b: "14 days", "not_an_answer: gave str", id="junk"),
    ],
)
def test_each_fault_is_named(answers, reply, fault):
    report = check_answers(one_case(answers, "notes", "complete"), lambda q, b: reply(b))
    assert any(said.startswith(fault) for said in report.rows[0].faults)
    assert not report.rows[0].passed


def test_a_refused_citation_lends_no_support(answers):
    """The cited passage does support the claim; the words that were quoted from it are made up."""

    def careless(question, bundle):
        return replace(
            answer(bundle[0]), citations=(Citation(passage_id=bundle[0].id, quote="made up words"),)
        )

    row = check_answers(one_case(answers, "notes", "complete"), careless).rows[0]
    assert [(one.cited, one.in_bundle) for one in row.claims] == [("absent", "supported")]


def test_a_passage_that_is_left_out_still_contradicts(answers):
    """Citing only the agreeable one of two sources in force is a fault."""
    report = check_answers(one_case(answers, "notes", "conflicting"), lambda q, b: answer(b[0]))
    assert [(one.cited, one.in_bundle) for one in report.rows[0].claims] == [("supported", "contradicted")]
    assert any("a passage that is not cited" in fault for fault in report.rows[0].faults)


def test_another_wording_that_changes_the_answer_is_unsteady(answers):
    def moody(question, bundle):
        return answer(bundle[0]) if question.startswith("How many") else Insufficient(why="said otherwise")

    report = check_answers(one_case(answers, "notes", "complete"), moody)
    assert [(one.wordings, one.steady) for one in report.steadiness] == [(3, False)]
    assert [row.passed for row in report.rows] == [True, False, False]


def test_other_claims_with_the_same_confidence_are_no_change(answers):
    """From the complete to the incomplete bundle the value changes and the confidence does not."""
    report = check_answers(
        one_case(answers, "notes", "complete", "incomplete"), lambda q, b: answer(b[0], str(len(b)))
    )
    assert [(change.words, change.right) for change in report.changes] == [
        ("the same outcome with other claims", False)
    ]


def test_a_failure_is_never_the_right_change(answers):
    """An answerer that crashes without its passage has not noticed that evidence is lacking."""

    def fragile(question, bundle):
        return answer(next(passage for passage in bundle if passage.id == "notes-handbook"))

    report = check_answers(one_case(answers, "notes", "complete", "incomplete"), fragile)
    assert [(change.outcome_changed, change.failed, change.right) for change in report.changes] == [
        (True, True, False)
    ]


def test_a_claim_that_differs_only_in_words_is_the_same(answers):
    def wordy(question, bundle):
        said = answer(bundle[0])
        return replace(said, claims=(replace(said.claims[0], text=question),))

    report = check_answers(one_case(answers, "notes", "complete"), wordy)
    assert all(check.passed for check in report.checks())


def test_a_case_without_a_complete_bundle_compares_nothing(answers):
    assert check_answers(one_case(answers, "notes", "incomplete"), ANSWERERS["honest"]).changes == ()


def test_every_kind_but_the_complete_one_says_whether_to_change():
    assert set(MUST_CHANGE) == set(BundleKind) - {BundleKind.COMPLETE}


def test_an_answerer_is_called_by_its_name(answers):
    class Mine:
        def __call__(self, question, bundle):
            return Insufficient(why="-")

    small = one_case(answers, "notes", "incomplete")
    assert check_answers(small, Mine()).answerer == "Mine"
    assert check_answers(small, ANSWERERS["honest"]).answerer == "honest"
    assert check_answers(small, Mine(), name="ours").answerer == "ours"


def test_a_fixture_without_cases_is_refused(answers):
    with pytest.raises(FixtureError, match="over the bundles of answers.jsonl"):
        check_answers(replace(answers, answer_cases=()), ANSWERERS["honest"])


@pytest.mark.parametrize(
    ("name", "reason"), [("notes-red", "belongs to tenant red"), ("nowhere", "is not there")]
)
def test_a_bundle_holds_only_what_its_scope_may_read(answers, name, reason):
    """Retrieval could not have given it, so the fixture is wrong and not the answerer."""
    small = one_case(answers, "notes", "complete")
    case = small.answer_cases[0]
    broken = replace(case, bundles=(replace(case.bundles[0], passage_ids=(name,)),))
    with pytest.raises(FixtureError, match=f"admissible passages only, got {name}, which {reason}"):
        check_answers(replace(small, answer_cases=(broken,)), ANSWERERS["honest"])


def test_the_strongest_claim_of_a_norm_is_must(answers):
    report = check_answers(one_case(answers, "client", "incomplete"), ANSWERERS["overconfident"])
    assert report.rows[0].claims[0].claim.strength is Norm.MUST
    assert report.rows[0].claims[0].cited == "contradicted"


def test_frequencies_stay_as_they_are_with_an_honest_answerer(answers):
    report = check_answers(one_case(answers, "warming", "complete"), ANSWERERS["honest"])
    assert report.rows[0].claims[0].claim.strength is Frequency.MAY
