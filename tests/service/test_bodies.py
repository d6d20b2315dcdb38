"""Bodies of requests, from well-formed to hostile."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.service.bodies import read_object


def test_an_object_is_read():
    assert read_object('{"term": "é", "scope": null}'.encode()) == {"term": "é", "scope": None}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        pytest.param(b"", "not JSON: Expecting value at character 0", id="nothing"),
        pytest.param(b'{"term": ', "not JSON", id="cut off"),
        pytest.param(b"term=x", "not JSON", id="a form"),
        pytest.param(b'{"a": 1} {}', "not JSON: Extra data", id="two objects"),
        pytest.param(b"[1]", "must be a JSON object", id="a list"),
        pytest.param(b"null", "must be a JSON object", id="null"),
        pytest.param(b'{"a": NaN}', "NaN is no JSON number", id="not a number"),
        pytest.param(b'{"a": -Infinity}', "-Infinity is no JSON number", id="infinity"),
        pytest.param(b'{"scope": {"p": 1, "p": 2}}', "'p' stands twice", id="one name, two values"),
        pytest.param(b'{"a": "\xff"}', "not UTF-8", id="bytes that are no text"),
        pytest.param('{"a": 1}'.encode("utf-16"), "not UTF-8", id="UTF-16"),
        pytest.param(b"[" * 100_000, "nested too deeply", id="endless nesting"),
        pytest.param(b'{"a": ' + b"9" * 5000 + b"}", "not taken as JSON", id="a number of 5000 digits"),
        pytest.param(b"\xef\xbb\xbf{}", "not JSON", id="a byte order mark"),
    ],
)
def test_what_is_no_object_is_said(body, words):
    problem = read_object(body)
    assert isinstance(problem, str)
    assert words in problem


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), json_values, max_size=4))
def test_every_object_survives_the_way(value):
    """Written and read is the same object, whatever is in it."""
    assert read_object(json.dumps(value).encode()) == value


@given(st.binary(max_size=60))
def test_no_bytes_raise(body):
    assert isinstance(read_object(body), dict | str)
