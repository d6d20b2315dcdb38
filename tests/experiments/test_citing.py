"""Questions with and without admission, and citations, expected beside actual."""

from dataclasses import replace
from pathlib import Path

import pytest

from labcore.errors import FixtureError
from labcore.experiments import check_citations
from labcore.fixture import load
from labcore.records import Expects, Hit

FIXTURES = Path(__file__).parents[2] / "fixtures"
# authored from the texts: which passage a careful person needs, and what a control without dates must do
AUTHORED = {
    "current": ("standard-v2", "standard-v1"),
    "history": ("standard-v1", "standard-v1"),
    "future": ("standard-v3", "standard-v1"),
    "last-day": ("standard-v2", "standard-v1"),
    "invoice": ("invoice-v1", "invoice-v1"),
    "other-product": ("sampledraw-v1", "standard-v1"),
    "batch-staff": ("batch-v1", "batch-v1"),
    "batch-public": ("nothing", "batch-v1"),
}


@pytest.fixture(scope="module")
def samplenote():
    return load(FIXTURES / "samplenote")


@pytest.fixture(scope="module")
def report(samplenote):
    return check_citations(samplenote)


def test_the_control_is_right_three_times_and_the_filter_eight_times(report):
    """The article's figures, counted from what the rankers returned."""
    assert sum(row.control_right for row in report.questions) == 3
    assert sum(row.filtered_right for row in report.questions) == 8


@pytest.mark.parametrize("name", AUTHORED)
def test_each_question_comes_out_as_authored(report, name):
    row = next(row for row in report.questions if row.query.id == name)
    control, filtered = row.control.passage_ids[:1], row.filtered.passage_ids[:1] or ("nothing",)
    assert (row.expected, *filtered, *control) == (AUTHORED[name][0], *AUTHORED[name])


def test_the_old_policy_wins_because_it_stands_first_in_a_tie(samplenote, report):
    """All three versions share the same words with the question; file order decides, and 30 days come first."""
    row = next(row for row in report.questions if row.query.id == "current")
    assert [hit.passage_id for hit in row.control.hits] == ["standard-v1", "standard-v2", "standard-v3"]
    assert len({hit.score for hit in row.control.hits}) == 1
    backwards = replace(samplenote.corpus, passages=samplenote.corpus.passages[::-1])
    turned = check_citations(replace(samplenote, corpus=backwards))
    first = next(row for row in turned.questions if row.query.id == "current").control.passage_ids[0]
    assert first == "sampledraw-v1"


@pytest.mark.parametrize(
    ("question", "why"),
    [("current", "expired"), ("other-product", "product"), ("batch-public", "role"), ("history", None)],
)
def test_the_control_is_barred_for_the_stated_reason(report, question, why):
    assert next(row for row in report.questions if row.query.id == question).control_barred == why


@pytest.mark.parametrize("fixture", ["samplenote", "answers"])
def test_every_citation_of_our_fixtures_is_decided_as_authored(fixture):
    rows = check_citations(load(FIXTURES / fixture)).citations
    assert rows
    assert [(row.case.id, row.actual) for row in rows] == [(row.case.id, row.case.expected) for row in rows]


def test_one_of_six_citations_is_accepted(report):
    assert [row.case.id for row in report.citations if row.verdict.accepted] == ["good"]
    assert {row.actual for row in report.citations} == {
        "accepted", "expired", "not_yet_effective", "fabricated", "misattributed", "claim_value",
    }  # fmt: skip


def test_the_right_citation_says_where_it_stands(samplenote, report):
    row = next(row for row in report.citations if row.verdict.accepted)
    text = samplenote.corpus.get(row.case.citation.passage_id).text
    assert text[row.verdict.span.start : row.verdict.span.end] == row.case.citation.quote


def test_checks_hold_the_filtered_runs_and_the_citations_and_never_the_control(report):
    checks = report.checks()
    assert [check.group for check in checks] == ["filtered question"] * 8 + ["citation"] * 6
    assert all(check.passed for check in checks)


def test_an_edited_decision_fails_and_names_its_row(samplenote):
    """Another reason than the expected one is a failure too, not only another outcome."""
    edited = [
        replace(case, expected="not_literal") if case.id == "old-policy" else case
        for case in samplenote.citations
    ]
    failed = [
        c for c in check_citations(replace(samplenote, citations=tuple(edited))).checks() if not c.passed
    ]
    assert [(check.name, check.expected, check.actual) for check in failed] == [
        ("old-policy", "not_literal", "expired")
    ]


def test_a_filtered_question_that_finds_what_it_must_refuse_fails(samplenote):
    """Edited expectations: a refusal where there is evidence, and evidence where there is none."""
    qrels = {query: judged for query, judged in samplenote.qrels.items() if query != "current"}
    qrels["batch-public"] = {"batch-v1": 1}
    failed = [c for c in check_citations(replace(samplenote, qrels=qrels)).checks() if not c.passed]
    assert [(check.name, check.expected, check.actual) for check in failed] == [
        ("current", "nothing", "standard-v2"),
        ("batch-public", "batch-v1", "nothing"),
    ]


def test_a_grade_of_zero_requires_nothing(samplenote):
    judged = check_citations(replace(samplenote, qrels=samplenote.qrels | {"batch-public": {"batch-v1": 0}}))
    assert next(row for row in judged.questions if row.query.id == "batch-public").expected == "nothing"


def test_a_question_that_needs_a_clarification_has_no_first_place(samplenote):
    queries = tuple(replace(query, expects=Expects.CLARIFY) for query in samplenote.queries)
    assert check_citations(replace(samplenote, queries=queries)).questions == ()


def test_a_citation_is_judged_against_what_its_own_question_retrieved(samplenote):
    """A ranker that gives nothing leaves every admissible citation outside the bundle."""

    class Silent:
        name = "silent"

        def rank(self, query_text, passages, k):
            return [Hit(passages[-1].id, 1.0)] if passages[-1].id != "standard-v2" else []

    rows = check_citations(samplenote, ranker=Silent()).citations
    assert [row.actual for row in rows if row.case.id == "good"] == ["not_in_bundle"]


def test_a_fixture_without_citations_is_refused():
    with pytest.raises(FixtureError, match="citations are checked from citations.jsonl"):
        check_citations(load(FIXTURES / "peps"))
