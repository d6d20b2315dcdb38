"""Search and fetch under a scope."""

from datetime import date
from itertools import count

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.admission import admit, exclusion
from labcore.errors import LabError, NotFoundError, ParameterError, RecordError, ScopeError, SearchError
from labcore.ranking import RANKERS, DenseRanker, HybridRanker, JaccardRanker
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


def named(name):
    ranker = Leaking()
    ranker.name = name
    return ranker


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
    with pytest.raises(SearchError, match=r"leaking: .* from the passages that it was given, got (1|more)"):
        Retriever(CORPUS, Leaking(*ids)).search("upload", BLUE, k=1)


def test_a_smuggled_passage_is_not_named():
    """The error may reach the asker, and ids speak: forbidden and invented ones look the same."""
    messages = set()
    for name in ("red-1", "absent"):
        with pytest.raises(SearchError) as caught:
            Retriever(CORPUS, Leaking(name)).search("upload", BLUE)
        messages.add(str(caught.value))
    assert len(messages) == 1
    assert "red-1" not in messages.pop()


class Answering:
    """A ranker of somebody else, which gives whatever the test wants."""

    name = "theirs"

    def __init__(self, give):
        self.give = give

    def rank(self, query_text, passages, k):
        return self.give(passages)


@pytest.mark.parametrize(
    ("give", "fault"),
    [
        pytest.param(lambda ps: [Hit(ps[0].id, float("nan"))], "must be a finite number", id="NaN"),
        pytest.param(lambda ps: [Hit(ps[0].id, 1.0)] * 2, "got one passage twice", id="a passage twice"),
        pytest.param(lambda ps: [ps[0].id], "got a str that is no hit", id="ids"),
        pytest.param(lambda ps: [(ps[0].id, 1.0)], "got a tuple that is no hit", id="pairs"),
        pytest.param(lambda ps: ps, "got a Passage that is no hit", id="the passages themselves"),
        pytest.param(lambda ps: None, "got TypeError: 'NoneType'", id="nothing"),
        pytest.param(
            lambda ps: [Hit(ps[0].id, 0.1), Hit(ps[1].id, 0.9)],
            "a distance must be turned round",
            id="distances",
        ),
        pytest.param(
            lambda ps: (Hit(ps[0].id, 1.0) for _ in count()), "got more than 2", id="hits without end"
        ),
        pytest.param(lambda ps: ps.clear(), "got AttributeError", id="the list emptied"),
        pytest.param(
            lambda ps: ps.append(CORPUS.get("red-1")), "got AttributeError", id="the list stretched"
        ),
        pytest.param(
            lambda ps: (Hit(ps[0].id, 1 / 0) for _ in "a"), "got ZeroDivisionError", id="a late failure"
        ),
    ],
)
def test_what_a_ranker_may_not_give(give, fault):
    """Each is a failed search, never a run."""
    with pytest.raises(SearchError, match=fault):
        Retriever(CORPUS, Answering(give)).search("upload", BLUE)


@pytest.mark.parametrize(
    "give",
    [
        pytest.param(lambda ps: (Hit(p.id, 1.0) for p in ps), id="a generator"),
        pytest.param(lambda ps: tuple(Hit(p.id, np.float32(1)) for p in ps), id="numpy scores"),
    ],
)
def test_any_iterable_of_hits_will_do(give):
    run = Retriever(CORPUS, Answering(give)).search("upload", BLUE)
    assert run.hits == (Hit("blue-1", 1.0), Hit("public-1", 1.0))
    assert "np." not in run.to_trec()


@pytest.mark.parametrize(
    ("ranker", "message"),
    [
        pytest.param(None, "a ranker is an object with a name and a rank method", id="nothing"),
        pytest.param(JaccardRanker, r"Make one first, such as JaccardRanker\(\)", id="a class"),
        pytest.param(named("two words"), "a ranker's name is one word", id="a name of two words"),
        pytest.param(named(""), "a ranker's name is one word", id="an empty name"),
        pytest.param(named(None), "a ranker's name is one word, .*got None", id="no name"),
    ],
)
def test_a_retriever_takes_rankers_only(ranker, message):
    with pytest.raises(ParameterError, match=message):
        Retriever(CORPUS, ranker)


def test_a_retriever_searches_a_corpus():
    with pytest.raises(ParameterError, match="searches a Corpus, got list"):
        Retriever([], "jaccard")


@pytest.mark.parametrize("query", [None, b"upload", 7, "up\ud800load"])
def test_a_question_is_a_text(query):
    with pytest.raises(RecordError, match="query.text must"):
        Retriever(CORPUS, "jaccard").search(query, BLUE)


@pytest.mark.parametrize("scope", [None, {"tenant": "blue"}, "blue"], ids=repr)
@pytest.mark.parametrize("call", ["search", "fetch"])
def test_a_scope_is_a_scope(call, scope):
    """A dict may come from anywhere; a Scope was made on purpose."""
    with pytest.raises(ScopeError, match="a scope is a Scope, made by trusted code"):
        getattr(Retriever(CORPUS, "jaccard"), call)("blue-1", scope)


def test_an_absent_id_passes_the_gates_as_a_forbidden_one_does(monkeypatch):
    """Else the answer to a guess would come sooner where there is nothing to hide."""
    asked = []
    monkeypatch.setattr(
        "labcore.retrieval.retriever.exclusion", lambda *a, **kw: asked.append(a[1]) or exclusion(*a, **kw)
    )
    for name in ("red-1", "absent"):
        with pytest.raises(NotFoundError):
            Retriever(CORPUS, "jaccard").fetch(name, BLUE)
    assert asked == [BLUE, BLUE]


def test_an_absent_id_is_absent_where_nothing_is_checked():
    with pytest.raises(NotFoundError, match="got absent"):
        Retriever(Corpus(CORPUS.passages), "jaccard").fetch("absent", Scope())


@pytest.mark.parametrize("name", [None, 3, ["blue-1"]], ids=repr)
def test_an_id_that_is_no_text_is_an_absent_one(name):
    with pytest.raises(NotFoundError, match="no passage with this id for this scope"):
        Retriever(CORPUS, "jaccard").fetch(name, BLUE)


def test_one_scope_is_admitted_once(monkeypatch):
    """Many queries under one scope cost one pass over the corpus; another scope costs another."""
    asked = []
    monkeypatch.setattr(
        "labcore.retrieval.retriever.admit", lambda *args, **kw: asked.append(args[1]) or admit(*args, **kw)
    )
    retriever = Retriever(CORPUS, "jaccard")
    red = Scope(tenant="red")
    runs = [retriever.search("upload", scope) for scope in (BLUE, Scope(tenant="blue"), red, BLUE)]
    assert asked == [BLUE, red, BLUE]
    assert [run.passage_ids for run in runs] == [("blue-1",), ("blue-1",), ("red-1",), ("blue-1",)]


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


texts = st.lists(st.sampled_from("abcd"), max_size=4).map(" ".join)
MAKERS = RANKERS | {
    "dense": lambda: DenseRanker(letters),
    "hybrid": lambda: HybridRanker(parts=(RANKERS["bm25"](), DenseRanker(letters))),
}


def letters(batch):
    """Vectors that count letters, so that no model is needed."""
    return np.array([[text.count(letter) for letter in "abcd"] for text in batch], dtype=np.float32)


@pytest.mark.parametrize("name", RANKERS)
@given(texts, st.lists(texts, max_size=5), st.lists(texts, max_size=5))
def test_law_forbidden_passages_move_nothing(name, query, own, foreign):
    """Hits and scores are those of a corpus in which the forbidden passages never were."""
    mine = [Passage(id=f"b{n}", text=text, tenant="blue") for n, text in enumerate(own)]
    theirs = [Passage(id=f"a{n}", text=text, tenant="red") for n, text in enumerate(foreign)]
    alone, beside = Corpus(tuple(mine), CORPUS.dimensions), Corpus((*theirs, *mine), CORPUS.dimensions)
    one, other = (Retriever(corpus, MAKERS[name]()).search(query, BLUE) for corpus in (alone, beside))
    assert (one.hits, one.outcome) == (other.hits, other.outcome)


def test_a_ranker_that_has_seen_everything_scores_as_before():
    """The unfiltered diagnostic fills the ranker's memory; the filtered list after it is unmoved."""
    fresh = Retriever(CORPUS, "bm25").search("upload limit", BLUE).hits
    used = Retriever(CORPUS, "bm25")
    used.search_unfiltered("upload limit")
    assert used.search("upload limit", BLUE).hits == fresh
