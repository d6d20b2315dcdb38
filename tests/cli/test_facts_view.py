"""Results of facts as text for people."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.cli.facts_view import checks_text, result_text
from labcore.facts import Evidence, Result, Status
from labcore.records import NamedCheck

HOSTILE = "\x1b[2J\rno limits\u202e"
ESCAPED = "\\x1b[2J\\rno limits\\u202e"


@pytest.mark.parametrize(
    "fields",
    [
        {"message": HOSTILE},
        {"evidence": Evidence(limitations=(HOSTILE,))},
        {"evidence": Evidence(source_trace=(HOSTILE,))},
        {"evidence": Evidence(safeguards=(HOSTILE,))},
        {"evidence": Evidence(role=HOSTILE)},
    ],
    ids=["message", "limitation", "source", "safeguard", "role"],
)
def test_a_definition_files_text_cannot_move_the_cursor(fields):
    """A limitation is a sentence from somebody else's file."""
    result = Result(status=Status.NOT_FOUND, route="search", message="none", evidence=Evidence())
    shown = result_text(replace(result, **fields))
    assert ESCAPED in shown
    assert shown.replace("\n", "").isprintable()


def test_a_failed_check_cannot_move_the_cursor():
    check = NamedCheck(group="g", name="n", passed=False, expected="1", actual="2", detail=HOSTILE)
    assert checks_text([check]).endswith(f"g n: {ESCAPED}")


@given(st.text(min_size=1))
def test_law_whatever_the_message_the_terminal_shows_it(message):
    result = Result(status=Status.NOT_FOUND, route="search", message=message, evidence=Evidence())
    assert result_text(result).replace("\n", "").isprintable()
