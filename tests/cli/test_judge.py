"""``labcore judge`` as a person and a program call it."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from labcore.cli.main import root
from labcore.errors import ParameterError

LIMITS = Path(__file__).parents[2] / "fixtures" / "limits"


def call(*args):
    return CliRunner().invoke(root, ["judge", str(LIMITS), *map(str, args)], catch_exceptions=False)


def test_kills_stand_beside_the_acceptances():
    lines = call("--judge", "oracle", "--judge", "always-reject", "--judge", "rouge-l").output.splitlines()
    assert lines[0].split()[:4] == ["judge", "valid", "equivalents", "killed"]
    assert lines[2].split()[:4] == ["oracle", "6/6", "17/17", "36/36"]
    assert lines[3].split()[:4] == ["always-reject", "0/6", "0/17", "36/36"]
    assert lines[3].endswith("rejects everything: tells nothing apart")
    assert lines[4].split()[:4] == ["rouge-l@0.5", "6/6", "16/17", "0/36"]


def test_a_threshold_and_its_curve():
    output = call("--judge", "overlap", "--threshold", "0.9", "--curve").output
    assert "overlap@0.9" in output
    assert "== overlap@0.9: what every threshold would say ==" in output
    assert "mutants killed" in output


def test_a_judge_without_scores_shows_no_curve():
    assert "what every threshold" not in call("--judge", "oracle", "--curve").output


def test_what_a_judge_was_wrong_about_is_named():
    output = call("--judge", "rouge-l", "--missed").output
    assert "upload-limit/mutant/value: accept;" in output
    assert "at most 30000000 bytes" in output


def test_a_fixtures_sentence_cannot_move_the_cursor(tmp_path):
    folder = Path(shutil.copytree(LIMITS, tmp_path / "limits"))
    path = folder / "wordings.jsonl"
    path.write_text(
        path.read_text(encoding="utf-8").replace("In tenant", "\\u001b[2JIn tenant"), encoding="utf-8"
    )
    CliRunner().invoke(root, ["seal", str(folder)], catch_exceptions=False)
    called = CliRunner().invoke(root, ["judge", str(folder), "--judge", "rouge-l", "--missed"])
    assert "    \\x1b[2JIn tenant" in called.output
    assert "\x1b" not in called.output


def test_verdicts_come_back_as_a_recorded_judge(tmp_path):
    path = tmp_path / "verdicts.csv"
    call("--judge", "rouge-l", "--verdicts", path)
    again = json.loads(call("--judge", f"csv:{path}", "--json").output)[0]
    first = json.loads(call("--judge", "rouge-l", "--json").output)[0]
    assert again["counts"] == first["counts"]
    assert [cell["opinion"] for cell in again["cells"]] == [cell["opinion"] for cell in first["cells"]]


def test_recorded_verdicts_about_other_sentences_are_refused_with_a_sentence_that_is_meant(tmp_path):
    """They would look like a judge that abstains on everything."""
    path = tmp_path / "verdicts.csv"
    path.write_text("text,opinion\nq01,accept\n", encoding="utf-8")
    expected = r"verdicts.csv: recorded verdicts are found by the whole text .* got q01. The text of upload-limit/valid/as written is 'In tenant blue"
    with pytest.raises(ParameterError, match=expected):
        call("--judge", f"csv:{path}")


@pytest.fixture
def strangers(tmp_path, monkeypatch):
    """A module with judges that break."""
    source = "def broken(*texts):\n    raise OSError('no key \\ud800 here')\n"
    (tmp_path / "strange_judges_for_a_test.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return "call:strange_judges_for_a_test"


def test_a_judge_that_breaks_on_every_case_shows_its_first_error_once(strangers):
    output = call("--judge", f"{strangers}:broken", "--judge", "oracle").output
    line = "abstained on every case; on upload-limit/valid/as written it said: OSError: no key"
    assert output.count(line) == output.count("OSError") == 1


def test_the_verdicts_of_a_judge_that_quotes_half_a_character_are_written_and_read_back(strangers, tmp_path):
    path = tmp_path / "verdicts.csv"
    assert call("--judge", f"{strangers}:broken", "--verdicts", path).exit_code == 0
    assert path.read_text(encoding="utf-8").count("OSError: no key \\ud800 here") == 59
    assert json.loads(call("--judge", f"csv:{path}", "--json").output)[0]["abstentions"] == 59


def test_cases_are_written_for_a_judge_that_runs_elsewhere(tmp_path):
    path = tmp_path / "cases.jsonl"
    call("--judge", "always-accept", "--cases", path)
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 59
    assert rows[0]["candidate"] == rows[0]["expected"]
    assert {row["kind"] for row in rows} == {"valid", "equivalent", "mutant"}


def test_for_programs_every_cell_is_given():
    (grid,) = json.loads(call("--judge", "oracle", "--json").output)
    assert grid["counts"]["mutant"] == {"right": 36, "cases": 36}
    assert len(grid["cells"]) == 59
    assert grid["cells"][-1]["detail"].startswith("polarity: ")


def test_verdicts_of_several_judges_are_wrong_use(tmp_path):
    with pytest.raises(ParameterError, match="verdicts are those of one judge, got oracle, overlap"):
        call("--judge", "oracle", "--judge", "overlap", "--verdicts", tmp_path / "v.csv")


def test_a_judge_named_twice_judges_once():
    assert call("--judge", "oracle", "--judge", "oracle").output.count("oracle") == 1


def test_help_has_the_example():
    assert "Example: labcore judge fixtures/limits --judge cosine" in call("--help").output
