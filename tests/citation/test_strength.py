"""Support is set inclusion on declared scales; every table has a second opinion."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.citation.strength import (
    CONDUCT,
    FREQUENCY,
    OTHER_VALUE,
    Conduct,
    Latitude,
    Support,
    combine,
    compare,
    support,
)
from labcore.errors import RecordError
from labcore.records import Claim, Frequency, Norm, Passage, Polarity

YES, NO = Polarity.AFFIRMED, Polarity.DENIED
S, C, A = Support.SUPPORTED, Support.CONTRADICTED, Support.ABSENT

# Second opinion on frequencies: the share of cases in which the relation holds, in five representative worlds.
WORLDS = (0.0, 0.25, 0.5, 0.75, 1.0)
MEANS = {
    (Frequency.ALWAYS, YES): lambda share: share == 1,
    (Frequency.USUALLY, YES): lambda share: share > 0.5,
    (Frequency.MAY, YES): lambda share: share > 0,
    (Frequency.MAY, NO): lambda share: share < 1,
    (Frequency.USUALLY, NO): lambda share: share < 0.5,
    (Frequency.ALWAYS, NO): lambda share: share == 0,
}
LEVELS = [
    (strength, polarity)
    for strength, polarity in product([*Frequency, *Norm], Polarity)
    if (strength, polarity) != (Norm.MAY, NO)
]


def worlds(level):
    return {share for share in WORLDS if MEANS[level](share)}


def verdict(asserted, claimed):
    if asserted <= claimed:
        return S
    return A if asserted & claimed else C


def said(strength, polarity=YES, value=None, subject="warming", relation="help imports"):
    return Claim(subject=subject, relation=relation, strength=strength, polarity=polarity, value=value)


levels = st.sampled_from(LEVELS)


def test_every_pair_of_frequencies_has_its_row():
    assert set(FREQUENCY) == set(product(MEANS, MEANS))


@pytest.mark.parametrize(("asserted", "claimed"), list(product(MEANS, MEANS)))
def test_the_table_is_what_sets_of_cases_say(asserted, claimed):
    assert FREQUENCY[asserted, claimed] is verdict(worlds(asserted), worlds(claimed))


@pytest.mark.parametrize(
    ("asserted", "claimed", "expected"),
    [
        pytest.param((Frequency.MAY, YES), (Frequency.ALWAYS, YES), A, id="may help is not always helps"),
        pytest.param((Frequency.ALWAYS, YES), (Frequency.MAY, YES), S, id="what always helps may help"),
        pytest.param((Frequency.USUALLY, YES), (Frequency.ALWAYS, YES), A, id="usually is not always"),
        pytest.param((Frequency.ALWAYS, NO), (Frequency.MAY, YES), C, id="what never helps may not help"),
        pytest.param(
            (Frequency.MAY, YES), (Frequency.MAY, NO), A, id="may help says nothing of may not help"
        ),
        pytest.param((Frequency.MAY, NO), (Frequency.ALWAYS, YES), C, id="may not help against always helps"),
    ],
)
def test_frequencies_worked_by_hand(asserted, claimed, expected):
    assert compare(said(*claimed), said(*asserted)) is expected


@pytest.mark.parametrize(
    ("asserted", "claimed", "expected"),
    [
        pytest.param((Norm.MUST, YES), (Norm.MUST, NO), C, id="MUST against MUST NOT"),
        pytest.param((Norm.MUST, YES), (Norm.SHOULD, YES), C, id="SHOULD allows an exception, MUST does not"),
        pytest.param((Norm.SHOULD, YES), (Norm.MUST, YES), C, id="MUST allows none, SHOULD does"),
        pytest.param((Norm.MUST, YES), (Norm.MAY, YES), C, id="MAY is truly optional, MUST is not"),
        pytest.param((Norm.MAY, YES), (Norm.MUST, NO), C, id="optional against forbidden"),
        pytest.param((Norm.SHOULD, NO), (Norm.SHOULD, NO), S, id="SHOULD NOT supports itself"),
    ],
)
def test_norms_worked_by_hand(asserted, claimed, expected):
    assert compare(said(*claimed), said(*asserted)) is expected


def test_the_conduct_of_each_rule_is_that_of_rfc_2119():
    """MUST: no leaving out. SHOULD: leaving out for a good reason. MAY: both free. The denied ones mirror them."""
    assert set(CONDUCT) == {level for level in LEVELS if isinstance(level[0], Norm)}
    assert CONDUCT[Norm.MUST, YES] == Conduct(Latitude.FREE, Latitude.NEVER)
    assert CONDUCT[Norm.SHOULD, YES] == Conduct(Latitude.FREE, Latitude.WITH_REASON)
    for strength in (Norm.MUST, Norm.SHOULD):
        affirmed, denied = CONDUCT[strength, YES], CONDUCT[strength, NO]
        assert (affirmed.doing, affirmed.omitting) == (denied.omitting, denied.doing)


@pytest.mark.parametrize(("asserted", "claimed"), list(product(CONDUCT, CONDUCT)))
def test_a_norm_is_supported_where_the_conduct_is_the_same(asserted, claimed):
    """Second opinion: two rules agree exactly if they allow the same doing and the same leaving out."""
    same = CONDUCT[asserted] == CONDUCT[claimed]
    assert compare(said(*claimed), said(*asserted)) is (S if same else C)


@pytest.mark.parametrize(
    ("asserted", "claimed", "expected"),
    [
        pytest.param(("14", Frequency.ALWAYS, YES), ("14", Frequency.ALWAYS, YES), S, id="the same value"),
        pytest.param(
            ("14", Frequency.ALWAYS, YES), ("14.0", Frequency.ALWAYS, YES), S, id="the same decimal"
        ),
        pytest.param(("14", Frequency.ALWAYS, YES), ("41", Frequency.ALWAYS, YES), C, id="another value"),
        pytest.param(
            ("14", Frequency.ALWAYS, YES), ("41", Frequency.ALWAYS, NO), S, id="never the other value"
        ),
        pytest.param(("14", Frequency.ALWAYS, YES), ("41", Frequency.MAY, YES), C, id="not even sometimes"),
        pytest.param(("14", Frequency.USUALLY, YES), ("41", Frequency.USUALLY, YES), C, id="two majorities"),
        pytest.param(
            ("14", Frequency.USUALLY, YES), ("41", Frequency.MAY, YES), A, id="the rest of the cases"
        ),
        pytest.param(
            ("14", Frequency.MAY, YES), ("41", Frequency.ALWAYS, YES), C, id="sometimes 14, so not always 41"
        ),
        pytest.param(("14", Frequency.ALWAYS, NO), ("41", Frequency.ALWAYS, YES), A, id="what it is not"),
        pytest.param(("14", Norm.MUST, YES), ("41", Norm.MUST, NO), S, id="MUST be 14, so MUST NOT be 41"),
        pytest.param(
            ("14", Norm.MUST, YES), ("41", Norm.MAY, YES), C, id="MUST be 14, so 41 is not optional"
        ),
        pytest.param(("14", Norm.MAY, YES), ("41", Norm.MUST, YES), A, id="MAY be 14 leaves 41 open"),
    ],
)
def test_a_relation_has_one_value_at_a_time(asserted, claimed, expected):
    (known, *level), (value, *wanted) = asserted, claimed
    assert compare(said(*wanted, value=value), said(*level, value=known)) is expected


@pytest.mark.parametrize("level", [level for level in MEANS if level in OTHER_VALUE])
def test_another_value_has_at_most_the_cases_that_are_left(level):
    """Second opinion: shares of two values add up to at most one."""
    left_over = {share for share in WORLDS if any(share + taken <= 1 for taken in worlds(level))}
    if level == (Frequency.MAY, YES):
        left_over.discard(1.0)  # any share above zero is taken, also the ones between the five worlds
    if level == (Frequency.USUALLY, YES):
        left_over.discard(0.5)
    assert worlds(OTHER_VALUE[level]) == left_over


@pytest.mark.parametrize(
    ("claim", "assertion"),
    [
        pytest.param(said(Frequency.ALWAYS, subject="other"), said(Frequency.ALWAYS), id="another subject"),
        pytest.param(said(Frequency.ALWAYS, relation="other"), said(Frequency.ALWAYS), id="another relation"),
        pytest.param(said(Frequency.ALWAYS, subject="Warming"), said(Frequency.ALWAYS), id="another case"),
        pytest.param(said(Frequency.ALWAYS), said(Norm.MUST), id="what must be done is not thereby done"),
        pytest.param(said(Norm.MAY), said(Frequency.ALWAYS), id="what is done is not thereby allowed"),
        pytest.param(said(Frequency.ALWAYS, value="14"), said(Frequency.ALWAYS), id="a value against none"),
        pytest.param(said(Frequency.ALWAYS), said(Frequency.ALWAYS, value="14"), id="none against a value"),
    ],
)
def test_what_is_not_comparable_is_absent(claim, assertion):
    assert compare(claim, assertion) is A


def test_a_passage_speaks_through_its_assertions_and_not_its_text():
    """The words of the claim stand in the text; nothing is declared, so nothing is supported."""
    claim = said(Frequency.ALWAYS)
    silent = Passage(id="p", text="warming: always help imports")
    assert support(claim, silent) is A
    assert support(claim, Passage(id="p", text="", asserts=(claim,))) is S


def test_a_passage_that_contradicts_itself_supports_nothing():
    torn = Passage(id="p", text="", asserts=(said(Frequency.ALWAYS), said(Frequency.ALWAYS, NO)))
    assert [support(said(*level), torn) for level in MEANS] == [C] * 6


@pytest.mark.parametrize(
    ("found", "expected"), [([], A), ([A, A], A), ([A, S], S), ([S, C], C), ([C, S, A], C)]
)
def test_one_contradiction_decides(found, expected):
    assert combine(found) is expected


@given(levels, st.none() | st.sampled_from(["14", "41"]))
def test_every_claim_supports_itself(level, value):
    assert compare(said(*level, value=value), said(*level, value=value)) is S


@given(levels, levels, st.none() | st.just("14"))
def test_contradiction_is_mutual(one, other, value):
    left, right = said(*one, value=value), said(*other, value=value)
    assert (compare(left, right) is C) == (compare(right, left) is C)


@given(levels, levels, levels)
def test_support_is_handed_on(first, second, third):
    """Law: what supports a claim supports everything which that claim would support."""
    one, two, three = said(*first), said(*second), said(*third)
    if compare(two, one) is S and compare(three, two) is S:
        assert compare(three, one) is S


@given(levels, levels, st.lists(st.text(min_size=1).filter(str.strip), min_size=2, max_size=2, unique=True))
def test_words_alone_never_support(one, other, subjects):
    """Law: whatever the levels, another subject is absent; likeness of names plays no part."""
    left, right = said(*one, subject=subjects[0]), said(*other, subject=subjects[1])
    assert compare(left, right) is A


def test_may_not_cannot_be_claimed():
    with pytest.raises(RecordError, match="MAY NOT is not a term"):
        said(Norm.MAY, NO)
