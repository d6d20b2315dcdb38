"""Results as HTML: escaped, complete, and nothing preselected."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.facts import FactRow, Status, temporary_store
from labcore.notebook.fact_pages import facts_html, found_html, rows_html, show_facts, show_found

FIXTURE = Path(__file__).parents[2] / "fixtures" / "definitions"
NAME = "SAMPLE_MSG_ENGINE_STATUS"


@pytest.fixture(scope="module")
def store():
    with temporary_store(FIXTURE) as opened:
        yield opened


class Reader(HTMLParser):
    """Collects the tags and the texts of a page; a place where a name may be broken does not part it."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.texts = [], [""]
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag != "wbr" and self.texts[-1]:
            self.texts.append("")

    def handle_data(self, data):
        self.texts[-1] += data

    def handle_endtag(self, _tag):
        if self.texts[-1]:
            self.texts.append("")


def test_both_candidates_are_listed_and_none_is_chosen(store):
    html = found_html(store.search(NAME))
    assert "2 to choose from, none chosen" in html
    texts = Reader(html).texts
    assert texts.index("SAMPLE_SNAP_BASE") < texts.index("SAMPLE_SNAP_REVISED")
    assert not {"checked", "selected"} & {name for _, attrs in Reader(html).tags for name in attrs}


def test_candidates_can_be_left_out(store):
    """A page with buttons for them would show them twice."""
    assert "to choose from" not in found_html(store.search(NAME), listing=False)


def test_facts_stand_under_their_heading_and_scope(store):
    scope = store.search(NAME).scopes[1]
    html = facts_html(store.fetch("message_facts", scope, NAME))
    texts = Reader(html).texts
    assert texts[:2] == ["From the database", str(scope)]
    assert texts[texts.index("transmit_period_ms") + 1] == "20"


@pytest.mark.parametrize(
    ("term", "scope", "kind"),
    [
        ("temperature", None, "message"),
        (NAME, {"snapshot": "NEXT"}, None),
        (NAME, None, "gateway"),
        ("", None, None),
    ],
)
def test_no_negative_result_claims_to_be_from_the_database(store, term, scope, kind):
    """It has its status, its message and its evidence, which opens."""
    result = store.search(term, scope, kind)
    html = facts_html(result)
    assert result.status is not Status.ANSWERED
    assert "From the database" not in html
    assert {"details", "summary"} <= {tag for tag, _ in Reader(html).tags}
    assert result.status.value in Reader(html).texts


def test_the_evidence_names_query_values_and_safeguards(store):
    result = store.search(NAME)
    shown = "\n".join(Reader(found_html(result)).texts)
    assert all(use.query in shown for use in result.evidence.queries)
    assert all(text in shown for text in result.evidence.safeguards)
    assert "messages.csv" in shown


def test_a_long_name_may_be_broken_after_an_underscore():
    """The browser is told where; what is copied is the name."""
    html = rows_html(("name",), [("A_B",)])
    assert "A_<wbr>B" in html
    assert "A_B" in Reader(html).texts


@given(st.text(max_size=40), st.text(alphabet="<>&\"'/ =onerrorscpt", max_size=40))
def test_whatever_a_store_holds_is_text(name, hostile):
    """No text of a cell becomes a tag or an attribute."""
    html = rows_html((name,), [(hostile,), (None,)], caption=hostile)
    tags = {tag for tag, _ in Reader(html).tags}
    assert tags <= {"table", "caption", "thead", "tr", "th", "tbody", "td", "wbr"}


def test_a_hostile_fact_is_text(store):
    scope = store.search(NAME).scopes[0]
    result = store.fetch("message_facts", scope, NAME)
    hostile = replace(
        result, message="<b>x", rows=(FactRow(fields=(("<img src=x onerror=y>", "<script>"),)),)
    )
    assert not {"img", "script", "b"} & {
        tag for tag, _ in Reader(facts_html(hostile) + found_html(hostile)).tags
    }


def test_what_is_shown_has_a_plain_form(store, monkeypatch):
    """Where HTML is not drawn, the status and the message stand."""
    shown = []
    monkeypatch.setattr("labcore.notebook.fact_pages.display", lambda data, raw: shown.append(data))
    found = store.search(NAME)
    show_found(found)
    show_facts([store.fetch("message_facts", scope, NAME) for scope in found.scopes])
    assert shown[0]["text/plain"].startswith("ambiguous: The scope is not complete")
    assert shown[1]["text/plain"].count("answered: 1 row") == 2
