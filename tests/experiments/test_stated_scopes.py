"""A query that is silent in a declared dimension is named with what would state it."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ScopeError
from labcore.experiments import RawAnswer, check_answers, check_citations, compare_rankers, judge_answers
from labcore.experiments.gates import trace
from labcore.experiments.replaying import infer
from labcore.experiments.stated_scopes import require_stated_scopes
from labcore.fixture import Fixture, load
from labcore.fixture.rows import QueryRow
from labcore.records import Corpus, Dimension, Passage, Query, Scope

FIXTURES = Path(__file__).parents[2] / "fixtures"


def made(path, dimensions, *queries):
    return Fixture(
        name="tiny",
        path=path,
        manifest=None,
        corpus=Corpus((Passage(id="p", text="x"),), frozenset(dimensions), "tiny"),
        queries=queries,
        qrels={},
        recorded={},
    )


def test_all_queries_and_all_fields_are_named_at_once(tmp_path):
    """The second query states everything; the clock is stated by ``as_of``."""
    queries = (
        Query(id="q1", text="x", scope=Scope(tenant="blue")),
        Query(id="q2", text="x", scope=Scope(tenant="blue", roles=frozenset({"a"}))),
        Query(id="q3", text="x"),
    )
    fixture = made(tmp_path, {Dimension.TENANT, Dimension.ROLE}, *queries)
    with pytest.raises(ScopeError) as caught:
        compare_rankers(fixture, ["jaccard"], queries)
    assert str(caught.value) == (
        f"{tmp_path / 'queries.jsonl'}: a query states every dimension that the fixture declares, "
        "got q1 without role; q3 without tenant, role. "
        'Add to its metadata: "tenant": "...", "roles": ["..."]; it is never guessed'
    )


def test_many_queries_are_counted(tmp_path):
    """Three are named, and 5 - 3 = 2 are counted."""
    queries = tuple(Query(id=f"q{n}", text="x") for n in range(5))
    with pytest.raises(ScopeError, match="q2 without clock; 2 more") as caught:
        require_stated_scopes(made(tmp_path, {Dimension.CLOCK}, *queries), queries)
    assert "q3" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "search"),
    [
        pytest.param("samplenote", check_citations, id="citations"),
        pytest.param("policies", infer, id="today's inference"),
        pytest.param(
            "answers", lambda answers: check_answers(answers, pytest.fail), id="bundles of the fixture"
        ),
        pytest.param(
            "limits",
            lambda limits: judge_answers(limits, [RawAnswer(_id="q01", fact="f", bundle=("p",), answer="")]),
            id="bundles from outside",
        ),
        pytest.param("gates", lambda gates: trace(gates, gates.journeys[0], "jaccard"), id="gates"),
    ],
)
def test_every_search_under_a_fixtures_own_scopes_asks(name, search):
    """Before anything is ranked or embedded, and with the file that must be mended."""
    fixture = load(FIXTURES / name)
    silent = replace(fixture, queries=tuple(replace(query, scope=Scope()) for query in fixture.queries))
    with pytest.raises(
        ScopeError, match=r"queries.jsonl: a query states every dimension.*Add to its metadata"
    ):
        search(silent)


@given(st.sets(st.sampled_from(Dimension)), st.sets(st.sampled_from(Dimension)))
def test_what_the_remedy_names_is_what_is_lacking(tmp_path_factory, declared, stated):
    """Law: refused exactly when a declared dimension is not stated; every lacking one is named, no other."""
    values = {
        Dimension.TENANT: {"tenant": "t"},
        Dimension.ROLE: {"roles": frozenset({"r"})},
        Dimension.PRODUCT: {"product": "p"},
        Dimension.RECORD_TYPE: {"record_type": "k"},
        Dimension.CLOCK: {"as_of": date(2026, 1, 1)},
        Dimension.VERSION: {"versions": frozenset({"v"})},
    }
    fields = {name: value for one in stated for name, value in values[one].items()}
    query = Query(id="q", text="x", scope=Scope(**fields))
    fixture = made(tmp_path_factory.getbasetemp(), declared, query)
    lacking = [dimension.value for dimension in Dimension if dimension in declared - stated]
    if not lacking:
        require_stated_scopes(fixture, [query])
        return
    with pytest.raises(ScopeError) as caught:
        require_stated_scopes(fixture, [query])
    assert caught.value.got == f"q without {', '.join(lacking)}"
    assert str(caught.value.remedy).count('": ') == len(lacking)


def test_what_the_remedy_writes_states_each_dimension(tmp_path):
    """Its words, put into the metadata of queries.jsonl with a day for the clock, are read as they are meant."""
    for dimension in Dimension:
        with pytest.raises(ScopeError) as caught:
            require_stated_scopes(
                made(tmp_path, {dimension}, Query(id="q", text="x")), [Query(id="q", text="x")]
            )
        field = caught.value.remedy.removeprefix("Add to its metadata: ").partition(";")[0]
        metadata = field.replace("YYYY-MM-DD", "2026-01-01")
        row = QueryRow.model_validate_json(f'{{"_id": "q", "text": "x", "metadata": {{{metadata}}}}}')
        assert row.record(frozenset({dimension})).scope.states(dimension)
