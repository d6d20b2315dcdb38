"""Search and fetch under a scope."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import LabError, NotFoundError, ParameterError, ScopeError, SearchError
from labcore.ranking import JaccardRanker
from labcore.records import Corpus, Dimension, Hit, Outcome, Passage, Query, Scope
from labcore.retrieval import Retriever

BLUE = Scope(tenant="blue")
CORPUS = Corpus(
    (
        Passage(id="blue-1", text="upload limit 20 MB", tenant="blue"),
        Passage(id="red-1", text="upload limit", tenant="red"),
        Passage(id="public-1", text="limit of requests", tenant="public"),
        Passage(id="nobody-1", text="upload limit"),
    ),
    frozenset({Dimension.TENANT}),
    "tiny",
)


class Broken:
    """A ranker whose index is gone."""

    name = "broken"

    def rank(self, query_text, passages, k):
        raise ConnectionError("index unreachable")


class Leaking:
    """A ranker that knows more than it was given."""

    name = "leaking"

    def __init__(self, *ids):
        self.ids = ids

    def rank(self, query_text, passages, k):
        return [Hit(name, 1.0) for name in self.ids]


def test_the_best_match_is_excluded_before_ranking():
    """red-1 matches best and never enters the list."""
    run = Retriever(CORPUS, "jaccard").search("upload limit", BLUE)
    assert run.passage_ids == ("blue-1", "public-1")
    assert {(e.passage_id, e.reason.value) for e in run.excluded} == {
        ("red-1", "tenant"),
        ("nobody-1", "tenant"),
    }


def test_the_diagnostic_shows_what_admission_prevents():
    run = Retriever(CORPUS, "jaccard").search_unfiltered("upload limit", 2)
    assert run.passage_ids == ("nobody-1", "red-1")
    assert (run.filtered, run.scope, run.policy_version) == (False, None, "unfiltered")


def test_a_run_records_its_conditions():
    run = Retriever(CORPUS, "jaccard").search(Query(id="q7", text="limit"), BLUE, k=1)
    assert (run.query_id, run.query_text, run.scope, run.ranker, run.k) == ("q7", "limit", BLUE, "jaccard", 1)
    assert run.index_version == CORPUS.version
    assert run.policy_version == "admission-1:tenant"
    assert Dimension.CLOCK in run.unchecked
    assert Dimension.TENANT not in run.unchecked
    assert run.seconds is not None


def test_no_admissible_evidence_is_a_run_that_says_so():
    """A tenant without passages of its own, in a corpus without public ones."""
    corpus = Corpus(CORPUS.passages[:2], CORPUS.dimensions)
    run = Retriever(corpus, "jaccard").search("upload", Scope(tenant="green"))
    assert (run.outcome, run.hits, len(run.excluded)) == (Outcome.NO_ADMISSIBLE_EVIDENCE, (), 2)


def test_admissible_evidence_that_does_not_match_is_another_outcome():
    assert Retriever(CORPUS, "jaccard").search("zebra", BLUE).outcome is Outcome.NOTHING_MATCHED


def test_a_failed_search_raises():
    """An unreachable index is never an empty result."""
    with pytest.raises(
        SearchError, match=r"not the same as finding nothing, got ConnectionError: index unreachable"
    ):
        Retriever(CORPUS, Broken()).search("upload", BLUE)


def test_our_own_errors_pass_through():
    class Refusing(Broken):
        def rank(self, query_text, passages, k):
            raise ParameterError("no such field")

    with pytest.raises(ParameterError, match="no such field"):
        Retriever(CORPUS, Refusing()).search("upload", BLUE)


@pytest.mark.parametrize("ids", [("red-1",), ("absent",), ("blue-1", "public-1")])
def test_a_ranker_cannot_smuggle(ids):
    """A passage that was not given, or more than k, fails the search."""
    with pytest.raises(SearchError, match="a ranker gives at most 1 of the passages"):
        Retriever(CORPUS, Leaking(*ids)).search("upload", BLUE, k=1)


def test_fetch_gives_an_admissible_passage():
    assert Retriever(CORPUS, "jaccard").fetch("public-1", BLUE).text == "limit of requests"


def test_a_guessed_id_reveals_nothing():
    """Forbidden and absent give the same message but for the id that was asked for."""
    retriever = Retriever(CORPUS, "jaccard")
    messages = []
    for name in ("red-1", "absent"):
        with pytest.raises(NotFoundError) as caught:
            retriever.fetch(name, BLUE)
        messages.append(str(caught.value).replace(name, "ID"))
    assert messages[0] == messages[1] == "no passage with this id for this scope, got ID"


@pytest.mark.parametrize("call", ["search", "fetch"])
def test_a_silent_scope_is_refused(call):
    with pytest.raises(ScopeError, match="without tenant"):
        getattr(Retriever(CORPUS, "jaccard"), call)("blue-1", Scope(as_of=date(2026, 1, 1)))


@pytest.mark.parametrize("k", [0, "3", True])
def test_k_is_checked_before_anything_runs(k):
    retriever = Retriever(CORPUS, Broken())
    with pytest.raises(LabError, match="k must be a whole number"):
        retriever.search("upload", BLUE, k)
    with pytest.raises(LabError, match="k must be a whole number"):
        retriever.search_unfiltered("upload", k)


def test_a_plain_corpus_checks_nothing_and_says_so():
    run = Retriever(Corpus(CORPUS.passages), JaccardRanker()).search("upload", Scope())
    assert run.unchecked == tuple(Dimension)
    assert run.policy_version == "admission-1:none"


owners = st.lists(st.sampled_from(["blue", "red", "public", None]), max_size=8)


@given(owners, st.integers(1, 5))
def test_a_list_never_holds_a_forbidden_passage(tenants, k):
    """Whatever the corpus, whatever k, and although every passage matches equally well."""
    passages = tuple(Passage(id=f"p{n}", text="upload", tenant=t) for n, t in enumerate(tenants))
    run = Retriever(Corpus(passages, CORPUS.dimensions), "jaccard").search("upload", BLUE, k)
    allowed = [p.id for p in passages if p.tenant in {"blue", "public"}]
    assert list(run.passage_ids) == allowed[:k]
    assert len(run.excluded) == len(passages) - len(allowed)
