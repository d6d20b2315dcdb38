"""A bundle from outside goes through admission before anything that rests on it is judged."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.admission import admit
from labcore.errors import NotFoundError
from labcore.experiments.inadmissible import inadmissible
from labcore.fixture import load

LIMITS = load(Path(__file__).parents[2] / "fixtures" / "limits")
NAMES = [passage.id for passage in LIMITS.corpus]


@pytest.mark.parametrize(
    ("query", "passage", "reason"),
    [
        pytest.param("q01", "blue-upload-file", None, id="the asker's own, in force"),
        pytest.param("q01", "public-e4107", None, id="public"),
        pytest.param("q01", "red-upload-file", "tenant", id="another tenant's"),
        pytest.param("q01", "blue-upload-file-v2", "expired", id="in force until March, asked in November"),
        pytest.param("d01", "blue-upload-file-v2", None, id="the same, asked about February"),
        pytest.param("d02", "blue-guest-download", "not_yet_effective", id="announced only"),
        pytest.param("q01", "blue-upload", "no_such_passage", id="invented"),
    ],
)
def test_admission_decides_by_the_questions_scope(query, passage, reason):
    assert [one.reason for one in inadmissible(LIMITS, query, [passage])] == ([reason] if reason else [])


def test_a_passage_given_twice_is_named_once():
    assert len(inadmissible(LIMITS, "q01", ["red-upload-file", "red-upload-file"])) == 1


def test_without_questions_there_is_no_scope_to_decide_by():
    assert inadmissible(replace(LIMITS, queries=()), "any", ["red-upload-file"]) == ()


def test_an_unknown_question_has_no_scope():
    with pytest.raises(NotFoundError, match="limits: no query with this id, got q99"):
        inadmissible(LIMITS, "q99", [])


@given(st.sampled_from(LIMITS.queries), st.lists(st.sampled_from(NAMES), unique=True))
def test_law_what_is_left_is_what_admission_lets_through(query, bundle):
    """The second opinion splits the whole corpus, as a search does."""
    admitted, _ = admit(LIMITS.corpus, query.scope, dimensions=LIMITS.corpus.dimensions)
    refused = {one.passage_id for one in inadmissible(LIMITS, query.id, bundle)}
    assert {passage.id for passage in admitted}.intersection(bundle) == set(bundle) - refused
