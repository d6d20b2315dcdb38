"""Verdicts that were recorded elsewhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError
from labcore.judging import Opinion, RecordedJudge, Ruling, read_rulings, write_rulings


def test_a_recorded_verdict_is_replayed_by_its_sentence(say, passage):
    judge = RecordedJudge("ours", read_rulings("text,opinion,score\nfits,accept,0.9\n"))
    ruling = judge.judges(say("fits"), say("x"), passage)
    assert (judge.name, ruling) == ("ours", Ruling(opinion=Opinion.ACCEPT, score=0.9))


def test_the_recorded_sentences_stand_in_the_order_of_the_file():
    assert RecordedJudge("ours", read_rulings("text,opinion\nb,accept\na,reject\n")).sentences == ("b", "a")


def test_a_sentence_without_a_verdict_is_an_abstention(say, passage):
    ruling = RecordedJudge("ours", {}).judges(say("new"), say("x"), passage)
    assert (ruling.opinion, ruling.detail) == ("abstain", "no verdict was recorded of this sentence")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"verdicts:1: verdicts have the columns text, opinion, .* got nothing"),
        ("text,score\na,1\n", "verdicts:1: .* got text, score"),
        ("text,opinion,mood\na,accept,good\n", "verdicts:1: .* got text, opinion, mood"),
        ("text,opinion\na,maybe\n", "verdicts:2: .*an opinion is accept, reject, abstain, and not 'maybe'"),
        ("text,opinion\na,Accept\n", "verdicts:2: .*an opinion is accept, reject, abstain, and not 'Accept'"),
        ("text,opinion,score\na,accept,high\n", "verdicts:2: .*could not convert string to float: 'high'"),
        ("text,opinion,score\na,accept,nan\n", "verdicts:2: .*must be a finite number"),
        ("text,opinion,tokens\na,accept,1.5\n", "verdicts:2: .*invalid literal for int"),
        (
            "text,opinion\na,accept\na,reject\n",
            "verdicts:3: .*a second, different verdict on the same sentence",
        ),
        ("text,opinion\na\n", "verdicts:2: a line of verdicts: 1 cells for 2 columns"),
        ("opinion,text\naccept\n", "verdicts:2: a line of verdicts: 1 cells for 2 columns"),
        ("text,opinion\na,accept,0.9\n", "verdicts:2: a line of verdicts: 3 cells for 2 columns"),
        ("text,opinion,opinion\na,accept,reject\n", "verdicts:1: .*each once.* got text, opinion, opinion"),
        ('"text"x,opinion\na,accept\n', "verdicts:1: a line of verdicts: .* expected after"),
        ('text,opinion\n"a\nb",accept\n"c"x,accept\n', "verdicts:4: a line of verdicts: .* expected after"),
    ],
)
def test_a_broken_file_of_verdicts_is_refused_with_its_line(text, message):
    with pytest.raises(ParameterError, match=message):
        read_rulings(text)


def test_an_empty_line_is_no_verdict():
    assert list(read_rulings("text,opinion\n\na,accept\n\n")) == ["a"]


def test_the_same_verdict_twice_is_one_verdict():
    assert len(read_rulings("text,opinion\na,accept\na,accept\n")) == 1


rulings = st.builds(
    Ruling,
    opinion=st.sampled_from([Opinion.ACCEPT, Opinion.REJECT]),
    score=st.none() | st.floats(-1, 1),
    detail=st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=8),
    tokens=st.integers(0, 99),
)


@given(
    st.dictionaries(
        st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=8), rulings
    )
)
def test_law_written_verdicts_read_back_the_same(kept):
    assert read_rulings(write_rulings(kept.items())) == kept


def test_an_abstention_reads_back_with_a_reason():
    written = write_rulings([("a", Ruling(opinion=Opinion.ABSTAIN, detail="timed out"))])
    assert read_rulings(written)["a"].detail == "timed out"
    assert read_rulings("text,opinion\na,abstain\n")["a"].detail == "recorded as an abstention"
