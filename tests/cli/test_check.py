"""``labcore check`` as a person and a program call it."""

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from labcore.cli.main import root
from labcore.errors import ParameterError

FIXTURES = Path(__file__).parents[2] / "fixtures"


def call(*args):
    return CliRunner().invoke(root, ["check", *map(str, args)], catch_exceptions=False)


def test_the_five_groups_and_their_counts_are_printed(tmp_path):
    result = call(FIXTURES / "limits", "--out", tmp_path)
    assert result.exit_code == 0
    for row in ("preserved inputs  3 of 3", "facts       6 of 6", "36 of 36", "transformations   8 of 8"):
        assert row in result.output
    assert "limits: 89 of 89 named checks passed; their groups are not parts of a score" in result.output
    assert "without all required evidence: jaccard/q01, jaccard/q02" in result.output


def test_every_check_is_kept_by_name(tmp_path):
    call(FIXTURES / "limits", "--out", tmp_path)
    kept = json.loads((tmp_path / "correctness.json").read_text(encoding="utf-8"))
    assert [len(group["checks"]) for group in kept["groups"]] == [3, 6, 36, 8, 36]
    assert kept["passed"] is True
    assert "score" not in json.dumps(kept)
    suites = ET.fromstring((tmp_path / "correctness.xml").read_text(encoding="utf-8"))  # noqa: S314  # our own
    assert sum(int(suite.get("tests", 0)) for suite in suites) == 89
    assert (tmp_path / "correctness.html").is_file()


def test_a_failed_check_is_named_and_ends_with_1(tmp_path):
    folder = Path(shutil.copytree(FIXTURES / "limits", tmp_path / "limits"))
    path = folder / "transformations.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"version"}', '"value"}'), encoding="utf-8")
    result = call(folder, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert (
        "FAILED limits: transformations / changed-rule-old-candidate: "
        "expected refused: value; got refused: version"
    ) in result.output
    assert "limits: 87 of 89 named checks passed" in result.output


def test_a_fixtures_names_cannot_move_the_cursor(tmp_path):
    folder = Path(shutil.copytree(FIXTURES / "limits", tmp_path / "limits"))
    path = folder / "transformations.jsonl"
    text = path.read_text(encoding="utf-8").replace('"version"}', '"value"}')
    path.write_text(text.replace('"changed-rule-old', '"\\u001b[2Jchanged-rule-old'), encoding="utf-8")
    output = call(folder, "--out", tmp_path / "out").output
    assert "FAILED limits: transformations / \\x1b[2Jchanged-rule-old-candidate" in output
    assert "\x1b" not in output


def test_a_query_that_stands_twice_in_a_record_is_a_failed_check(tmp_path):
    """And not a report that ends because two checks have one name."""
    folder = Path(shutil.copytree(FIXTURES / "limits", tmp_path / "limits"))
    path = folder / "recorded" / "record.json"
    about = json.loads(path.read_text(encoding="utf-8"))
    about["queries"]["jaccard"].append("q01")
    path.write_text(json.dumps(about), encoding="utf-8")
    result = call(folder, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert (
        "FAILED limits: replayed lists / jaccard in record.json: "
        "expected a recording that can be read; got named more than once: q01"
    ) in result.output


def test_for_programs_it_prints_the_json_alone(tmp_path):
    result = call(FIXTURES / "limits", "--out", tmp_path, "--json")
    assert result.output == (tmp_path / "correctness.json").read_text(encoding="utf-8")


def test_without_a_name_every_fixture_of_the_folder_is_checked(tmp_path, monkeypatch):
    for name in ("limits", "policies"):
        shutil.copytree(FIXTURES / name, tmp_path / "fixtures" / name)
    monkeypatch.chdir(tmp_path)
    result = call()
    assert result.exit_code == 0
    assert "limits: 89 of 89" in result.output
    assert "policies: 39 of 39" in result.output
    assert (tmp_path / "build" / "check" / "correctness.json").is_file()


def test_a_folder_without_fixtures_is_wrong_use(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ParameterError, match="labcore check needs a fixture, got no fixtures"):
        call()


def test_help_has_an_example():
    assert "Example: labcore check fixtures/limits" in call("--help").output
