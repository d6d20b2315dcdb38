"""The desk: what a person presses, and what is on it afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from labcore.errors import StoreError
from labcore.facts import temporary_store
from labcore.notebook.desk import Desk, fact_desk
from labcore.service.relay import ChatRelay
from labcore.service.scripted import hasty_model
from labcore.service.turn import Turn

NAME = "SAMPLE_MSG_ENGINE_STATUS"


@pytest.fixture(scope="module")
def store():
    with temporary_store(Path(__file__).parents[2] / "fixtures" / "definitions") as opened:
        yield opened


@pytest.fixture
def desk(store):
    return Desk(store, NAME)


def labels(desk):
    return [label for label, _ in desk.candidates.options]


def test_it_begins_with_both_and_chooses_neither(desk):
    assert len(labels(desk)) == 2
    assert desk.candidates.value is None
    assert (desk.use.disabled, desk.fetch.disabled, desk.drop.disabled) == (True, True, True)
    assert desk.facts.value == ""


def test_a_choice_alone_fetches_nothing(desk):
    """It can be used; it cannot be fetched yet."""
    desk.candidates.value = 1
    assert (desk.use.disabled, desk.fetch.disabled) == (False, True)
    assert desk.facts.value == ""


@pytest.mark.parametrize(("place", "period"), [(0, ">10<"), (1, ">20<")])
def test_choose_use_fetch(desk, place, period):
    """Using a scope looks the name up again, finds one, and still fetches nothing; only fetching does."""
    desk.candidates.value = place
    desk.use.click()
    assert len(labels(desk)) == 1
    assert "answered" in desk.found.value
    assert desk.facts.value == ""
    desk.fetch.click()
    assert "From the database" in desk.facts.value
    assert period in desk.facts.value


def fetched(desk):
    desk.candidates.value = 0
    desk.use.click()
    desk.fetch.click()
    assert "From the database" in desk.facts.value
    return desk


@pytest.mark.parametrize("act", ["search", "drop"])
def test_no_fact_outlives_its_question(desk, act):
    """A value beside another question would be an answer to it."""
    getattr(fetched(desk), act).click()
    assert desk.facts.value == ""


def test_another_choice_takes_the_facts_off(desk):
    fetched(desk)
    desk.question.value = "temperature"
    desk.search.click()
    desk.candidates.value = 0
    desk.fetch.click()
    assert "From the database" in desk.facts.value
    desk.candidates.value = None
    assert desk.facts.value == ""


def test_dropping_the_scope_asks_again(desk):
    fetched(desk)
    desk.drop.click()
    assert desk.chosen is None
    assert len(labels(desk)) == 2
    assert desk.candidates.value is None


def test_routes_follow_the_kind(desk):
    """A signal has no period of its own to ask for."""
    desk.question.value = "temperature"
    desk.search.click()
    desk.candidates.value = 0
    assert list(desk.route.options) == ["signal_facts"]


def test_a_failure_is_shown_and_leaves_no_fact(store):
    class Failing:
        def __init__(self):
            self.search = store.search

        def fetch(self, *_args):
            raise StoreError("the <store> is gone")

    desk = Desk(Failing(), NAME)
    desk.candidates.value = 0
    desk.use.click()
    desk.fetch.click()
    assert "the &lt;store&gt; is gone" in desk.problem.value
    assert desk.facts.value == ""
    desk.search.click()
    assert desk.problem.value == ""


def test_a_model_finds_and_the_person_still_chooses(store):
    """Its words stand apart, both scopes are offered, and nothing is chosen."""
    relay = ChatRelay(store.search, hasty_model(NAME, store.search(NAME)))
    desk = Desk(store, NAME, relay.say)
    desk.ask.click()
    assert "Not evidence" in desk.words.value
    assert len(labels(desk)) == 2
    assert desk.candidates.value is None
    desk.search.click()
    assert desk.words.value == ""


def test_a_model_that_looks_nothing_up_leaves_an_empty_desk(store):
    """Candidates of an earlier question must not pass for its answer."""

    def talk(text, chosen):
        return Turn(text=text, chosen=chosen, model="m", words="10 ms", lookups=(), notes=())

    desk = Desk(store, NAME, talk)
    desk.ask.click()
    assert labels(desk) == []
    assert desk.fetch.disabled


def test_without_a_kernel_the_first_answer_stands(store, monkeypatch):
    shown = []
    monkeypatch.setattr("labcore.notebook.desk.display", lambda data, raw: shown.append(data))
    fact_desk(store, NAME)
    (bundle,) = shown
    html = bundle["text/html"].replace("<wbr>", "")
    assert "SAMPLE_SNAP_BASE" in html
    assert "SAMPLE_SNAP_REVISED" in html
    assert "transmit_period" not in html
    assert set(bundle) == {"application/vnd.jupyter.widget-view+json", "text/html", "text/plain"}
