"""Membership is membership, and nothing more."""

from hypothesis import given
from hypothesis import strategies as st

from labcore.citation import Support, cites_only_retrieved, support
from labcore.records import Citation, Claim, Frequency, Hit, Passage, Run

RUN = Run(query_id="q", hits=(Hit("e1", 2.0), Hit("e2", 1.0)))


def cites(*ids):
    return [Citation(passage_id=name, quote="anything") for name in ids]


def test_every_cited_passage_must_have_been_retrieved():
    assert cites_only_retrieved(cites("e2", "e1", "e2"), RUN)
    assert not cites_only_retrieved(cites("e1", "e3"), RUN)
    assert cites_only_retrieved([], RUN)


def test_a_wrong_claim_passes_membership():
    """The article's case: E2 says that an optimisation may help, and is cited for always helps."""
    assertion = Claim(subject="optimisation", relation="help", strength=Frequency.MAY)
    claim = Claim(subject="optimisation", relation="help", strength=Frequency.ALWAYS)
    passage = Passage(id="e2", text="The optimisation may help.", asserts=(assertion,))
    assert cites_only_retrieved(cites("e2"), RUN)
    assert support(claim, passage) is Support.ABSENT


@given(st.lists(st.sampled_from(["e1", "e2", "e3"])), st.lists(st.sampled_from(["e1", "e2", "e3"])))
def test_two_lists_pass_together_exactly_if_each_passes(one, other):
    both = cites_only_retrieved(cites(*one, *other), RUN)
    assert both == (cites_only_retrieved(cites(*one), RUN) and cites_only_retrieved(cites(*other), RUN))
