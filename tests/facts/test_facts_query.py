"""A registered query says in its header what it is; the registry is closed."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import QueryError
from labcore.facts.query import parse_query
from labcore.facts.registry import Registry, packaged_registry, register
from labcore.facts.route import ROUTES

HEADER = {
    "name": "names",
    "version": "2",
    "parameters": "kind",
    "columns": "name",
    "covers": "names of a kind",
    "does not cover": "everything else",
}
SQL = "SELECT e.name FROM entry AS e WHERE e.kind = :kind"


def text(sql=SQL, **changes):
    """A file's text, its header changed; a None leaves the line out."""
    header = {**HEADER, **{key.replace("_", " "): value for key, value in changes.items()}}
    lines = [f"-- {key}: {value}" for key, value in header.items() if value is not None]
    return "\n".join([*lines, sql]) + "\n"


def test_a_header_is_read():
    """Every line of it becomes a field, and the digest is over the whole file."""
    query = parse_query(text(hidden="owner, source"), place="names.sql")
    assert (query.name, query.version, query.parameters) == ("names", 2, ("kind",))
    assert query.all_columns == ("name", "owner", "source")
    assert (query.covers, query.does_not_cover) == ("names of a kind", "everything else")
    assert query.sql == SQL
    assert query.digest == hashlib.sha256(text(hidden="owner, source").encode()).hexdigest()


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        pytest.param(text(version="0"), "a query's version is a whole number from 1, got 0", id="version 0"),
        pytest.param(text(version="1.5"), "a query's version is a whole number from 1", id="half a version"),
        pytest.param(text(covers=None), "a header names its query, .* got no covers", id="a missing line"),
        pytest.param(text(author="me"), "a header line is '-- key: value'", id="an unknown line"),
        pytest.param("-- name: x\n" + text(), "a header line is .* each known key once", id="a line twice"),
        pytest.param("--name: x\n" + text(), "a header line is", id="a line without its space"),
        pytest.param(
            text(name="Names"), "names in a header are lower-case words, got 'Names'", id="a capital"
        ),
        pytest.param(
            text(columns="name; drop"),
            "names in a header are lower-case words",
            id="a column that is no name",
        ),
        pytest.param(
            text(parameters="kind, limit"), "the same parameters, got limit", id="a parameter not used"
        ),
        pytest.param(text(parameters=""), "the same parameters, got kind", id="a parameter not named"),
    ],
)
def test_a_broken_header_is_refused(broken, message):
    """The message names the file and the rule."""
    with pytest.raises(QueryError, match=message):
        parse_query(broken, place="names.sql")


def test_a_text_that_is_no_plain_select_is_not_registered():
    """The reason of the check is in the message."""
    with pytest.raises(QueryError, match=r"names\.sql: a registered query is one plain SELECT: it is DELETE"):
        register(text("DELETE FROM entry WHERE kind = :kind"), place="names.sql")


def test_only_a_registered_query_is_found():
    """There is no way to a text that nobody registered."""
    with pytest.raises(QueryError, match="only a registered query runs, got everything"):
        packaged_registry()["everything"]


def test_a_registry_holds_each_name_once():
    """Two queries of one name would make evidence ambiguous."""
    query = register(text(), place="names.sql")
    with pytest.raises(QueryError, match="a registry holds each name once, in order"):
        Registry(queries=(query, query))


def test_every_route_has_its_registered_query():
    """The table of routes and the registry name the same queries, with the columns that the machinery reads."""
    for name in ROUTES:
        query = packaged_registry()[name]
        assert query.hidden == ("owner", "qualified", "limitations", "source")
        assert query.parameters == ("project", "revision", "network", "snapshot", "name")
        assert list(query.columns) == sorted(query.columns)


def test_every_packaged_query_says_what_it_does_not_cover():
    """A limit that is not written down is one that a reader cannot know."""
    assert len(packaged_registry().queries) >= 14
    assert all(query.covers and query.does_not_cover for query in packaged_registry().queries)


@given(st.integers(1, 99), st.integers(1, 99))
def test_the_registry_digest_changes_with_a_version(first, second):
    """Two registries have one digest exactly when they hold the same queries."""
    digests = [Registry(queries=(register(text(version=str(v)), place="x"),)).digest for v in (first, second)]
    assert (digests[0] == digests[1]) == (first == second)
