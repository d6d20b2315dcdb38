"""The rules that fields of several records share."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError, RecordError
from labcore.records import Hit, Passage, Query, Run, Split, from_trec, to_trec
from labcore.records.rules import require_depth, require_id, require_member, require_score, require_words


@pytest.mark.parametrize(
    "value",
    [
        pytest.param("a\0b", id="NUL, at which C libraries stop reading"),
        pytest.param("a\nb", id="a line break"),
        pytest.param("a\tb", id="a tab, which would be two columns"),
        pytest.param("a\x1b[2J", id="an escape sequence"),
        pytest.param("a\u2028b", id="a line separator"),
        pytest.param("a\ud800", id="half a character, which ends the process in trec_eval"),
        pytest.param(" a", id="a blank before"),
        pytest.param("a\u00a0", id="a hard blank after"),
    ],
)
@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda value: Passage(id=value, text=""), id="passage"),
        pytest.param(lambda value: Query(id=value, text=""), id="query"),
        pytest.param(lambda value: Hit(value, 1.0), id="hit"),
        pytest.param(lambda value: Run(query_id=value, hits=(Hit("p", 1.0),)), id="run"),
    ],
)
def test_an_id_is_one_visible_name(make, value):
    with pytest.raises(RecordError, match="must have no control character and no white space at its ends"):
        make(value)


@pytest.mark.parametrize("value", ["Annual report 2024.pdf#3", "größe-大小", "<dbpedia:A_(b)>", "0"])
def test_names_of_files_and_of_any_script_are_ids(value):
    require_id("passage", "id", value)


@given(st.text(min_size=1), st.text(min_size=1))
def test_an_id_without_blanks_survives_a_run_file(query, passage):
    """Whatever the rule lets pass comes back from TREC format, or is refused there with a reason."""
    try:
        text = to_trec([Run(query_id=query, hits=(Hit(passage, 1.0),))])
    except RecordError as error:
        refused = (
            "white space",
            "a text that is not empty",
        )  # a blank id is refused as empty, by the hit itself
        assert any(reason in str(error) for reason in refused)  # noqa: PT017  # both ways are right
        return
    (back,) = from_trec(text)
    assert (back.query_id, back.passage_ids) == (query, (passage,))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        pytest.param(3, "query.text must be a text, got 3", id="a number"),
        pytest.param(
            "a\udfff", r"query.text must hold whole characters, got \\udfff at 1", id="half a character"
        ),
    ],
)
def test_words_can_be_written(value, message):
    with pytest.raises(RecordError, match=message):
        require_words("query", "text", value)


def test_words_may_be_none_at_all():
    require_words("query", "text", "")


def test_a_member_is_given_for_its_text():
    assert require_member("query", "split", "dev", Split) is Split.DEV
    with pytest.raises(RecordError, match="query.split must be one of dev, eval, got None"):
        require_member("query", "split", None, Split)


@pytest.mark.parametrize(
    "value", [1, 1.0, np.float32(1), np.int64(1), Fraction(2, 2)], ids=lambda value: type(value).__name__
)
def test_a_score_is_a_python_float(value):
    """So that a run file holds 1.0 and not np.float32(1.0)."""
    score = require_score("hit", "score", value)
    assert type(score) is float
    assert Run(query_id="q", hits=(Hit("p", value),)).to_trec() == "q Q0 p 1 1.0 unnamed\n"


@pytest.mark.parametrize(
    "value",
    ["1", None, True, 1j, Decimal(1), float("nan"), float("-inf"), 10**400, np.float32("nan")],
    ids=lambda value: repr(value)[:20],
)
def test_anything_else_is_no_score(value):
    with pytest.raises(RecordError, match="p: hit.score must be a finite number"):
        Hit("p", value)


@pytest.mark.parametrize("value", [3, np.int64(3), np.uint8(3)], ids=lambda value: type(value).__name__)
def test_a_depth_is_any_whole_number(value):
    assert type(require_depth(value)) is int


@pytest.mark.parametrize("value", [0, -1, 1.5, 2.0, True, "3", None, np.int64(0)], ids=repr)
def test_a_depth_starts_at_one(value):
    with pytest.raises(ParameterError, match="k must be a whole number from 1"):
        require_depth(value)
