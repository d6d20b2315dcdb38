"""Messages of labcore.errors."""

import pytest

from labcore import errors


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        pytest.param({}, "k must be positive", id="a rule alone"),
        pytest.param({"got": -1}, "k must be positive, got -1", id="the value that broke it"),
        pytest.param({"place": "a.jsonl:7"}, "a.jsonl:7: k must be positive", id="the place comes first"),
        pytest.param({"remedy": "Give 1"}, "k must be positive. Give 1", id="what to do comes last"),
        pytest.param(
            {"got": "x", "place": "p", "remedy": "R"},
            "p: k must be positive, got x. R",
            id="everything at once",
        ),
    ],
)
def test_message_names_rule_value_place_and_remedy(parts, message):
    assert str(errors.LabError("k must be positive", **parts)) == message


def test_a_huge_value_is_shortened():
    """A value of a million characters does not drown the message."""
    assert len(str(errors.LabError("rule", got="x" * 1_000_000))) < 300


def test_every_error_is_a_lab_error():
    """One except clause catches all that labcore raises on purpose."""
    kinds = [getattr(errors, name) for name in errors.__all__ if name.endswith("Error")]
    assert len(kinds) >= 10
    assert all(issubclass(kind, errors.LabError) for kind in kinds)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        pytest.param({"got": "p\x1b[2J\nq"}, r"rule, got p\x1b[2J\nq", id="a value that clears the screen"),
        pytest.param({"place": "a\n.tsv:7"}, r"a\n.tsv:7: rule", id="a file name of two lines"),
        pytest.param({"got": "a\u202eb"}, r"rule, got a\u202eb", id="a value that turns the text around"),
        pytest.param({"got": "\ud800"}, r"rule, got \ud800", id="half a character"),
        pytest.param({"remedy": "Do\nthis\r"}, "rule. Do\nthis\\r", id="a remedy of two lines keeps them"),
    ],
)
def test_a_message_moves_no_cursor(parts, message):
    """Values and places come from outside; what a terminal would obey is shown instead."""
    assert str(errors.LabError("rule", **parts)) == message


def test_what_can_be_seen_stays_as_it_is():
    assert errors.visible("Größe 大小 x²") == "Größe 大小 x²"


def test_a_missing_extra_names_the_extra():
    assert "pip install 'labcore[dbc]'" in str(errors.ExtraMissingError.of("dbc", "reading DBC files"))


def test_notebooks_show_one_line():
    """IPython prints these lines in place of a traceback."""
    assert errors.UnitError("no such unit", got="Mb")._render_traceback_() == [
        "UnitError: no such unit, got Mb"
    ]
