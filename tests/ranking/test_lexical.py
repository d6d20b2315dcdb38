"""Word rankers against hand-worked scores and BM25's formula."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError
from labcore.ranking import Bm25Ranker, JaccardRanker, TokenOverlapRanker
from labcore.records import Passage

CORPUS = [
    Passage(id="b", text="upload limit is twenty"),
    Passage(id="a", text="storage limit is large large"),
    Passage(id="c", text="nothing shared here"),
]


def test_jaccard_is_shared_over_all():
    """{upload, limit} against b: 2 of 4 words; against a: 1 of {upload, limit, storage, is, large} = 1/5."""
    hits = JaccardRanker().rank("upload limit", CORPUS, 3)
    assert [(hit.passage_id, hit.score) for hit in hits] == [("b", 2 / 4), ("a", 1 / 5)]


def test_token_overlap_breaks_ties_by_file_order():
    """Limit and is are shared with both, so the file's first wins although its id is later."""
    hits = TokenOverlapRanker().rank("is limit", CORPUS, 3)
    assert [(hit.passage_id, hit.score) for hit in hits] == [("b", 2.0), ("a", 2.0)]


def bm25_by_hand(query: str, corpus: list[Passage], k1: float = 1.5, b: float = 0.75) -> dict[str, float]:
    """Lucene's form: idf = ln(1 + (N - n + 0.5) / (n + 0.5)), tf / (tf + k1 (1 - b + b len / mean))."""
    words = {passage.id: passage.text.split() for passage in corpus}
    mean = sum(map(len, words.values())) / len(words)
    total = {}
    for name, document in words.items():
        score = 0.0
        for word in query.split():
            n = sum(word in other for other in words.values())
            tf = document.count(word)
            if tf:
                idf = math.log(1 + (len(words) - n + 0.5) / (n + 0.5))
                score += idf * tf / (tf + k1 * (1 - b + b * len(document) / mean))
        if score:
            total[name] = score
    return total


@pytest.mark.parametrize("query", ["upload", "large limit", "limit is twenty", "limit unknown"])
def test_bm25_equals_its_formula(query):
    """A second implementation from the formula agrees to float32."""
    found = {hit.passage_id: hit.score for hit in Bm25Ranker().rank(query, CORPUS, 3)}
    assert found == pytest.approx(bm25_by_hand(query, CORPUS), rel=1e-6)


@pytest.mark.parametrize(
    "ranker", [JaccardRanker(), TokenOverlapRanker(), Bm25Ranker()], ids=lambda r: r.name
)
@pytest.mark.parametrize("query", ["", "zebra", "!!!"])
def test_a_passage_that_shares_no_word_is_no_hit(ranker, query):
    assert ranker.rank(query, CORPUS, 3) == []


@pytest.mark.parametrize(
    "ranker", [JaccardRanker(), TokenOverlapRanker(), Bm25Ranker()], ids=lambda r: r.name
)
@pytest.mark.parametrize("corpus", [[], [Passage(id="p", text="")], [Passage(id="p", text="...")]])
def test_a_corpus_without_words_gives_no_hit(ranker, corpus):
    assert ranker.rank("limit", corpus, 3) == []


@pytest.mark.parametrize(
    "changed", [{"k1": -1}, {"k1": float("nan")}, {"k1": float("inf")}, {"b": 9}, {"b": -0.1}]
)
def test_bm25_refuses_parameters_out_of_range(changed):
    """NaN would score nothing above 0, and a failed search would look like an empty one."""
    with pytest.raises(ParameterError, match="BM25 takes k1 from 0 and b from 0 to 1, got k1="):
        Bm25Ranker(**changed)


words = st.lists(st.sampled_from("abcd"), max_size=5).map(" ".join)


@given(words, st.lists(words, max_size=6), st.sampled_from([JaccardRanker, Bm25Ranker]), st.randoms())
def test_the_order_of_the_file_changes_nothing(query, texts, ranker, random):
    """Jaccard and BM25 give one ranking however the passages are shuffled."""
    corpus = [Passage(id=f"p{n}", text=text) for n, text in enumerate(texts)]
    shuffled = random.sample(corpus, len(corpus))
    assert _rounded(ranker().rank(query, corpus, 3)) == _rounded(ranker().rank(query, shuffled, 3))


@given(words, st.lists(words, max_size=6), st.integers(1, 7))
def test_the_index_of_words_equals_comparing_sets(query, texts, k):
    """A second implementation, set by set, of both simple baselines."""
    corpus = [Passage(id=f"p{len(texts) - n}", text=text) for n, text in enumerate(texts)]
    asked = set(query.split())
    sets = [
        (passage.id, asked & set(passage.text.split()), asked | set(passage.text.split()))
        for passage in corpus
    ]
    jaccard = sorted((-len(both) / len(either), name) for name, both, either in sets if both)[:k]
    overlap = sorted(((-len(both), n, name) for n, (name, both, _) in enumerate(sets) if both))[:k]
    found = JaccardRanker().rank(query, corpus, k)
    assert [(-hit.score, hit.passage_id) for hit in found] == jaccard
    assert [hit.passage_id for hit in TokenOverlapRanker().rank(query, corpus, k)] == [
        name for *_, name in overlap
    ]


@pytest.mark.parametrize("ranker", [JaccardRanker(), TokenOverlapRanker()], ids=lambda r: r.name)
def test_a_ranker_of_words_serves_one_corpus_after_another(ranker):
    """What was kept of the first corpus answers nothing about the second."""
    first, second = (
        [Passage(id="a", text="limit")],
        [Passage(id="b", text="storage limit"), Passage(id="c", text="x")],
    )
    found = [[hit.passage_id for hit in ranker.rank("limit", corpus, 3)] for corpus in (first, second, first)]
    assert found == [["a"], ["b"], ["a"]]


def _rounded(hits):
    return [(hit.passage_id, round(hit.score, 5)) for hit in hits]
