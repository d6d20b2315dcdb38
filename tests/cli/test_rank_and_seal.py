"""``labcore rank``, ``labcore seal`` and the root command, as a person calls them."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from labcore.cli.main import COMMANDS, root
from labcore.cli.rank import rank
from labcore.cli.seal import seal_command
from labcore.cli.tables import table
from labcore.errors import LabError
from labcore.fixture import load
from labcore.records import from_json, from_trec

POLICIES = Path(__file__).parents[2] / "fixtures" / "policies"


def call(*args):
    """Run a command in this process; LabError passes, as the root turns it into one line."""
    return CliRunner().invoke(root, [str(arg) for arg in args], catch_exceptions=False)


def test_rank_shows_queries_families_and_slots():
    result = call("rank", POLICIES, "--ranker", "jaccard", "--ranker", "bm25")
    assert result.exit_code == 0
    for shown in ("== jaccard ==", "== bm25 ==", "q18", "two_passages", "forbidden slots: 0 of"):
        assert shown in result.output


def test_rank_in_short_puts_rankers_side_by_side():
    """Who is right first, per family, and each question whose first hit is wrong."""
    shown = call("rank", POLICIES, "--ranker", "jaccard", "--ranker", "bm25", "--summary").output
    for part in ("jaccard: first hit", "bm25: all evidence", "q01 number", "0 of"):
        assert part in shown


def test_rank_as_json_has_one_entry_per_ranker_and_query():
    data = json.loads(call("rank", POLICIES, "--ranker", "jaccard", "--json").output)
    assert [one["ranker"] for one in data] == ["jaccard"]
    assert len(data[0]["queries"]) == 18
    assert data[0]["forbidden_slots"] == 0


@pytest.mark.parametrize(("split", "count"), [("dev", 2), ("all", 20)])
def test_rank_takes_a_split(split, count):
    data = json.loads(call("rank", POLICIES, "--ranker", "jaccard", "--split", split, "--json").output)
    assert len(data[0]["queries"]) == count


def test_rank_writes_runs_that_read_back(tmp_path):
    """TREC for other tools, JSON with everything; both hold the same lists."""
    call("rank", POLICIES, "--ranker", "bm25", "--trec", tmp_path / "r.trec", "--runs", tmp_path / "r.json")
    kept = from_json((tmp_path / "r.json").read_text())
    listed = {run.query_id: run.hits for run in from_trec((tmp_path / "r.trec").read_text())}
    assert listed == {run.query_id: run.hits for run in kept if run.hits}
    assert all(run.scope is not None for run in kept)


def test_rank_to_standard_output_is_trec_alone():
    assert from_trec(call("rank", POLICIES, "--ranker", "bm25", "--trec", "-").output)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        pytest.param(["--ranker", "jacard"], "Did you mean jaccard", id="a misspelt ranker"),
        pytest.param(["--ranker", "jaccard", "--ranker", "jaccard"], "compared once", id="a ranker twice"),
        pytest.param(["--ranker", "jaccard", "--k", "0"], "k must be a whole number", id="no hits wanted"),
    ],
)
def test_rank_refuses(args, message):
    with pytest.raises(LabError, match=message):
        CliRunner().invoke(rank, [str(POLICIES), *args], catch_exceptions=False)


def test_seal_makes_a_changed_fixture_loadable(tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(POLICIES, folder)
    with (folder / "qrels.tsv").open("a") as out:
        out.write("d02\tpublic-api-rate\t1\n")
    result = CliRunner().invoke(seal_command, [str(folder)], catch_exceptions=False)
    assert "sealed qrels.tsv" in result.output
    assert load(folder).qrels["d02"] == {"public-api-rate": 1}


def test_an_error_is_one_line_and_code_two(tmp_path):
    """The installed command, not the function: no traceback reaches a person."""
    done = subprocess.run(
        [sys.executable, "-m", "labcore", "rank", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_each_command_has_help_with_an_example(name):
    help_text = call(name, "--help").output
    assert "labcore" in help_text
    assert "Example" in help_text


def test_help_lists_every_command():
    listed = call("--help").output
    assert all(f"  {name} " in listed for name in COMMANDS)


def test_an_unknown_command_is_refused():
    assert call("nope").exit_code == 2


def test_a_table_aligns_and_escapes():
    """Numbers to the right, None as a dash, an escape sequence made visible."""
    text = table(("name", "n"), [("a\x1b[2J", 1), ("b", None)])
    assert text == "name      n\n--------  -\na\\x1b[2J  1\nb         -"
