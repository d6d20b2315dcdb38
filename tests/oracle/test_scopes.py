"""A declared hierarchy of scopes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ScopeError
from labcore.oracle import ScopeTree

TREE = ScopeTree({"file": "project", "project": "organisation", "team": "organisation"})


@pytest.mark.parametrize(
    ("left", "right", "comparable"),
    [
        pytest.param("file", "file", True, id="equal"),
        pytest.param("file", "project", True, id="one step out"),
        pytest.param("organisation", "file", True, id="two steps in"),
        pytest.param("project", "team", False, id="neighbours"),
        pytest.param("file", "elsewhere", False, id="undeclared"),
        pytest.param("elsewhere", "elsewhere", True, id="undeclared and equal"),
    ],
)
def test_scopes_compare_along_a_chain_only(left, right, comparable):
    assert TREE.comparable(left, right) is comparable


def test_without_a_declaration_only_equal_scopes_compare():
    assert not ScopeTree().comparable("file", "project")
    assert ScopeTree().comparable("file", "file")


@pytest.mark.parametrize(
    "links", [{"a": "a"}, {"a": "b", "b": "a"}, {"x": "a", "a": "b", "b": "c", "c": "a"}]
)
def test_a_ring_is_refused(links):
    with pytest.raises(ScopeError, match="no scope lies inside itself, got "):
        ScopeTree(links)


def test_a_ring_that_is_met_from_outside_is_refused():
    """The way outward from x never comes back to x, and ends all the same."""
    with pytest.raises(ScopeError, match="no scope lies inside itself, got a"):
        ScopeTree({"x": "a", "a": "b", "b": "a"})


@pytest.mark.parametrize("links", [{"": "a"}, {"a": " "}])
def test_a_scope_without_a_name_is_refused(links):
    with pytest.raises(ScopeError, match=f"^a scope has a name, got {links}$"):
        ScopeTree(links)


def test_a_declaration_cannot_be_changed_afterwards():
    links = {"file": "project"}
    tree = ScopeTree(links)
    links["file"] = "organisation"
    assert tree.inside == {"file": "project"}


@given(
    st.sampled_from(["file", "project", "organisation", "team", "x"]), st.sampled_from(["file", "team", "y"])
)
def test_law_the_order_of_two_scopes_changes_nothing(left, right):
    assert TREE.comparable(left, right) is TREE.comparable(right, left)
