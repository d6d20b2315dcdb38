"""Scores between texts, by hand and beside another library."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

from labcore.judging import Statement, number_grounding, quoted_spans, rouge_l, token_overlap
from labcore.records import Passage, Proposition

NOBODY = Proposition(id="p")


def score(function, said, wanted="", source=""):
    texts = [Statement(proposition=NOBODY, text=text) for text in (said, wanted)]
    return function(*texts, Passage(id="P", text=source))


@pytest.mark.parametrize(
    ("said", "source", "share"),
    [
        pytest.param("a b c d", "b d x", 2 / 4, id="b and d of four"),
        pytest.param("a a b", "a", 1 / 2, id="repeats count once: a of a and b"),
        pytest.param("20 MB", "20 mb", 1, id="case is folded"),
        pytest.param("", "a", 0, id="no words"),
        pytest.param("a", "", 0, id="no source"),
    ],
)
def test_overlap_is_the_share_of_words_in_the_passage(said, source, share):
    assert score(token_overlap, said, source=source) == share


def test_overlap_reads_the_title_as_well():
    texts = [Statement(proposition=NOBODY, text="files")] * 2
    assert token_overlap(*texts, Passage(id="P", text="x", title="Files")) == 1


@pytest.mark.parametrize(
    ("said", "wanted", "measure"),
    [
        pytest.param("a b c d", "a c d e", 2 * 3 / 8, id="a c d in 4 and 4 words"),
        pytest.param("a b", "b a", 2 * 1 / 4, id="order matters: one of two"),
        pytest.param("a b c", "a b c", 1, id="the same"),
        pytest.param("a", "b", 0, id="nothing in common"),
        pytest.param("", "a", 0, id="no candidate"),
        pytest.param("a", "", 0, id="nothing expected"),
    ],
)
def test_rouge_l_is_the_measure_of_the_common_subsequence(said, wanted, measure):
    assert score(rouge_l, said, wanted) == pytest.approx(measure)


@pytest.mark.parametrize(
    ("said", "source", "share"),
    [
        pytest.param("x a b c y", "a b c", 3 / 5, id="a run of three among five words"),
        pytest.param("a b c d", "z a b c d", 1, id="two runs that overlap"),
        pytest.param("a b x c", "a b c", 0, id="no run of three"),
        pytest.param("a b", "a b", 0, id="two words are no quotation"),
        pytest.param("", "a b c", 0, id="no words"),
    ],
)
def test_spans_are_runs_of_three_words_of_the_passage(said, source, share):
    assert score(quoted_spans, said, source=source) == pytest.approx(share)


@pytest.mark.parametrize(
    ("said", "source", "share"),
    [
        pytest.param("20 MB, or 30.", "at most 20 MB", 1 / 2, id="20 stands there, 30 does not"),
        pytest.param("20.0 MB", "20 MB", 0, id="another spelling is another number to it"),
        pytest.param("20,000,000 bytes", "20,000,000 bytes", 1, id="with marks"),
        pytest.param("v3 and E-4107 of P2", "nothing", 1, id="digits in a word are no number"),
        pytest.param("no number", "20", 1, id="none to ground"),
        pytest.param("20", "120 and 200", 0, id="a part of a number is no number"),
    ],
)
def test_number_grounding_looks_numbers_up_as_written(said, source, share):
    assert score(number_grounding, said, source=source) == share


ascii_texts = st.text(alphabet="ab c1.,20-MB", max_size=30)


@given(ascii_texts, ascii_texts)
def test_law_rouge_l_agrees_with_the_rouge_score_package(said, wanted):
    """A second opinion, without its stemmer."""
    theirs = RougeScorer(["rougeL"], use_stemmer=False).score(wanted, said)["rougeL"].fmeasure
    assert score(rouge_l, said, wanted) == pytest.approx(theirs)


@given(ascii_texts, ascii_texts)
def test_law_every_score_lies_between_0_and_1_and_is_1_of_itself(said, other):
    for function in (token_overlap, quoted_spans, number_grounding):
        assert 0 <= score(function, said, source=other) <= 1
    assert 0 <= score(rouge_l, said, other) <= 1
    words = len(said.replace(".", " ").replace(",", " ").replace("-", " ").split())
    assert score(token_overlap, said, source=said) == (words > 0)
    assert score(quoted_spans, said, source=said) == (words > 2)
    assert score(number_grounding, said, source=said) == 1
