"""``labcore check --answers`` as a person and a program call it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from labcore.cli.main import root
from labcore.errors import FixtureError, ParameterError

FIXTURES = Path(__file__).parents[2] / "fixtures"
RIGHT = {
    "evidence_id": "blue-org-storage",
    "version": "v1",
    "tenant": "blue",
    "scope": "size of all files of one organisation",
    "unit": "GB",
    "value": "500",
    "allowed": None,
    "declined": None,
}


@pytest.fixture
def file(tmp_path):
    """Write answers about the storage, one question each."""

    def write(*answers):
        path = tmp_path / "mine.jsonl"
        rows = [
            {"_id": f"q{n}", "fact": "organisation-storage", "bundle": ["blue-org-storage"], "answer": answer}
            for n, answer in enumerate(answers, start=1)
        ]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return path

    return write


def call(*args, fixtures=("limits",)):
    folders = [str(FIXTURES / name) for name in fixtures]
    return CliRunner().invoke(root, ["check", *folders, *map(str, args)], catch_exceptions=False)


def test_all_accepted_ends_with_0(file, tmp_path):
    result = call("--answers", file(json.dumps(RIGHT)), "--out", tmp_path / "out")
    assert result.exit_code == 0
    assert "coverage: 1 of 1 questions" in result.output
    assert "accepted: 1 of the 1 parsed" in result.output


def test_what_a_model_wrote_cannot_move_the_cursor(file, tmp_path):
    """Its words are shown escaped."""
    said = json.dumps({**dict.fromkeys(RIGHT), "declined": "\x1b[2Jnothing to say"})
    result = call("--answers", file(said), "--out", tmp_path / "out")
    assert "nothing to say" in result.output
    assert "\x1b" not in result.output


def test_what_was_not_accepted_is_named_and_everything_is_kept(file, tmp_path):
    wrong = json.dumps({**RIGHT, "value": "600"})
    result = call("--answers", file(json.dumps(RIGHT), wrong, "500 GB"), "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "q2 attempt 1: refused: value; value: expected 500 GB; got 600 GB" in result.output
    assert "q3 attempt 1: parser failure; not one JSON object" in result.output
    assert "coverage: 2 of 3 questions; the others are neither right nor wrong" in result.output
    kept = [json.loads(line) for line in (tmp_path / "out" / "answers.jsonl").read_text().splitlines()]
    assert [row["outcome"] for row in kept] == ["accepted", "refused: value", "parser failure"]
    assert kept[1]["answer"] == wrong
    assert kept[1]["next_step"].startswith("Refuse the number")


def test_for_programs_the_report_is_json(file, tmp_path):
    result = call("--answers", file(json.dumps(RIGHT)), "--out", tmp_path / "out", "--json")
    report = json.loads(result.output)
    assert (report["questions"], report["parsed"], report["accepted"]) == (1, 1, 1)


def test_no_answer_at_all_is_no_success(file, tmp_path):
    assert call("--answers", file(), "--out", tmp_path / "out").exit_code == 1


def test_the_schema_is_printed():
    schema = json.loads(call("--schema", fixtures=()).output)
    assert "evidence_id" in schema["required"]


@pytest.mark.parametrize("fixtures", [(), ("limits", "policies")])
def test_answers_need_one_fixture(file, fixtures):
    with pytest.raises(ParameterError, match="answers are checked against one fixture, got"):
        call("--answers", file("x"), fixtures=fixtures)


def test_answers_need_facts(file):
    with pytest.raises(FixtureError, match=r"checking answers needs propositions.jsonl"):
        call("--answers", file("x"), fixtures=("policies",))


def test_a_file_that_cannot_be_read_is_wrong_use(tmp_path):
    with pytest.raises(ParameterError, match="answers must be a file that can be read, got"):
        call("--answers", tmp_path / "none.jsonl")
