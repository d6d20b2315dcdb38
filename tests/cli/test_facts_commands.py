"""``labcore facts`` and ``labcore bench facts``, as a person and a program call them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from labcore.cli.main import root
from labcore.errors import ParameterError
from labcore.facts import Result

FIXTURE = Path(__file__).parents[2] / "fixtures" / "definitions"
NAME = "SAMPLE_MSG_ENGINE_STATUS"
BASE = (
    *("--project", "SAMPLE_PROJECT_A", "--revision", "SAMPLE_REV_1"),
    *("--network", "SAMPLE_NET_POWERTRAIN", "--snapshot", "SAMPLE_SNAP_BASE"),
)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """The URL of a store that the load command has made."""
    url = f"sqlite:///{tmp_path_factory.mktemp('cli') / 'facts.sqlite'}"
    assert call("facts", "load", FIXTURE, "--into", url).exit_code == 0
    return url


def call(*args):
    """Run a command in this process."""
    return CliRunner().invoke(root, [str(arg) for arg in args], catch_exceptions=False)


def test_a_person_sees_both_versions_and_none_chosen(store):
    """The question of the case study, without a scope."""
    result = call("facts", "search", NAME, "--store", store)
    assert result.exit_code == 1
    for shown in (
        "ambiguous:",
        "SAMPLE_SNAP_BASE",
        "SAMPLE_SNAP_REVISED",
        "none is chosen for you",
        "Evidence",
    ):
        assert shown in result.output


def test_the_store_has_one_name_in_every_command(tmp_path):
    """--into is the older name of the same option."""
    urls = [f"sqlite:///{tmp_path / name}" for name in ("a.sqlite", "b.sqlite")]
    for option, url in zip(("--store", "--into"), urls, strict=True):
        assert call("facts", "load", FIXTURE, option, url).exit_code == 0
    assert call("facts", "verify", *urls).exit_code == 0
    assert "--store, --into" in call("facts", "load", "--help").output


def test_a_path_without_its_scheme_is_shown_with_it(tmp_path):
    with pytest.raises(
        ParameterError, match=r"got build/mine.sqlite. For example sqlite:///build/mine.sqlite"
    ):
        call("facts", "coverage", "--store", "build/mine.sqlite")
    with pytest.raises(ParameterError, match=r"For example sqlite:///build/facts.sqlite") as caught:
        call("facts", "coverage", "--store", "mysql://me:secret@host/x")
    assert "secret" not in str(caught.value)


def test_facts_come_with_their_evidence(store):
    """10 ms, the query and its version, where it stands, and the safeguards."""
    result = call("facts", "get", NAME, *BASE, "--store", store)
    assert result.exit_code == 0
    for shown in (
        "From the database",
        "transmit_period_ms",
        "10",
        "message_facts version 1",
        "messages.csv:2",
        "mode=ro",
    ):
        assert shown in result.output


def test_a_term_of_another_kind_is_shown(store):
    """Temperature, asked for as a message."""
    output = call("facts", "search", "temperature", "--kind", "message", "--store", store).output
    assert "It is a signal" in output
    assert "Found as another kind" in output


@pytest.mark.parametrize(
    ("args", "status", "code"),
    [
        pytest.param(("search", NAME, *BASE), "answered", 0, id="identified"),
        pytest.param(("search", NAME), "ambiguous", 1, id="no scope"),
        pytest.param(("search", "motor state", *BASE), "not_found", 1, id="an alias that nobody approved"),
        pytest.param(("search", "gear", "--kind", "mapping", "--network", "SAMPLE_NET_BODY"), "coverage_gap", 1, id="not recorded"),
        pytest.param(("get", NAME, "--route", "message_author", *BASE), "unsupported", 1, id="no such route"),
        pytest.param(("search", " "), "invalid_request", 2, id="a blank term"),
    ],
)  # fmt: skip
def test_each_status_by_command(store, args, status, code):
    """The exit code tells an answer from a refusal, and the JSON form is the record."""
    result = call("facts", *args, "--store", store, "--json")
    assert result.exit_code == code
    read = Result.from_dict(json.loads(result.output))
    assert read.status == status
    assert read.evidence.engine == "sqlite"


def test_coverage_is_shown_and_written(store):
    """Four snapshots with their counts, five routes with their limits."""
    shown = call("facts", "coverage", "--store", store).output
    assert "SAMPLE_SNAP_SURVEY" in shown
    assert "does not cover" in shown
    data = json.loads(call("facts", "coverage", "--store", store, "--json").output)
    assert (len(data["snapshots"]), len(data["routes"])) == (4, 5)


def test_two_equal_stores_are_verified(store):
    """The folder against the store; its registered cases are put to both."""
    result = call("facts", "verify", FIXTURE, store)
    assert result.exit_code == 0
    assert "cases" in result.output


def test_a_changed_value_is_named_and_fails(store, tmp_path):
    """Table, key, column and both values; exit code 1."""
    path = tmp_path / "changed.sqlite"
    call("facts", "load", FIXTURE, "--into", f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE message SET transmit_period_ms = 12 WHERE entry_id = 1")
        connection.commit()
    result = call("facts", "verify", store, f"sqlite:///{path}")
    assert result.exit_code == 1
    assert "content message: entry_id 1: transmit_period_ms 10 and 12" in result.output
    assert "no registered cases were given" in result.output
    data = json.loads(call("facts", "verify", store, f"sqlite:///{path}", "--json").output)
    assert [one["name"] for one in data if not one["passed"]] == ["message"]


def test_the_evaluation_publishes_what_was_missed(store):
    """Required marks are met, so the exit code is 0; the missed hope and each case stand in the output."""
    result = call("facts", "evaluate", FIXTURE, "--store", store)
    assert result.exit_code == 0
    for shown in ("Baseline", "hoped for", "missed", "not right, paraphrase"):
        assert shown in result.output
    data = json.loads(call("facts", "evaluate", FIXTURE, "--json").output)
    assert {one["family"] for one in data["not_right"]} == {"paraphrase"}


def test_a_missed_required_mark_fails(tmp_path):
    """A mark that asks for the impossible."""
    for name in ("cases.jsonl", "passmarks.json"):
        (tmp_path / name).write_bytes((FIXTURE / name).read_bytes())
    marks = json.loads((tmp_path / "passmarks.json").read_text())
    marks["required"] = [{"family": "paraphrase", "measure": "right", "at_least": 1}]
    (tmp_path / "passmarks.json").write_text(json.dumps(marks))
    url = f"sqlite:///{tmp_path / 's.sqlite'}"
    call("facts", "load", FIXTURE, "--into", url)
    assert call("facts", "evaluate", tmp_path, "--store", url).exit_code == 1


def test_dbc_files_are_collected_and_loaded(tmp_path):
    """From a folder of files to an answer, by three commands."""
    (tmp_path / "files").mkdir()
    text = 'VERSION ""\nBU_: XXX\nBO_ 180 SPEED: 8 XXX\n SG_ SPEED : 47|16@0+ (0.01,0) [0|250] "km/h" XXX\n'
    (tmp_path / "files" / "car.dbc").write_text(text)
    url = f"sqlite:///{tmp_path / 'facts.sqlite'}"
    stated = ("--project", "p", "--revision", "1", "--network", "bus0", "--licence", "MIT")
    assert call("facts", "collect", tmp_path / "files", "--out", tmp_path / "source", *stated).exit_code == 0
    assert call("facts", "load", tmp_path / "source", "--into", url).exit_code == 0
    assert "bus0" in call("facts", "search", "SPEED", "--store", url).output


def test_a_small_benchmark_runs():
    """Five ways on an invented store; nothing is asserted about speed."""
    result = call("bench", "facts", "--grow", 1000, "--calls", 5, "--clients", 2, "--json")
    assert result.exit_code == 0
    (report,) = json.loads(result.output)
    assert [timing["wrong"] for timing in report["timings"]] == [0] * 5
    assert "p99 ms" in call("bench", "facts", "--grow", 1000, "--calls", 2, "--clients", 1).output


def test_a_benchmark_needs_something_to_measure():
    """Neither a store nor a size."""
    with pytest.raises(ParameterError, match="there is something to measure"):
        call("bench", "facts")


@pytest.mark.parametrize("command", ["load", "collect", "coverage", "search", "get", "verify", "evaluate"])
def test_help_has_an_example(command):
    """A person learns a command from one line."""
    assert f"Example: labcore facts {command}" in " ".join(call("facts", command, "--help").output.split())
