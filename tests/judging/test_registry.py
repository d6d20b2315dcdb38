"""Judges by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError
from labcore.judging import API_KEY, JUDGES, THRESHOLDS, ChatJudge, judge_named
from labcore.units import Units


def named(name, **more):
    return judge_named(name, frozenset({"P3"}), Units(), **more)


@pytest.mark.parametrize(
    ("name", "threshold", "shown"),
    [
        ("cosine", None, "cosine@0.8"),
        ("cosine", 0.9, "cosine@0.9"),
        ("cosine@0.7", 0.9, "cosine@0.7"),
        ("rouge-l", None, "rouge-l@0.5"),
        ("oracle", 0.9, "oracle"),
        ("call:os.path:isabs", None, "call:os.path:isabs"),
        ("call:os.path:isabs@0.5", None, "call:os.path:isabs@0.5"),
    ],
)
def test_a_threshold_stands_in_the_name_or_beside_it(name, threshold, shown):
    assert named(name, threshold=threshold).name == shown


def test_every_scored_judge_has_its_usual_threshold():
    assert set(THRESHOLDS) < set(JUDGES)


def test_recorded_verdicts_come_from_a_file(tmp_path, say, passage):
    path = tmp_path / "verdicts@home.csv"
    path.write_text("text,opinion\nfits,accept\n", encoding="utf-8")
    judge = named(f"csv:{path}")
    assert judge.judges(say("fits"), say("x"), passage).opinion == "accept"


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(ParameterError, match="recorded verdicts must be a file of UTF-8 text, got"):
        named(f"csv:{tmp_path / 'none.csv'}")


def test_a_chat_endpoint_takes_its_key_from_the_environment(monkeypatch):
    monkeypatch.setenv(API_KEY, "secret")
    judge = named("chat:small=http://127.0.0.1:9/v1")
    assert isinstance(judge, ChatJudge)
    assert judge.name == "chat:small"
    judge.close()


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("http://far.example/v1", "a key is sent over https only, got http://far.example"),
        ("http://[", "a chat endpoint's address is http or https"),
        ("http://h:abc", "a chat endpoint's address is http or https"),
    ],
)
def test_the_key_of_the_environment_never_leaves_in_clear_text(monkeypatch, url, message):
    monkeypatch.setenv(API_KEY, "secret")
    with pytest.raises(ParameterError, match=message):
        named(f"chat:m={url}")


def test_another_machine_without_a_key_is_refused(monkeypatch):
    monkeypatch.delenv(API_KEY, raising=False)
    with pytest.raises(ParameterError, match=f"needs a key, got far.example. Set it in {API_KEY}"):
        named("chat:m=https://far.example/v1")


@pytest.mark.parametrize("name", ["", "orakel", "call:", "csv:", "chat:small", "ragas:x"])
def test_an_unknown_judge_is_refused_with_the_known_ones(name):
    with pytest.raises(ParameterError, match="a judge is one of oracle, membership, .* or chat:MODEL=URL"):
        named(name)


def test_a_threshold_that_is_no_number_is_refused():
    with pytest.raises(ParameterError, match="cosine@high: a threshold is a number, got high"):
        named("cosine@high")


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e999"])
@pytest.mark.parametrize("judge", ["cosine", "call:os.path:isabs", "oracle"])
def test_a_threshold_that_is_not_finite_is_refused(judge, value):
    """Above infinity nothing is accepted, and nothing compares with NaN; in the name or beside it."""
    with pytest.raises(ParameterError, match="a threshold is a finite number, got"):
        named(f"{judge}@{value}")
    with pytest.raises(ParameterError, match=f"{judge}: a threshold is a finite number, got"):
        named(judge, threshold=float(value))


@pytest.mark.parametrize("judge", ["oracle", "membership", "always-accept", "always-reject"])
def test_a_threshold_of_a_judge_that_has_none_is_refused(judge):
    """It would look as though it had been used."""
    with pytest.raises(
        ParameterError, match=rf"{judge}@0.9: this judge has no threshold, got 0.9\. Name it {judge}"
    ):
        named(f"{judge}@0.9")


@given(st.sampled_from(sorted(THRESHOLDS)), st.floats(0, 1))
def test_law_the_threshold_of_a_name_is_the_judges_own(name, threshold):
    assert named(f"{name}@{threshold!r}").threshold == threshold
