"""A model's words, apart from everything else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.facts import temporary_store
from labcore.notebook.model_pages import show_turn, turn_html, words_html
from labcore.service.relay import ChatRelay
from labcore.service.scripted import ScriptedModel, hasty_model
from labcore.service.turn import Turn

NAME = "SAMPLE_MSG_ENGINE_STATUS"


@pytest.fixture(scope="module")
def turn():
    """What the hasty script leaves behind."""
    with temporary_store(Path(__file__).parents[2] / "fixtures" / "definitions") as store:
        model = hasty_model(NAME, store.search(NAME))
        return ChatRelay(store.search, model).say(f"What is the cycle time of {NAME}?")


def test_words_stand_under_their_heading_with_their_speaker(turn):
    html = words_html(turn)
    assert (
        html.index("The model&#x27;s words. Not evidence")
        < html.index("a script, no model")
        < html.index("10 ms")
    )


def test_each_look_up_and_each_note_is_shown(turn):
    """Two searches ran; the scope and the tool are named as what they were."""
    html = turn_html(turn)
    assert html.count("Look-up ") == 2
    assert "taken from an earlier result" in html
    assert "a tool that it was not offered: &#x27;get_facts&#x27;" in html
    assert "From the database" not in html


def said(words):
    return Turn(text="x", chosen=None, model="<b>m</b>", words=words, lookups=(), notes=())


def test_no_words_are_shown_as_none():
    assert "<em>nothing</em>" in words_html(said(""))


@given(st.text(max_size=80))
def test_words_are_text_whatever_marks_are_in_them(words):
    """The page has as many tags as without them."""
    assert words_html(said(words or "x")).count("<") == words_html(said("x")).count("<")


def test_the_plain_form_says_that_it_is_no_evidence(turn, monkeypatch):
    shown = []
    monkeypatch.setattr("labcore.notebook.fact_pages.display", lambda data, raw: shown.append(data))
    show_turn(turn)
    assert shown[0]["text/plain"].startswith("The model's words. Not evidence (a script, no model): I took")


def test_a_script_without_candidates_still_speaks():
    with temporary_store(Path(__file__).parents[2] / "fixtures" / "definitions") as store:
        turn = ChatRelay(store.search, hasty_model("nothing", store.search("nothing"))).say("x")
    assert turn.words
    assert isinstance(hasty_model("x", turn.lookups[0].result), ScriptedModel)
