"""Claims check themselves when they are made."""

import pytest

from labcore.errors import RecordError
from labcore.records import Claim, Frequency, Norm, Passage, Polarity


def test_a_claim_says_its_parts_in_one_line():
    claim = Claim(subject="deleted note", relation="days kept", value="14")
    assert claim.words == "deleted note: always days kept = 14"


def test_a_denied_claim_says_not():
    claim = Claim(subject="staff", relation="raise the limit", polarity=Polarity.DENIED, strength=Norm.MUST)
    assert claim.words == "staff: not MUST raise the limit"


def test_its_own_words_come_before_its_parts():
    assert Claim(subject="a", relation="b", text="A is b.").words == "A is b."


def test_lower_and_upper_case_may_are_two_strengths():
    """``may`` is a frequency and ``MAY`` a norm; RFC 8174 reads the key words in upper case only."""
    assert Frequency("may") is Frequency.MAY
    assert Norm("MAY") is Norm.MAY
    assert Frequency.MAY != Norm.MAY


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"subject": " "}, "claim.subject must be a text", id="a blank subject"),
        pytest.param({"relation": ""}, "claim.relation must be a text", id="no relation"),
        pytest.param({"value": 14}, "claim.value must be a text", id="a number as value"),
        pytest.param({"value": ""}, "claim.value must be a text", id="an empty value"),
        pytest.param({"text": None}, "claim.text must be a text", id="no words at all"),
        pytest.param(
            {"polarity": "yes"}, "polarity must be affirmed or denied", id="a polarity of one's own"
        ),
        pytest.param({"strength": "must"}, "MUST, SHOULD or MAY", id="a key word in lower case"),
        pytest.param(
            {"strength": Norm.MAY, "polarity": Polarity.DENIED}, "MAY NOT is not a term", id="may not"
        ),
    ],
)
def test_a_claim_that_breaks_a_rule_is_refused(fields, message):
    with pytest.raises(RecordError, match=message):
        Claim(**({"subject": "a", "relation": "b"} | fields))


@pytest.mark.parametrize("asserts", ["a: b", [("a", "b")], None])
def test_a_passage_asserts_claims_and_nothing_else(asserts):
    with pytest.raises(RecordError, match="passage.asserts must be claims"):
        Passage(id="p", text="", asserts=asserts)
