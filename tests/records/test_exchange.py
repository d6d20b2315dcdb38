"""Runs written and read again, and hits grouped by source."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import NotFoundError, RecordError
from labcore.records import (
    Corpus,
    Dimension,
    Hit,
    Outcome,
    Passage,
    Run,
    Scope,
    from_json,
    from_trec,
    to_json,
    to_trec,
)
from labcore.retrieval import Retriever, group_by_source

names = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=5)
hits = st.lists(
    st.tuples(names, st.floats(allow_nan=False, allow_infinity=False)), min_size=1, unique_by=lambda h: h[0]
)


@given(names, hits)
def test_trec_round_trip_keeps_order_and_scores(query, pairs):
    """Every digit of a score survives."""
    best_first = sorted(pairs, key=lambda pair: -pair[1])
    run = Run(query_id=query, hits=tuple(Hit(*pair) for pair in best_first), ranker="r")
    (back,) = from_trec(to_trec([run]))
    assert (back.query_id, back.hits, back.ranker) == (run.query_id, run.hits, "r")


def test_trec_from_elsewhere_is_ordered_by_rank():
    """Lines may stand in any order, and ranks may count from 0."""
    text = "q1 Q0 b 1 0.5 x\nq2 Q0 c 0 9 x\n\nq1 Q0 a 0 0.7 x\n"
    assert [(run.query_id, run.passage_ids) for run in from_trec(text)] == [
        ("q1", ("a", "b")),
        ("q2", ("c",)),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("q Q0 a 1 0.5", r"theirs.trec:1: a TREC run line has six columns", id="five columns"),
        pytest.param(
            "q Q0 a 1 0.5 x\nq Q0 b two 0.4 x",
            r"theirs.trec:2: rank and score are numbers",
            id="a rank in words",
        ),
        pytest.param("q Q0 a 1 nan x", r"theirs.trec:1: rank and score", id="a score that is NaN"),
        pytest.param(
            "q Q0 a 1 1 x\nq Q0 a 2 0 x", "theirs.trec:2: .* at most once, got a", id="a passage twice"
        ),
        pytest.param(
            "q Q0 a 1 0.2 x\nq Q0 b 2 0.9 x",
            "theirs.trec, query q: hits stand best first: .* got b with 0.9 after 0.2",
            id="distances given as scores",
        ),
        pytest.param("q Q0 a\0 1 1 x", "hit.passage_id must have no control", id="a NUL in an id"),
    ],
)
def test_a_broken_run_file_is_refused(text, message):
    with pytest.raises(RecordError, match=message):
        from_trec(text, "theirs.trec")


def test_json_keeps_everything_a_run_records():
    corpus = Corpus(
        (Passage(id="a", text="x", tenant="blue"), Passage(id="b", text="x", tenant="red")),
        {Dimension.TENANT},
    )
    scope = Scope(tenant="blue", as_of=date(2026, 1, 1), roles={"member"})
    runs = (
        Retriever(corpus, "jaccard").search("x", scope),
        Run(query_id="none", hits=(), outcome=Outcome.NO_ADMISSIBLE_EVIDENCE),
    )
    assert from_json(to_json(runs)) == runs


def test_a_byte_order_mark_is_no_part_of_the_first_query():
    assert from_trec("\ufeffq Q0 a 1 1 x")[0].query_id == "q"


@pytest.mark.parametrize("text", ["", "{}", '[{"query_id": "q"}]', '[{"query_id": "q", "hits": 3}]'])
def test_other_json_is_refused(text):
    with pytest.raises(RecordError, match="runs as JSON"):
        from_json(text)


@pytest.mark.parametrize(
    ("field", "message"),
    [
        pytest.param('"scope": {"tenantt": "blue"}', "0.scope.tenantt", id="a misspelt part of the scope"),
        pytest.param('"exclude": []', "0.exclude", id="a misspelt field"),
        pytest.param('"k": "3"', "0.k: .*valid integer", id="a number as text"),
        pytest.param('"searched_at": "2026-01-01T00:00:00"', "must name its time zone", id="no time zone"),
        pytest.param(
            '"scope": {"as_of": "0"}',
            "0.scope.as_of: runs as JSON: .*written YYYY-MM-DD, got 0",
            id="a number as a day",
        ),
        pytest.param(
            '"scope": {"as_of": "2026-1-1"}', "0.scope.as_of: .*written YYYY-MM-DD", id="a short day"
        ),
        pytest.param('"scope": {"as_of": 0}', "0.scope.as_of: ", id="a number of seconds"),
        pytest.param(
            '"searched_at": "1700000000"',
            "0.searched_at: .*a moment is written YYYY-MM-DDTHH:MM:SS",
            id="seconds as text",
        ),
        pytest.param('"scope": {"roles": []}', "scope.roles must be a set of labels", id="no roles at all"),
    ],
)
def test_json_is_read_strictly(field, message):
    """What is not understood is refused, since a run without its scope would look unscoped."""
    with pytest.raises(RecordError, match=message):
        from_json(f'[{{"query_id": "q", "hits": [{{"passage_id": "a", "score": 1.0}}], {field}}}]')


def test_fragments_of_one_source_are_one_group():
    """Five hits, two sources, one of them in two versions: three groups, best first."""
    corpus = Corpus(
        tuple(
            Passage(id=name, text="", source_id=source, version=version)
            for name, source, version in [
                ("a1", "a", "v1"), ("a2", "a", "v1"), ("a3", "a", "v2"), ("b1", "b", None), ("a4", "a", "v1"),
            ]
        )
    )  # fmt: skip
    run = Run(query_id="q", hits=tuple(Hit(name, 0.0) for name in ("a2", "b1", "a3", "a1", "a4")))
    groups = [(g.source_id, g.version, g.passage_ids) for g in group_by_source(run, corpus)]
    assert groups == [("a", "v1", ("a2", "a1", "a4")), ("b", None, ("b1",)), ("a", "v2", ("a3",))]


def test_grouping_refuses_a_foreign_run():
    with pytest.raises(NotFoundError, match="corpus lacks, got elsewhere"):
        group_by_source(Run(query_id="q", hits=(Hit("elsewhere", 1.0),)), Corpus(()))
