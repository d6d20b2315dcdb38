"""A citation is refused for the first reason in a fixed order, and every reason is told."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.citation import for_asker, validate
from labcore.errors import ScopeError
from labcore.records import (
    Citation,
    CitationReason,
    Claim,
    Corpus,
    Dimension,
    Hit,
    Outcome,
    Passage,
    Run,
    Scope,
    Span,
    Verdict,
)

JAN, JULY = date(2026, 1, 1), date(2026, 7, 1)
RULE = "Standard records are kept for {} days after deletion, then erased."


def passage(name, days, **fields):
    kept = Claim(subject="standard record", relation="days kept", value=days)
    clocks = {"published_at": JAN, "effective_from": JAN}
    base = {"tenant": "blue", "product": "notes", "asserts": (kept,), "text": RULE.format(days)}
    return Passage(id=name, **(clocks | base | fields))


CORPUS = Corpus(
    (
        passage("current", "14"),
        passage(
            "old", "30", effective_from=date(2025, 1, 1), effective_until=JAN, published_at=date(2025, 1, 1)
        ),
        passage("coming", "7", effective_from=date(2027, 1, 1)),
        passage("secret", "21", published_at=date(2026, 12, 1), effective_from=date(2027, 1, 1)),
        passage("undated", "28", effective_from=None),
        passage("red", "60", tenant="red"),
        passage("other-product", "45", product="draw"),
        passage("unread", "90", text="Backups are kept for 90 days in a second place."),
        passage("helpdesk", "2", text="Ask the helpdesk within two days of the incident."),
        passage(
            "curly",
            "14",
            text="The \u201cgrace period\u201d of the user\u2019s notes is 14 days \u2014 never more.",
        ),
        passage(
            "japanese",
            "14",
            text="\u6a19\u6e96\u8a18\u9332\u306e\u4fdd\u5b58\u671f\u9593\u306f\u5341\u56db\u65e5\u3067\u3059\u3002",
        ),
    ),
    frozenset({Dimension.TENANT, Dimension.PRODUCT, Dimension.CLOCK}),
)
SCOPE = Scope(tenant="blue", product="notes", as_of=JULY)
RUN = Run(query_id="q", hits=tuple(Hit(name, 1.0) for name in ("current", "helpdesk", "curly", "japanese")))
GOOD = Citation(
    passage_id="current",
    quote="Standard records are kept for 14 days",
    claim_key="days kept",
    claim_value="14",
    statement="They stay for 14 days.",
)


def judged(run=RUN, scope=SCOPE, **fields):
    return validate(replace(GOOD, **fields), CORPUS, scope, run)


def test_a_right_citation_is_accepted_with_the_place_of_its_quote():
    verdict = judged()
    assert verdict.accepted
    assert verdict.span == Span(0, 37)
    assert verdict.detail == "stands literally in current at 0 to 37"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        pytest.param({"passage_id": "invented"}, "fabricated", id="a source that does not exist"),
        pytest.param({"passage_id": "red"}, "out_of_scope", id="another tenant's"),
        pytest.param({"passage_id": "other-product"}, "out_of_scope", id="another product's"),
        pytest.param({"passage_id": "secret"}, "not_published", id="not public on that day"),
        pytest.param({"passage_id": "coming"}, "not_yet_effective", id="a future version"),
        pytest.param({"passage_id": "undated"}, "not_yet_effective", id="a version without a first day"),
        pytest.param({"passage_id": "old"}, "expired", id="an expired version"),
        pytest.param({"passage_id": "unread"}, "not_in_bundle", id="admissible and not retrieved"),
        pytest.param({"quote": "14 days"}, "too_short", id="two words"),
        pytest.param({"quote": ""}, "too_short", id="no words"),
        pytest.param(
            {"quote": "within two days of the incident"}, "misattributed", id="words of another passage"
        ),
        pytest.param({"quote": RULE.format(30)}, "misattributed", id="words of the expired version"),
        pytest.param(
            {"quote": "Standard records are kept within two days of the incident"},
            "stitched",
            id="words of two passages",
        ),
        pytest.param(
            {"quote": "Standard records are kept for 41 days"},
            "not_literal",
            id="14 turned into 41 in the quote",
        ),
        pytest.param({"quote": "standard Records are kept for 14 days"}, "not_literal", id="another case"),
        pytest.param({"claim_key": "days shown"}, "claim_key", id="another relation"),
        pytest.param({"claim_value": "41"}, "claim_value", id="14 turned into 41 in the value"),
        pytest.param(
            {"statement": "They stay for 41 days."}, "number_altered", id="14 turned into 41 beside the quote"
        ),
    ],
)
def test_each_fault_has_its_own_reason(fields, reason):
    verdict = judged(**fields)
    assert (verdict.accepted, verdict.reason) == (False, reason)
    assert verdict.next_step


@pytest.mark.parametrize(
    ("passage_id", "quote"),
    [
        pytest.param("curly", 'The "grace period" of the user\'s notes', id="straight quotes for curly ones"),
        pytest.param("curly", "notes is 14 days - never more", id="a hyphen for a dash"),
        pytest.param(
            "japanese", "\u8a18\u9332\u306e\u4fdd\u5b58\u671f\u9593\u306f\u5341\u56db\u65e5", id="Japanese"
        ),
        pytest.param("current", "Standard records\n are kept for 14 days", id="another line break"),
    ],
)
def test_a_literal_quote_in_any_script_is_accepted(passage_id, quote):
    assert judged(passage_id=passage_id, quote=quote, statement="").accepted


def test_every_reason_can_come_first():
    """The cases above reach the whole table; a reason that nothing gives would be a dead row."""
    marks = test_each_fault_has_its_own_reason.pytestmark[0].args[1]
    assert {case.values[1] for case in marks} == {reason.value for reason in CitationReason}


def test_all_reasons_are_told_in_order():
    """An expired version, not retrieved, with a wrong value and a wrong number beside it."""
    verdict = judged(passage_id="old", quote=RULE.format(30), claim_value="41", statement="41 days")
    assert verdict.reasons == ("expired", "not_in_bundle", "claim_value", "number_altered")


@given(
    st.sampled_from([one.id for one in CORPUS] + ["invented"]),
    st.sampled_from(
        ["", "14 days", RULE.format(14), RULE.format(30), RULE.format(41), "within two days of the incident"]
    ),
    st.sampled_from([None, "days kept", "days shown"]),
    st.sampled_from(["", "14", "41"]),
)
def test_reasons_always_keep_the_order_of_the_table(passage_id, quote, key, number):
    """Law: whatever is wrong, the reasons are those of the table, in its order, each once."""
    value = number if key and number else None
    verdict = validate(
        Citation(passage_id=passage_id, quote=quote, claim_key=key, claim_value=value, statement=number),
        CORPUS,
        SCOPE,
        RUN,
    )
    order = list(CitationReason)
    places = [order.index(CitationReason(reason)) for reason in verdict.reasons]
    assert places == sorted(set(places))


def test_an_unfiltered_run_holds_no_evidence():
    verdict = judged(run=replace(RUN, filtered=False))
    assert verdict.reason == "not_in_bundle"
    assert "unfiltered diagnostic" in verdict.detail


def test_an_empty_run_holds_no_evidence():
    empty = Run(query_id="q", hits=(), outcome=Outcome.NO_ADMISSIBLE_EVIDENCE)
    assert (judged(run=empty).reason, judged(run=empty).expected) == ("not_in_bundle", "nothing")


def test_a_scope_without_a_declared_dimension_is_refused():
    with pytest.raises(ScopeError, match="a scope without clock"):
        judged(scope=replace(SCOPE, as_of=None))


def test_the_day_asked_about_decides_and_not_today():
    """The same citation of the old version is right for a question about its own time."""
    scope = replace(SCOPE, as_of=date(2025, 6, 1))
    run = replace(RUN, hits=(Hit("old", 1.0),))
    assert judged(
        run, scope, passage_id="old", quote=RULE.format(30), claim_value="30", statement=""
    ).accepted


def test_a_value_is_not_compared_where_none_is_claimed():
    assert judged(claim_value=None).accepted
    assert judged(claim_value=None, claim_key=None).accepted


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        pytest.param(RULE.format(41), "the words do not stand in current", id="simply not there"),
        pytest.param(
            "Standard records are kept for 1\u200b4 days", "the invisible U+200B", id="hidden characters"
        ),
    ],
)
def test_the_detail_of_a_quote_that_is_not_literal(quote, words):
    assert words in judged(quote=quote).detail


@pytest.mark.parametrize(
    "quote",
    [
        pytest.param(RULE.format(60), id="words of another tenant"),
        pytest.param(RULE.format(21), id="words of an unpublished passage"),
    ],
)
def test_a_passage_that_the_asker_may_not_know_of_is_never_named(quote):
    """The words stand in a hidden passage; saying so would reveal it, so they stand nowhere."""
    verdict = judged(quote=quote, claim_key=None, claim_value=None, statement="")
    assert verdict.reason == "not_literal"
    assert "red" not in verdict.detail
    assert "secret" not in verdict.detail


def test_words_of_another_product_may_be_named():
    """Another product's public rule is no secret, only not evidence here."""
    assert judged(quote=RULE.format(45)).detail == "the words stand in other-product, not in current"


@given(
    st.sampled_from(["red", "secret", "other-product", "invented", "red-2"]),
    st.text(max_size=20),
    st.text(max_size=20),
)
def test_the_asker_cannot_tell_a_forbidden_source_from_an_absent_one(passage_id, quote, statement):
    """Law: whatever is quoted, trying ids of sources that are not for the asker tells nothing."""
    tried = Citation(passage_id=passage_id, quote=quote, statement=statement)
    absent = replace(tried, passage_id="no-such-source")
    shown = [for_asker(validate(one, CORPUS, SCOPE, RUN)) for one in (tried, absent)]
    assert shown[0] == shown[1]
    assert shown[0].reason == "not_available"


def test_the_asker_sees_other_reasons_without_the_details():
    shown = for_asker(judged(claim_value="41"))
    assert (shown.reason, shown.got, shown.span) == ("claim_value", None, None)
    assert shown.detail == "the passage declares another value for this relation"
    assert shown.reasons == ("claim_value",)


def test_the_asker_sees_that_a_citation_stands():
    assert for_asker(judged()).accepted
    assert for_asker(Verdict(accepted=True)).span is None
