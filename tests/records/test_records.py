"""Records refuse what breaks their rules as soon as they are made."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import RecordError
from labcore.records import (
    Corpus,
    Dimension,
    Exclusion,
    ExclusionReason,
    Expects,
    Hit,
    NamedCheck,
    Outcome,
    Passage,
    Query,
    Run,
    Scope,
    Split,
    Verdict,
)


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
            lambda: Passage(id="p", text="", title=None), "passage.title must be a text", id="no title"
        ),
        pytest.param(
            lambda: Passage(id="p", text="", source_id=5),
            "passage.source_id must be a text",
            id="a source number",
        ),
        pytest.param(
            lambda: Passage(id="p", text="", supersedes="p0"),
            "passage.supersedes must be a tuple of ids",
            id="one bare string superseded",
        ),
        pytest.param(
            lambda: Passage(id="p", text="", supersedes=[""]),
            "supersedes must be a text",
            id="nothing superseded",
        ),
        pytest.param(
            lambda: Query(id="q", text="?", scope={"tenant": "blue"}),
            "q: query.scope must be a Scope",
            id="a scope that is a dict",
        ),
        pytest.param(
            lambda: Query(id="q", text="?", split="test"),
            "query.split must be one of dev, eval",
            id="a third split",
        ),
        pytest.param(
            lambda: Query(id="q", text="?", expects="guess"),
            "query.expects must be one of answer, clarify, refuse, got 'guess'",
            id="an unknown expectation",
        ),
        pytest.param(lambda: Corpus(("p",)), "corpus: a corpus holds passages, got 'p'", id="no passage"),
        pytest.param(lambda: Corpus((), name=""), "corpus.name must be a text", id="a corpus without name"),
        pytest.param(
            lambda: Corpus((), {"tenent"}),
            "must be one of tenant, role.*got 'tenent'",
            id="a misspelt dimension",
        ),
        pytest.param(lambda: Corpus((), "tenant"), "a set of them, not one text", id="one bare dimension"),
        pytest.param(
            lambda: Exclusion(passage_id="", reason="tenant", detail=""),
            "exclusion.passage_id must be a text",
            id="nobody excluded",
        ),
        pytest.param(
            lambda: Exclusion(passage_id="p", reason="mood", detail=""),
            "exclusion.reason must be one of tenant, .*got 'mood'",
            id="an unknown reason",
        ),
        pytest.param(
            lambda: Run(query_id="", hits=(Hit("p", 1),)),
            "run.query_id must be a text",
            id="a run of no query",
        ),
        pytest.param(
            lambda: Run(query_id="q", hits=("p",)),
            "run.hits must be hits, got 'p'",
            id="an id in place of a hit",
        ),
        pytest.param(
            lambda: Run(query_id="q", hits=None), "run.hits must be hits, got None", id="no hits at all"
        ),
        pytest.param(
            lambda: Run(query_id="q", hits=(), excluded=("p",)),
            "run.excluded must be exclusions",
            id="no exclusion",
        ),
        pytest.param(
            lambda: Run(query_id="q", hits=(Hit("a", 1), Hit("b", 2))),
            r"q: hits stand best first.*got b with 2.0 after 1.0. Give similarities",
            id="worst first",
        ),
        pytest.param(
            lambda: Run(query_id="q", k=1, hits=(Hit("a", 2), Hit("b", 1))),
            "at most its k=1, got 2 hits",
            id="over k",
        ),
        pytest.param(
            lambda: Run(query_id="q", k=-1, hits=(Hit("a", 2),)), "at most its k=-1", id="k below nothing"
        ),
        pytest.param(
            lambda: Run(query_id="q", hits=(Hit("a", 2),), outcome="lost"),
            "run.outcome must be one of found, nothing_matched, no_admissible_evidence",
            id="an unknown outcome",
        ),
        pytest.param(
            lambda: Run(query_id="q", hits=(Hit("a", 2),), searched_at=datetime(2026, 1, 1)),  # noqa: DTZ001
            "run.searched_at must name its time zone",
            id="a moment nowhere",
        ),
        pytest.param(
            lambda: Run(
                query_id="q",
                hits=(Hit("a", 2),),
                excluded=(Exclusion(passage_id="a", reason=ExclusionReason.TENANT, detail=""),),
            ),
            "q: a passage is a hit or excluded, never both, got a",
            id="found and forbidden",
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


def test_plain_texts_of_closed_sets_become_their_members():
    """Else ``split="dev"`` would be equal to Split.DEV and yet never found by it."""
    query = Query(id="q", text="?", split="dev", expects="refuse")
    assert (query.split, query.expects) == (Split.DEV, Expects.REFUSE)
    assert isinstance(query.split, Split)
    assert Corpus((), ["tenant"]).dimensions == {Dimension.TENANT}
    assert isinstance(Run(query_id="q", hits=(Hit("p", 1),), outcome="found").outcome, Outcome)


def test_lists_become_tuples():
    """A record keeps nothing that its maker can still change."""
    supersedes, hits = ["p0"], [Hit("p", 1)]
    passage, run = Passage(id="p", text="", supersedes=supersedes), Run(query_id="q", hits=hits)
    supersedes.append("p1")
    hits.clear()
    assert (passage.supersedes, run.passage_ids) == (("p0",), ("p",))


def test_a_late_duplicate_is_found_in_one_pass():
    """Two hundred thousand hits whose last stands twice: comparing each with each took minutes."""
    hits = [Hit(f"p{n}", -float(n)) for n in range(200_000)]
    with pytest.raises(RecordError, match="at most once, got p199999"):
        Run(query_id="q", hits=(*hits, hits[-1]))


def test_the_version_is_computed_once(monkeypatch):
    """Every retriever asks for it, and it reads every field of every passage."""
    corpus = Corpus((Passage(id="p", text="x"),))
    first = corpus.version
    monkeypatch.setattr("labcore.records.corpus._digest", None)
    assert corpus.version == first


def test_a_named_check_keeps_both_sides():
    check = NamedCheck(group="g", name="n", passed=False, expected="1", actual="2")
    assert (check.expected, check.actual) == ("1", "2")
