"""``labcore check --answers`` as a person and a program call it."""

import json
import shutil
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
    """Write answers about the storage, one question each: q01, q02, q03."""

    def write(*answers, bundle=("blue-org-storage",)):
        path = tmp_path / "mine.jsonl"
        rows = [
            {"_id": f"q{n:02}", "fact": "organisation-storage", "bundle": bundle, "answer": answer}
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
    assert "coverage: 1 of 1 questions in the file" in result.output
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
    assert "q02 attempt 1: refused: value; value: expected 500 GB; got 600 GB" in result.output
    assert "q03 attempt 1: parser failure; not one JSON object" in result.output
    assert "coverage: 2 of 3 questions in the file; the others are neither right nor wrong" in result.output
    kept = [json.loads(line) for line in (tmp_path / "out" / "answers.jsonl").read_text().splitlines()]
    assert [row["outcome"] for row in kept] == ["accepted", "refused: value", "parser failure"]
    assert kept[1]["answer"] == wrong
    assert kept[1]["next_step"].startswith("Refuse the number")


def test_for_programs_the_report_is_json(file, tmp_path):
    result = call("--answers", file(json.dumps(RIGHT)), "--out", tmp_path / "out", "--json")
    report = json.loads(result.output)
    assert (report["questions"], report["parsed"], report["accepted"]) == (1, 1, 1)
    assert len(report["unanswered"]) == 19


def test_questions_that_the_file_leaves_out_are_named(file, tmp_path):
    """The fixture has twenty questions: q01 to q18, d01 and d02."""
    result = call("--answers", file(*[json.dumps(RIGHT)] * 11), "--out", tmp_path / "out")
    left = "q12, q13, q14, q15, q16, q17, q18, d01, d02"
    assert f"without an answer in the file: 9 of the fixture's 20 questions: {left}\n" in result.output


def test_a_passage_that_the_asker_may_not_use_fails_the_file_even_where_the_answer_is_right(file, tmp_path):
    answers = file(json.dumps(RIGHT), bundle=["blue-org-storage", "red-org-storage"])
    result = call("--answers", answers, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "accepted: 1 of the 1 parsed" in result.output
    line = "q01 attempt 1: was given red-org-storage, not admissible: tenant; belongs to tenant red, asked by blue"
    assert line in result.output
    kept = json.loads((tmp_path / "out" / "answers.jsonl").read_text())
    assert [one["reason"] for one in kept["inadmissible"]] == ["tenant"]


def test_an_attempt_that_came_too_late_fails_nothing(file, tmp_path):
    """The first answer was accepted over its own passage; the second is shown and does not count."""
    answers = file(json.dumps(RIGHT))
    first = json.loads(answers.read_text())
    second = {**first, "attempt": 2, "bundle": ["red-org-storage"]}
    answers.write_text("".join(json.dumps(row) + "\n" for row in (first, second)))
    result = call("--answers", answers, "--out", tmp_path / "out")
    assert "q01 attempt 2: was given red-org-storage, not admissible" in result.output
    assert result.exit_code == 0


def test_without_questions_it_is_said_that_nothing_was_admitted(file, tmp_path):
    folder = Path(shutil.copytree(FIXTURES / "limits", tmp_path / "limits"))
    for name in ("queries.jsonl", "qrels.tsv", "coverage.tsv"):
        (folder / name).unlink()
    shutil.rmtree(folder / "recorded")
    CliRunner().invoke(root, ["seal", str(folder)], catch_exceptions=False)
    answers = file(json.dumps(RIGHT), bundle=["blue-org-storage", "red-org-storage"])
    result = call("--answers", answers, "--out", tmp_path / "out", fixtures=(folder,))
    assert result.exit_code == 0
    assert "the fixture has no questions: neither their ids nor what was admissible" in result.output


def test_an_answer_to_an_unknown_question_is_named_by_its_line(file):
    path = file(json.dumps(RIGHT))
    path.write_text(path.read_text(encoding="utf-8").replace("q01", "q001"), encoding="utf-8")
    with pytest.raises(FixtureError, match=r"mine.jsonl:1: an answer is to a question.*did you mean q01\?"):
        call("--answers", path)


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
