"""Answers and the cases that ask for them check themselves when they are made."""

import pytest

from labcore.errors import RecordError
from labcore.records import (
    AnswerCase,
    Answered,
    BundleCase,
    BundleKind,
    Citation,
    Claim,
    Clarify,
    Expects,
    Insufficient,
)

CLAIM = Claim(subject="a", relation="b")
REFUSAL = {"id": "b", "kind": BundleKind.INCOMPLETE, "passage_ids": ("p",), "expects": {Expects.REFUSE}}


def test_lists_become_tuples():
    answer = Answered(claims=[CLAIM], citations=[Citation(passage_id="p", quote="q")])
    assert (answer.claims, len(answer.citations)) == ((CLAIM,), 1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(lambda: Answered(claims=()), "at least one claim", id="an answer that says nothing"),
        pytest.param(lambda: Answered(claims=["a"]), "claims must be claims", id="claims as texts"),
        pytest.param(
            lambda: Answered(claims=(CLAIM,), citations=["p"]), "must be citations", id="citations as texts"
        ),
        pytest.param(
            lambda: Answered(claims=(CLAIM,), citations=None), "must be citations", id="no citations at all"
        ),
        pytest.param(lambda: Clarify(question=""), "clarify.question must be a text", id="no question"),
        pytest.param(lambda: Insufficient(why=" "), "insufficient.why must be a text", id="no reason"),
    ],
)
def test_an_answer_that_breaks_a_rule_is_refused(make, message):
    with pytest.raises(RecordError, match=message):
        make()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"id": ""}, "bundle.id must be a text", id="no id"),
        pytest.param({"passage_ids": ("p", "p")}, "names each passage once", id="a passage twice"),
        pytest.param({"expects": ()}, "bundle.expects must be a set", id="nothing expected"),
        pytest.param({"expects": {Expects.ANSWER}}, "requires claims exactly", id="an answer without claims"),
        pytest.param({"claims": (CLAIM,)}, "requires claims exactly", id="a refusal with claims"),
    ],
)
def test_a_bundle_that_breaks_a_rule_is_refused(fields, message):
    with pytest.raises(RecordError, match=message):
        BundleCase(**(REFUSAL | fields))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"id": ""}, "answer case.id must be a text", id="no id"),
        pytest.param({"query_id": ""}, "answer case.query_id must be a text", id="no question"),
        pytest.param({"paraphrases": ("",)}, "answer case.paraphrases must be a text", id="a blank wording"),
        pytest.param({"bundles": ()}, "bundles with ids of their own", id="no bundle"),
        pytest.param(
            {"bundles": (BundleCase(**REFUSAL), BundleCase(**REFUSAL))}, "ids of their own", id="one id twice"
        ),
    ],
)
def test_a_case_that_breaks_a_rule_is_refused(fields, message):
    with pytest.raises(RecordError, match=message):
        AnswerCase(**({"id": "c", "query_id": "q", "bundles": (BundleCase(**REFUSAL),)} | fields))
