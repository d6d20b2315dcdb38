"""The table of reasons is complete, and its order is kept."""

from labcore.citation.reasons import OF_EXCLUSION, RULES_OF
from labcore.records import CitationReason, ExclusionReason


def test_every_reason_has_its_rule_in_order():
    assert list(RULES_OF) == list(CitationReason)


def test_every_rule_says_what_why_here_and_what_next():
    for rule in RULES_OF.values():
        assert rule.means
        assert rule.here
        assert rule.next_step
        assert not rule.next_step.endswith(".")


def test_every_reason_of_admission_is_a_reason_of_citation():
    assert set(OF_EXCLUSION) == set(ExclusionReason)


def test_the_order_of_admission_is_kept():
    """What admission checks later, a citation is refused for later; versions belong to the scope."""
    order = [list(CitationReason).index(OF_EXCLUSION[reason]) for reason in ExclusionReason][:-1]
    assert order == sorted(order)


def test_what_the_asker_may_not_know_is_concealed():
    """Existence is the secret: a source that is invented, foreign or not yet public."""
    concealed = {reason for reason, rule in RULES_OF.items() if rule.concealed}
    assert concealed == {CitationReason.FABRICATED, CitationReason.OUT_OF_SCOPE, CitationReason.NOT_PUBLISHED}
