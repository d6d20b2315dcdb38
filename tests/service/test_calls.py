"""Calls as a model writes them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.service.calls import OFFERED, SearchCall, offered_tools, read_call
from labcore.service.model import ToolCall
from labcore.service.turn import Note, NoteKind


def call(arguments, name=OFFERED):
    return ToolCall(id="1", name=name, arguments=arguments)


def test_exactly_one_tool_is_offered():
    """Its name is the search's, and it takes what a search takes."""
    (tool,) = offered_tools()
    assert tool["function"]["name"] == "find_candidates"
    assert set(tool["function"]["parameters"]["properties"]) == {"term", "scope", "kind"}


def test_a_search_is_read():
    assert read_call(call('{"term": "x", "kind": "signal"}')) == SearchCall(
        term="x", scope=None, kind="signal"
    )


@pytest.mark.parametrize(
    "name", ["fetch_facts", "get_facts", "Find_Candidates", "find_candidates ", "", "x" * 9999]
)
def test_another_tool_is_not_run(name):
    """Case and spaces count: a name that is nearly right is another name."""
    note = read_call(call("{}", name))
    assert note.kind is NoteKind.OTHER_TOOL
    assert len(note.message) < 200


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param('{"term": ', "not one JSON object", id="broken JSON"),
        pytest.param("", "not one JSON object", id="nothing"),
        pytest.param('["x"]', "not one JSON object", id="a list"),
        pytest.param('"{}"', "not one JSON object", id="JSON inside a text"),
        pytest.param(
            '{"term": "x", "route": "message_facts"}', "takes no 'route'", id="an argument of the facts"
        ),
        pytest.param('{"term": "' + "x" * 3000 + '"}', "3012 characters", id="huge"),
        pytest.param('{"a": "\ud800"}', "not one JSON object", id="a lone surrogate"),
    ],
)
def test_unreadable_arguments_are_not_run(arguments, words):
    note = read_call(call(arguments))
    assert note.kind is NoteKind.UNREADABLE_ARGUMENTS
    assert words in note.message


@given(st.text(max_size=60))
def test_no_arguments_raise(arguments):
    assert isinstance(read_call(call(arguments)), SearchCall | Note)


@given(st.dictionaries(st.sampled_from(["term", "scope", "kind"]), st.integers() | st.text() | st.none()))
def test_values_arrive_as_they_were_written(given_arguments):
    """The store judges them; reading changes nothing."""
    read = read_call(call(json.dumps(given_arguments)))
    assert {name: getattr(read, name) for name in given_arguments} == given_arguments
