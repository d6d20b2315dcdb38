"""Proposed answers at the gates."""

from dataclasses import replace
from pathlib import Path

import pytest

from labcore.citation import Support
from labcore.errors import NotFoundError
from labcore.experiments.gates import _GATES, NEXT_STEPS, as_checks, trace
from labcore.fixture import load
from labcore.records import CitationReason, Dimension, ExclusionReason, GateName, Hit

FIXTURE = Path(__file__).parents[2] / "fixtures" / "gates"


class FirstThree:
    """Stands in for a ranker: the first k passages in file order, so that no model is needed."""

    name = "first"

    def rank(self, query_text, passages, k):
        return [Hit(passage.id, float(-place)) for place, passage in enumerate(passages[:k])]


@pytest.fixture(scope="module")
def gates():
    return load(FIXTURE)


def journey(gates, name):
    return next(journey for journey in gates.journeys if journey.id == name)


def test_each_answer_stops_where_its_author_said(gates):
    """All of them, with everything admissible in the bundle but the one passage that must be missing."""

    class AllButMaintenance(FirstThree):
        def rank(self, query_text, passages, k):
            return super().rank(query_text, [p for p in passages if p.id != "public-maintenance"], k)

    checks = as_checks(tuple(trace(gates, one, AllButMaintenance(), k=9) for one in gates.journeys))
    assert [check.name for check in checks if not check.passed] == []
    assert len(checks) == 11


@pytest.mark.parametrize("gate", list(GateName))
def test_some_answer_stops_at_each_gate(gates, gate):
    """The tour shows every gate refusing at least once."""
    assert any(one.stops_at is gate for one in gates.journeys)


def test_no_gate_is_asked_after_a_refusal(gates):
    """The forbidden answer has a perfect quote and is never cited, supported or checked."""
    found = trace(gates, journey(gates, "forbidden"), FirstThree())
    assert [step.passed for step in found.steps] == [False, None, None, None, None]
    assert found.refusal is found.steps[0]


def test_an_accepted_answer_passes_every_gate(gates):
    found = trace(gates, journey(gates, "right"), FirstThree())
    assert [step.passed for step in found.steps] == [True] * 5
    assert found.refusal is None


@pytest.mark.parametrize(
    ("dimensions", "sentence"),
    [
        pytest.param(
            {"tenant", "clock"}, "may be read by this asker, and is in force on 2026-11-30", id="as declared"
        ),
        pytest.param({"tenant"}, "may be read by this asker", id="readers alone"),
        pytest.param({"clock"}, "is in force on 2026-11-30", id="clocks alone"),
        pytest.param(
            set(), "is in the corpus; no dimension is declared, so nothing was checked", id="a plain folder"
        ),
    ],
)
def test_admission_says_what_it_checked_and_nothing_else(gates, dimensions, sentence):
    corpus = replace(gates.corpus, dimensions=frozenset(map(Dimension, dimensions)))
    right = journey(gates, "right")
    first = trace(replace(gates, corpus=corpus), right, FirstThree(), k=9).steps[0]
    assert first.detail == f"{right.citation.passage_id} {sentence}"


def test_admission_names_the_dimensions_that_a_question_means(gates):
    """Every passage and the question are given the same product, kind of record and version."""
    meant = {"product": "notes", "record_type": "rule"}
    passages = tuple(replace(one, **meant) for one in gates.corpus)
    corpus = replace(gates.corpus, passages=passages, dimensions={Dimension.PRODUCT, Dimension.RECORD_TYPE})
    queries = tuple(replace(one, scope=replace(one.scope, **meant)) for one in gates.queries)
    right = journey(gates, "right")
    first = trace(replace(gates, corpus=corpus, queries=queries), right, FirstThree(), k=9).steps[0]
    assert first.detail == f"{right.citation.passage_id} has the question's product and record type"


def test_without_a_fact_the_last_gate_abstains(gates):
    """Nothing to compare with is neither right nor wrong."""
    right = replace(journey(gates, "right"), candidate=None, fact_id=None)
    last = trace(gates, right, FirstThree()).steps[-1]
    assert (last.passed, last.detail) == (None, "no fact was written down to compare with")


def test_a_ranker_decides_the_bundle_and_nothing_else(gates):
    """The right answer is refused where its passage was not retrieved, and says so."""

    class Nothing(FirstThree):
        def rank(self, query_text, passages, k):
            return []

    refusal = trace(gates, journey(gates, "right"), Nothing()).refusal
    assert refusal is not None
    assert (refusal.gate, refusal.reason) == (GateName.RANKED, "not_in_bundle")
    assert "retrieved nothing" in refusal.detail


def test_a_wrong_expectation_is_a_failed_check(gates):
    """The report cannot pass by itself."""
    wrong = replace(journey(gates, "right"), stops_at=GateName.CITED, reason="not_literal")
    (check,) = as_checks((trace(gates, wrong, FirstThree()),))
    assert (check.passed, check.expected, check.actual) == (False, "cited: not_literal", "accepted")


def test_the_tables_are_complete():
    """Every gate has its function, and every reason of admission and support its next decision."""
    assert list(_GATES) == list(GateName)
    of_support = {verdict.value for verdict in Support if verdict is not Support.SUPPORTED}
    own = {"no_such_passage", CitationReason.NOT_IN_BUNDLE.value}
    assert set(NEXT_STEPS) == {reason.value for reason in ExclusionReason} | of_support | own


def test_a_question_that_is_not_there_is_named(gates):
    with pytest.raises(NotFoundError, match="no query with this id, got elsewhere"):
        trace(gates, replace(journey(gates, "right"), query_id="elsewhere"), FirstThree())
