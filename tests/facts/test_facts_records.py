"""Records of results: valid when made, and the same after a trip through JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import RecordError
from labcore.facts import Candidate, Evidence, FactRow, FactScope, Kind, MatchedBy, QueryUse, Result, Status

SCOPE = FactScope(project="P", revision="R", network="N", snapshot="S")


def candidate(**changes):
    """A valid candidate, changed."""
    fields = {
        "kind": Kind.MESSAGE,
        "name": "M",
        "scope": SCOPE,
        "matched_by": MatchedBy.EXACT,
        "source": "m.csv:2",
    }
    return Candidate(**{**fields, **changes})


def result(status, **changes):
    """A result of a status, with what the test adds."""
    return Result(status=status, route="search", message="said", evidence=Evidence(), **changes)


def test_a_candidate_stands_in_a_complete_scope():
    """An entry of an open scope would be an entry of several versions at once."""
    with pytest.raises(RecordError, match="a candidate stands in one complete scope"):
        candidate(scope=FactScope(project="P"))


@pytest.mark.parametrize(
    ("matched_by", "alias"),
    [
        pytest.param(MatchedBy.ALIAS, None, id="by alias without one"),
        pytest.param(MatchedBy.EXACT, "engine", id="an alias without a match by it"),
    ],
)
def test_exactly_a_match_by_alias_names_its_alias(matched_by, alias):
    """How it was found must be readable."""
    with pytest.raises(RecordError, match="exactly a match by alias names its alias"):
        candidate(matched_by=matched_by, alias=alias)


def test_a_row_names_each_column_once():
    """Otherwise reading it by name would hide a value."""
    with pytest.raises(RecordError, match="a row names each column once"):
        FactRow(fields=(("a", 1), ("a", 2)))


def test_a_row_is_read_by_column():
    """Columns keep their order in the JSON form."""
    row = FactRow(fields=(("b", 1), ("a", None)))
    assert row["b"] == 1
    assert list(row.to_dict()) == ["b", "a"]
    with pytest.raises(KeyError):
        row["c"]


@pytest.mark.parametrize(
    "changes",
    [pytest.param({"row_count": -1}, id="fewer than no rows"), pytest.param({"version": 0}, id="version 0")],
)
def test_a_query_use_counts_from_one_and_from_zero(changes):
    """Versions start at 1 and rows at 0."""
    with pytest.raises(RecordError, match="a query's use has a version from 1 and a row count from 0"):
        QueryUse(**{"query": "q", "version": 1, "digest": "d", **changes})


@pytest.mark.parametrize(
    ("status", "changes", "message"),
    [
        pytest.param(
            Status.ANSWERED, {}, "exactly an answered result holds", id="an answer without an entry"
        ),
        pytest.param(
            Status.NOT_FOUND,
            {"rows": (FactRow(fields=()),)},
            "exactly an answered result holds",
            id="facts in a refusal",
        ),
        pytest.param(Status.AMBIGUOUS, {}, "exactly an ambiguous result lists", id="nothing to choose from"),
        pytest.param(
            Status.NOT_FOUND,
            {"candidates": (candidate(),)},
            "exactly an ambiguous result lists",
            id="a hidden choice",
        ),
        pytest.param(
            Status.ANSWERED,
            {"identified": candidate(), "candidates": (candidate(),)},
            "exactly an ambiguous result lists",
            id="an answer that is still a choice",
        ),
    ],
)
def test_lists_must_fit_the_status(status, changes, message):
    """A reader who looks only at the lists must not take one status for another."""
    with pytest.raises(RecordError, match=message):
        result(status, **changes)


def test_a_result_says_how_it_ended():
    """A status alone helps no person."""
    with pytest.raises(RecordError, match="a result says in words how it ended"):
        Result(status=Status.NOT_FOUND, route="search", message="", evidence=Evidence())


TEXTS = st.text(min_size=1, max_size=8).filter(lambda text: text.isprintable() and text.strip())
VALUES = st.none() | st.integers(-(2**53), 2**53) | TEXTS
SCOPES = st.builds(FactScope, project=TEXTS, revision=TEXTS, network=TEXTS, snapshot=TEXTS)
CANDIDATES = st.builds(
    candidate, scope=SCOPES, name=TEXTS, kind=st.sampled_from(Kind), superseded=st.booleans()
)
USES = st.builds(
    QueryUse,
    query=TEXTS,
    version=st.integers(1, 9),
    digest=TEXTS,
    parameters=st.dictionaries(TEXTS, VALUES, max_size=3).map(lambda data: tuple(data.items())),
    row_count=st.integers(0, 9),
)
EVIDENCE = st.builds(
    Evidence,
    scope=st.none() | SCOPES,
    queries=st.lists(USES, max_size=2).map(tuple),
    source_trace=st.lists(TEXTS, max_size=2).map(tuple),
    limitations=st.lists(TEXTS, max_size=2).map(tuple),
    build=st.none() | TEXTS,
)


@given(
    st.lists(CANDIDATES, min_size=1, max_size=3).map(tuple), EVIDENCE, st.lists(SCOPES, max_size=2).map(tuple)
)
def test_a_result_survives_json(candidates, evidence, scopes):
    """Written, sent and read back it is the same record: ambiguous, with all it lists."""
    made = Result(
        status=Status.AMBIGUOUS,
        route="search",
        message="choose",
        evidence=evidence,
        candidates=candidates,
        found_as=candidates,
        scopes=scopes,
        missing=("snapshot",),
    )
    assert Result.from_dict(json.loads(json.dumps(made.to_dict()))) == made


@given(st.dictionaries(TEXTS, VALUES, max_size=4))
def test_rows_survive_json(data):
    """Whole numbers stay numbers, decimals stay texts, None stays None."""
    row = FactRow(fields=tuple(data.items()))
    made = result(Status.ANSWERED, rows=(row,))
    assert Result.from_dict(json.loads(json.dumps(made.to_dict()))).rows == (row,)
