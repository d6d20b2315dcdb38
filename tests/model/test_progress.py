"""Progress goes to stderr: lines always, bars where somebody watches."""

import io

import pytest

from labcore.model import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("stream", "drawn"), [(Terminal(), True), (io.StringIO(), False)], ids=["watched", "a file"]
)
def test_a_bar_is_drawn_only_on_a_terminal(monkeypatch, stream, drawn):
    monkeypatch.setattr("sys.stderr", stream)
    with Progress().bytes("weights", 10) as count:
        count(10)
    assert ("weights" in stream.getvalue()) == drawn


def test_a_line_is_said_on_stderr(capsys):
    Progress().say("one step")
    assert capsys.readouterr() == ("", "one step\n")


def test_quiet_is_silent(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    progress = Progress(quiet=True)
    progress.say("one step")
    with progress.bytes("weights") as count:
        count(1)
    assert stream.getvalue() == ""
