"""Sentences, tables and measured numbers are shown in forms that a program and a person can read."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

import labcore.notebook as lab
from labcore.errors import ParameterError
from labcore.notebook import words


@pytest.fixture
def shown_bundles(monkeypatch):
    seen: list[dict[str, object]] = []
    monkeypatch.setattr(words, "display", lambda bundle, *, raw: seen.append(bundle) if raw else None)
    return seen


def test_a_sentence_is_markdown_and_plain_text(shown_bundles):
    lab.say("**3** of 54")
    assert shown_bundles == [{"text/markdown": "**3** of 54", "text/plain": "**3** of 54"}]


def test_measured_numbers_are_handed_over_by_name(shown_bundles):
    """Names stay as they are for programs; floats have three decimals everywhere."""
    lab.measured(forbidden_slots=0, recall_at_3=0.94444, ranker="dense")
    (bundle,) = shown_bundles
    assert bundle[lab.MEASURED] == {"forbidden_slots": 0, "recall_at_3": 0.944, "ranker": "dense"}
    assert bundle["text/plain"].splitlines() == [
        "measured by this run",
        "forbidden slots       0",
        "recall at 3           0.944",
        "ranker                dense",
    ]


def test_nothing_measured_is_refused():
    with pytest.raises(ParameterError, match="measured takes at least one named value"):
        lab.measured()


def test_a_table_shows_rows_under_the_keys_of_the_first(shown_bundles):
    lab.table(
        [{"family": "negation", "recall": 2 / 3}, {"family": "<scope>", "recall": None}], caption="By family"
    )
    (bundle,) = shown_bundles
    assert bundle["text/plain"].splitlines() == [
        "By family",
        "family    recall",
        "negation  0.667",
        "<scope>   \u2013",
    ]
    assert '<caption style="text-align: left">By family</caption>' in bundle["text/html"]
    assert "&lt;scope&gt;" in bundle["text/html"]


def test_a_table_without_rows_is_refused():
    with pytest.raises(ParameterError, match="a table has at least one row"):
        lab.table([])


def test_rows_with_other_keys_are_refused():
    with pytest.raises(ParameterError, match="every row of a table has the keys a, got b"):
        lab.table([{"a": 1}, {"b": 2}])


class Cells(HTMLParser):
    def __init__(self):
        super().__init__()
        self.cells: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag == "td":
            self.cells.append("")

    def handle_data(self, data):
        self.cells[-1] += data


plain = st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\r\0"))


@given(st.lists(plain, min_size=1))
def test_any_text_in_a_cell_is_shown_and_never_read_as_markup(values):
    seen: list[dict[str, str]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "display", lambda bundle, *, raw: seen.append(bundle) if raw else None)
        lab.table([{"": value} for value in values])
    reader = Cells()
    reader.cells.append("")
    reader.feed(seen[0]["text/html"])
    assert reader.cells[1:] == values


def test_a_measured_number_is_finite():
    with pytest.raises(ParameterError, match="a shown number is finite, got nan"):
        lab.measured(x=float("nan"))
