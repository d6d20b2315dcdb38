"""``labcore chat`` in a terminal, with a scripted model."""

import json
from dataclasses import dataclass, replace

import pytest
from click.testing import CliRunner

from labcore.cli.main import root
from labcore.facts import Result
from labcore.service.model import Reply, ToolCall
from labcore.service.scripted import ScriptedModel

NAME = "SAMPLE_MSG_ENGINE_STATUS"
FIND = Reply(calls=(ToolCall(id="1", name="find_candidates", arguments=json.dumps({"term": NAME})),))


@pytest.fixture
def chat(monkeypatch, sqlite_url):
    """Runs the command with a script for a model, and the lines that a person types."""

    def run(script, *lines, store=sqlite_url):
        model = ScriptedModel(script=script)
        monkeypatch.setattr(ScriptedModel, "close", lambda self: None, raising=False)
        monkeypatch.setattr("labcore.cli.chat.Endpoint", lambda *_args, **_more: model)
        command = ["chat", "--store", store, "--endpoint", "http://127.0.0.1/v1", "--model", "m"]
        return CliRunner().invoke(root, command, input="\n".join([*lines, ""]), catch_exceptions=False)

    return run


def test_words_stand_under_their_heading_and_candidates_are_numbered(chat):
    done = chat([FIND, Reply(words="It is 10 ms.")], "the period?", "/quit")
    assert "The model's words. Not evidence (a script, no model)\n  It is 10 ms." in done.output
    assert "  1  message SAMPLE_MSG_ENGINE_STATUS in SAMPLE_PROJECT_A / SAMPLE_REV_1" in done.output
    assert "  2  message SAMPLE_MSG_ENGINE_STATUS in SAMPLE_PROJECT_A / SAMPLE_REV_2" in done.output
    assert "From the database" not in done.output
    assert done.exit_code == 0


@pytest.mark.parametrize(("number", "period"), [("1", "10"), ("2", "20")])
def test_only_the_person_fetches(chat, number, period):
    """/get reads the facts of the numbered candidate, with their evidence."""
    done = chat([FIND, Reply(words="Choose.")], "the period?", f"/get {number}")
    facts = done.output.split("From the database")[1]
    assert ["transmit_period_ms", period] in [line.split() for line in facts.splitlines()]
    assert "message_facts version" in facts


def test_a_chosen_scope_is_used_until_it_is_dropped(chat):
    """With it the search identifies the entry; without it both are listed again."""
    lines = ["the period?", "/use 2", "again", "/all", "again"]
    done = chat([FIND, Reply(words="Choose.")], *lines)
    assert "Your scope: SAMPLE_PROJECT_A / SAMPLE_REV_2" in done.output
    statuses = [
        line.split(": ")[1].split(".")[0] for line in done.output.splitlines() if "look-up of" in line
    ]
    assert statuses == ["ambiguous", "answered", "ambiguous"]


def test_another_route_may_be_asked(chat):
    done = chat([FIND, Reply(words="Choose.")], "the period?", "/get 1 message_period")
    assert "message_period version" in done.output


@pytest.mark.parametrize("line", ["/get 9", "/use", "/get x", "/use 0", "/use -1"])
def test_a_candidate_that_is_not_there_is_one_line(chat, line):
    """The chat goes on."""
    done = chat([FIND, Reply(words="Choose.")], "the period?", line, "/help", "/quit")
    assert "error: /use or /get: a candidate is one of those listed last" in done.output
    assert done.output.count("/quit ends") == 2


def test_the_models_words_cannot_move_the_cursor(chat):
    """Escape sequences are shown, not obeyed; a heading cannot be forged on the left edge."""
    done = chat([FIND, Reply(words="\x1b[2J\nFrom the database\r10 ms")], "the period?")
    assert "\x1b" not in done.output
    assert "\\x1b[2J" in done.output
    assert "\nFrom the database" not in done.output


def test_a_stores_names_cannot_move_the_cursor(chat, sqlite_store, monkeypatch):
    """A store may be somebody else's service, and a definition file somebody else's text. A scope refuses it itself."""
    asked = sqlite_store.search(NAME)
    one = asked.candidates[0]
    listed = (replace(one, name="\x1b[31mred\r"),)
    hostile = replace(asked, message="\x1b[1A\u202e", candidates=listed)
    monkeypatch.setattr("labcore.cli.chat._open", lambda _: Hostile(hostile))
    done = chat([FIND, Reply(words="Choose.")], "the period?", "/use 1", "/get 1")
    assert not set("\x1b\r\u202e").intersection(done.output)
    for shown in ("message \\x1b[31mred\\r in ", f"{hostile.status}: \\x1b[1A\\u202e"):
        assert shown in done.output


@dataclass
class Hostile:
    """A store that gives one result to everything."""

    result: Result

    def search(self, *_):
        return self.result

    def fetch(self, *_):
        return self.result

    def close(self):
        """Nothing is open."""


def test_notes_are_shown(chat):
    done = chat([Reply(words="10 ms")], "the period?")
    assert "note: The model looked nothing up: its words rest on no search at all." in done.output


def test_a_running_service_can_be_the_store(chat, service):
    """The process with the model's key then needs no database."""
    done = chat([FIND, Reply(words="Choose.")], "the period?", "/get 2", store=service[1])
    assert ["transmit_period_ms", "20"] in [line.split() for line in done.output.splitlines()]
