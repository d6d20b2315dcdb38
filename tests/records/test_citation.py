"""Citations and their expected decisions check themselves when they are made."""

import pytest

from labcore.errors import RecordError
from labcore.records import ACCEPTED, Citation, CitationCase, CitationReason, CitationVerdict, Span

CITATION = Citation(passage_id="p", quote="some words here")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"passage_id": ""}, "citation.passage_id must be a text", id="no passage"),
        pytest.param({"quote": None}, "citation.quote must be a text", id="no quote"),
        pytest.param({"statement": 14}, "citation.statement must be a text", id="a number as statement"),
        pytest.param({"claim_key": " "}, "citation.claim_key must be a text", id="a blank key"),
        pytest.param({"claim_key": "k", "claim_value": ""}, "claim_value must be a text", id="a blank value"),
        pytest.param({"claim_value": "14"}, "names its claim_key", id="a value without a key"),
    ],
)
def test_a_citation_that_breaks_a_rule_is_refused(fields, message):
    with pytest.raises(RecordError, match=message):
        Citation(**({"passage_id": "p", "quote": "q"} | fields))


def test_an_empty_quote_is_data_and_not_wrong_use():
    """A model may quote nothing; the gate refuses that as too short, the record carries it."""
    assert Citation(passage_id="p", quote="").quote == ""


def test_a_citation_has_no_link_of_its_own():
    """Where a source is found is said by the corpus, so there is no field to take it from an answer."""
    assert not {"uri", "url", "link"} & set(Citation.__dataclass_fields__)


@pytest.mark.parametrize("expected", [ACCEPTED, *(reason.value for reason in CitationReason)])
def test_every_decision_may_be_expected(expected):
    assert CitationCase(id="c", query_id="q", citation=CITATION, expected=expected).expected == expected


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"expected": "wrong"}, "expected must be a decision, got wrong", id="not a reason"),
        pytest.param({"expected": ""}, "expected must be a text", id="no decision"),
        pytest.param({"id": ""}, "citation case.id must be a text", id="no id"),
        pytest.param({"query_id": ""}, "citation case.query_id must be a text", id="no question"),
    ],
)
def test_a_case_that_breaks_a_rule_is_refused(fields, message):
    with pytest.raises(RecordError, match=message):
        CitationCase(**({"id": "c", "query_id": "q", "citation": CITATION} | fields))


def test_a_verdict_keeps_the_rules_of_every_verdict():
    """A place is added; an accepted verdict still has no reason."""
    assert CitationVerdict(accepted=True, span=Span(3, 9)).span == Span(3, 9)
    with pytest.raises(RecordError, match="an accepted verdict has no reason"):
        CitationVerdict(accepted=True, reason="expired")
