"""``labcore cite``, ``labcore lint`` and ``labcore answers``, as a person calls them."""

import json
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from labcore.cli.main import root
from labcore.errors import FixtureError, ParameterError

FIXTURES = Path(__file__).parents[2] / "fixtures"
MINE = """
from labcore.records import Insufficient

nothing = 3

def refuse(question, bundle):
    return Insufficient(why="mine")
"""


def call(*args):
    return CliRunner().invoke(root, [str(arg) for arg in args], catch_exceptions=False)


@pytest.fixture
def samplenote(tmp_path):
    """A copy that a test may edit."""
    return Path(shutil.copytree(FIXTURES / "samplenote", tmp_path / "samplenote"))


def edit(folder, name, old, new):
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_cite_shows_questions_citations_and_reasons():
    result = call("cite", FIXTURES / "samplenote")
    assert result.exit_code == 0
    for shown in ("control 3 of 8", "filtered 8 of 8", "accepted: 1 of 6; as expected: 6 of 6", "what next"):
        assert shown in result.output
    lines = result.output.splitlines()
    assert sum(line.startswith(("current", "history", "future", "last-day")) for line in lines) == 4
    assert "standard-v2 declares 14 for days kept, not 41" in result.output


def test_cite_as_json_has_every_row():
    data = json.loads(call("cite", FIXTURES / "samplenote", "--json").stdout)
    assert (len(data["questions"]), len(data["citations"])) == (8, 6)
    assert data["citations"][0]["span"] == [0, 66]
    assert data["questions"][0]["excluded"]["standard-v1"] == "expired"


def test_an_edit_is_first_refused_by_its_hash(samplenote):
    edit(samplenote, "citations.jsonl", '"expected": "expired"', '"expected": "fabricated"')
    with pytest.raises(FixtureError, match="citations.jsonl: .* says .* labcore seal FIXTURE"):
        call("cite", samplenote)


def test_an_edited_and_sealed_decision_fails_with_its_row(samplenote):
    edit(samplenote, "citations.jsonl", '"expected": "expired"', '"expected": "fabricated"')
    assert call("seal", samplenote).exit_code == 0
    result = call("cite", samplenote)
    assert result.exit_code == 1
    assert "failed: citation old-policy: expected fabricated, got expired" in result.stderr
    assert "as expected: 5 of 6" in result.output


def test_an_edited_requirement_fails_with_its_question(samplenote):
    edit(samplenote, "qrels.tsv", "future\tstandard-v3", "future\tstandard-v2")
    call("seal", samplenote)
    result = call("cite", samplenote)
    assert result.exit_code == 1
    assert "failed: filtered question future: expected standard-v2, got standard-v3" in result.stderr


def test_cite_says_nothing_about_next_steps_where_all_is_accepted(samplenote):
    path = samplenote / "citations.jsonl"
    path.write_text(path.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
    call("seal", samplenote)
    result = call("cite", samplenote)
    assert (result.exit_code, "what next" in result.output) == (0, False)


def test_a_title_cannot_move_the_cursor(samplenote):
    """Nor can the id of a citation that fails."""
    edit(samplenote, "fixture.json", '"title": "SampleNote: ', '"title": "\\u001b[2J\\u202eSampleNote: ')
    edit(samplenote, "citations.jsonl", '"_id": "old-policy"', '"_id": "\\u001b[31mold-policy"')
    edit(samplenote, "citations.jsonl", '"expected": "expired"', '"expected": "fabricated"')
    call("seal", samplenote)
    result = call("cite", samplenote)
    assert result.output.startswith("\\x1b[2J\\u202eSampleNote: ")
    assert "failed: citation \\x1b[31mold-policy: expected fabricated" in result.stderr
    assert "\x1b" not in result.output + result.stderr


def test_lint_is_silent_about_a_clean_corpus():
    result = call("lint", FIXTURES / "samplenote")
    assert (result.exit_code, result.output) == (0, "nothing is wrong with the days of this corpus\n")


def test_lint_names_file_line_and_what_to_do(samplenote):
    """The second version now starts a month after the first one ends; no seal is asked for."""
    edit(samplenote, "corpus.jsonl", '"effective_from": "2025-01-01"', '"effective_from": "2025-02-01"')
    result = call("lint", samplenote)
    assert result.exit_code == 1
    assert result.output.startswith(
        "corpus.jsonl:2: gap: standard-v2: 1 [2023-01-01, 2025-01-01) is followed by 2"
    )
    assert "(see corpus.jsonl:1)" in result.output
    assert "gap (1): Close it" in result.output


def test_lint_as_json():
    result = call("lint", FIXTURES / "peps", "--json")
    found = [one for one in json.loads(result.stdout) if one["rule"] != "missing_date"]
    assert result.exit_code == 1
    assert [(one["passage"], one["place"]) for one in found] == [("pep0820", "corpus.jsonl:44")]


@pytest.mark.parametrize(("answerer", "code"), [("honest", 0), ("overconfident", 1), ("gullible", 1)])
def test_answers_tells_the_reference_answerers_apart(answerer, code):
    result = call("answers", FIXTURES / "answers", "--answerer", answerer)
    assert result.exit_code == code
    assert f"== {answerer} ==" in result.output
    assert "against the complete bundle" in result.output


def test_answers_as_json():
    checks = json.loads(call("answers", FIXTURES / "answers", "--json").stdout)
    assert {check["group"] for check in checks} == {"answer", "change", "wording"}
    assert all(check["passed"] for check in checks)


def test_answers_takes_your_own_callable(tmp_path, monkeypatch):
    """A module beside the caller, found without being installed."""
    (tmp_path / "my_answerer_for_a_test.py").write_text(MINE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    result = call("answers", FIXTURES / "answers", "--answerer", "my_answerer_for_a_test:refuse")
    assert result.exit_code == 1
    assert "gave refuse where answer is right" in result.output
    with pytest.raises(ParameterError, match="an answerer is a callable"):
        call("answers", FIXTURES / "answers", "--answerer", "my_answerer_for_a_test:nothing")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        pytest.param("def f(:\n", "SyntaxError: ", id="no Python"),
        pytest.param("1 / 0\n", "ZeroDivisionError: division by zero", id="an error at import"),
        pytest.param("import sys\nsys.exit('bye')\n", "SystemExit: bye", id="a program that ends"),
    ],
)
def test_an_answerer_that_cannot_be_imported_is_refused_with_its_error(
    tmp_path, monkeypatch, source, message
):
    (tmp_path / "broken_answerer_for_a_test.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ParameterError, match=f"the answerer could not be imported .{message}"):
        call("answers", FIXTURES / "answers", "--answerer", "broken_answerer_for_a_test:f")


@pytest.mark.parametrize("seconds", ["inf", "nan", "0", "1e300"])
def test_a_time_limit_that_is_none_is_refused(seconds):
    result = call("answers", FIXTURES / "answers", "--seconds", seconds)
    assert result.exit_code == 2
    assert "Invalid value for '--seconds': " in result.output


@pytest.mark.parametrize(
    ("answerer", "message"),
    [
        pytest.param("honset", "no answerer has this name, got honset", id="a misspelt name"),
        pytest.param(".mine:f", "could not be imported .TypeError", id="a relative module"),
        pytest.param("no_such_module_here:f", "could not be imported", id="no module"),
        pytest.param("json:no_such_name", "could not be imported", id="no such name in it"),
    ],
)
def test_answers_refuses_what_it_cannot_call(answerer, message):
    with pytest.raises(ParameterError, match=message):
        call("answers", FIXTURES / "answers", "--answerer", answerer)
