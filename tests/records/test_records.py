"""Records refuse what breaks their rules as soon as they are made."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import RecordError
from labcore.records import Corpus, Dimension, Hit, NamedCheck, Outcome, Passage, Query, Run, Scope, Verdict


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(lambda: Scope(tenant=" "), "scope.tenant must be a text", id="a blank tenant"),
        pytest.param(
            lambda: Scope(roles=frozenset()), "scope.roles must be a set of labels", id="no roles at all"
        ),
        pytest.param(
            lambda: Scope(roles="staff"), "scope.roles must be a set of labels", id="one bare string"
        ),
        pytest.param(lambda: Scope(roles={""}), "scope.roles must be a text", id="an empty role"),
        pytest.param(lambda: Scope(as_of="2026-01-01"), "scope.as_of must be a date", id="a date as text"),
        pytest.param(
            lambda: Scope(as_of=datetime(2026, 1, 1, tzinfo=UTC)), "scope.as_of must be a date", id="a moment"
        ),
        pytest.param(
            lambda: Passage(id="", text="x"), "passage.id must be a text", id="a passage without id"
        ),
        pytest.param(
            lambda: Passage(id="p", text=None), "passage.text must be a text", id="a passage without text"
        ),
        pytest.param(
            lambda: Query(id="q", text=3), "query.text must be a text", id="a query that is a number"
        ),
        pytest.param(lambda: Query(id="", text="?"), "query.id must be a text", id="a query without id"),
        pytest.param(
            lambda: Hit("p", float("nan")), "hit.score must be a finite number", id="a score that is NaN"
        ),
        pytest.param(
            lambda: Hit("p", float("inf")), "hit.score must be a finite number", id="an infinite score"
        ),
        pytest.param(
            lambda: Run(query_id="q", hits=(Hit("p", 1), Hit("p", 0))),
            "each passage at most once, got p",
            id="a hit twice",
        ),
        pytest.param(
            lambda: Run(query_id="q", hits=()), "a run with 0 hits cannot", id="found without a hit"
        ),
        pytest.param(
            lambda: Run(query_id="q", hits=(Hit("p", 1),), outcome=Outcome.NOTHING_MATCHED),
            "a run with 1 hits cannot",
            id="nothing matched with a hit",
        ),
        pytest.param(
            lambda: Run(query_id="a b", hits=(Hit("p", 1),)).to_trec(),
            "no white space",
            id="a TREC name with a blank",
        ),
        pytest.param(
            lambda: Corpus((Passage(id="p", text=""), Passage(id="p", text=""))),
            "unique in a corpus",
            id="an id twice",
        ),
        pytest.param(
            lambda: Verdict(accepted=True, reason="value"), "has no reason", id="accepted with a reason"
        ),
        pytest.param(lambda: Verdict(accepted=False, reason="value"), "names its reason", id="no next step"),
        pytest.param(
            lambda: Verdict(accepted=False, reason="b", next_step="x", reasons=("a", "b")),
            "first of its reasons",
            id="order",
        ),
    ],
)
def test_a_record_refuses(make, message):
    with pytest.raises(RecordError, match=message):
        make()


@pytest.mark.parametrize("days", [0, -1])
def test_an_interval_ends_after_it_starts(days):
    """An end on the first day would leave no day in force."""
    start = date(2026, 3, 1)
    with pytest.raises(RecordError, match="later than effective_from"):
        Passage(
            id="p", text="", effective_from=start, effective_until=date.fromordinal(start.toordinal() + days)
        )


def test_a_passage_is_its_own_source_unless_told_otherwise():
    assert Passage(id="p", text="").source_id == "p"


def test_scope_states_only_what_was_given():
    """as_of answers for the clock, roles for role, versions for version."""
    stated = Scope(tenant="blue", as_of=date(2026, 1, 1))
    assert {d for d in Dimension if stated.states(d)} == {Dimension.TENANT, Dimension.CLOCK}


def test_trec_lines_count_ranks_from_one():
    run = Run(query_id="q", hits=(Hit("b", 0.5), Hit("a", 0.25)), ranker="bm25")
    assert run.to_trec() == "q Q0 b 1 0.5 bm25\nq Q0 a 2 0.25 bm25\n"


@given(st.text(min_size=1), st.text(min_size=1))
def test_the_version_of_a_corpus_follows_its_text(one, other):
    """Two corpora have one version exactly when their passages are equal."""
    a, b = (Corpus((Passage(id="p", text=text),)) for text in (one, other))
    assert (a.version == b.version) == (one == other)


def test_a_named_check_keeps_both_sides():
    check = NamedCheck(group="g", name="n", passed=False, expected="1", actual="2")
    assert (check.expected, check.actual) == ("1", "2")
