"""``labcore rank``, ``labcore seal`` and the root command, as a person calls them."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
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
        pytest.param(
            ["--ranker", "jacard"], "unknown ranker 'jacard'. Did you mean jaccard", id="a misspelt ranker"
        ),
        pytest.param(["--ranker", "jaccard", "--ranker", "jaccard"], "compared once", id="a ranker twice"),
        pytest.param(["--ranker", "jaccard", "--k", "0"], "k must be a whole number", id="no hits wanted"),
        pytest.param(
            ["--trec", "no/where/x"], "--trec takes a file in a folder that is there", id="no folder"
        ),
        pytest.param(
            ["--runs", "no/where/x"], "--runs takes a file in a folder that is there", id="none either"
        ),
        pytest.param(["--trec", ""], "--trec takes a file", id="an empty name"),
        pytest.param(
            ["--trec", "-", "--runs", "-"], "standard output takes one kind of run", id="two at once"
        ),
    ],
)
def test_rank_refuses(args, message):
    with pytest.raises(LabError, match=message):
        CliRunner().invoke(rank, [str(POLICIES), *args], catch_exceptions=False)


def test_a_place_that_cannot_be_written_is_refused_before_the_work(monkeypatch):
    """A long search would otherwise be lost at its end."""
    monkeypatch.setattr("labcore.cli.rank.load", None)
    with pytest.raises(LabError, match="a folder that is there"):
        call("rank", POLICIES, "--trec", "no/where/x")


def test_ids_that_trec_cannot_carry_are_refused_before_the_work(tmp_path, monkeypatch):
    (tmp_path / "corpus.jsonl").write_text('{"_id": "report 7.pdf", "text": "x"}')
    (tmp_path / "queries.jsonl").write_text('{"_id": "q", "text": "x"}')
    assert "report 7.pdf" in call("rank", tmp_path, "--ranker", "jaccard").output
    monkeypatch.setattr("labcore.cli.rank.compare_rankers", None)
    with pytest.raises(
        LabError, match="no white space in a name, got 'report 7.pdf'. Write the runs as JSON"
    ):
        call("rank", tmp_path, "--ranker", "jaccard", "--trec", tmp_path / "x")


def test_rank_to_standard_output_may_be_json_alone():
    assert from_json(call("rank", POLICIES, "--ranker", "bm25", "--runs", "-").output)


def test_rank_takes_any_depth():
    """More than there are passages, and more than 64 bits."""
    data = json.loads(call("rank", POLICIES, "--ranker", "jaccard", "--k", 10**20, "--json").output)
    assert data[0]["forbidden_slots"] == 0


def test_a_title_moves_no_cursor(tmp_path):
    folder = Path(shutil.copytree(POLICIES, tmp_path / "copy"))
    declared = json.loads((folder / "fixture.json").read_text())
    (folder / "fixture.json").write_text(json.dumps(declared | {"title": "a\x1b[2J"}))
    assert r"a\x1b[2J: 20 passages" in call("rank", folder, "--ranker", "jaccard").output


@pytest.mark.parametrize(
    ("raised", "code", "shown"),
    [
        pytest.param(
            "OSError(28, 'No space left on device')", 2, "error: No space left on device", id="full"
        ),
        pytest.param(
            "PermissionError(13, 'Permission denied', 'x')", 2, "error: x: Permission denied", id="denied"
        ),
        pytest.param("KeyboardInterrupt()", 130, "\ninterrupted", id="interrupted"),
        pytest.param("BrokenPipeError(32, 'Broken pipe')", 1, "", id="the reader has gone"),
        pytest.param("click.UsageError('no')", 2, "Error: no", id="wrong use"),
        pytest.param("SystemExit(1)", 1, "", id="a failed check"),
    ],
)
def test_however_it_ends_no_traceback_reaches_a_person(raised, code, shown):
    source = (
        "import click\nfrom labcore.cli.main import main, root\n"
        f"def fail(ctx): raise {raised}\n"
        "root.invoke = fail\nmain()\n"
    )
    done = subprocess.run([sys.executable, "-c", source, "rank"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.rstrip("\n")) == (code, shown)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_output_comes_in_any_encoding(tmp_path, encoding):
    """What a terminal cannot show is escaped; a run file on standard output is UTF-8 all the same."""
    (tmp_path / "corpus.jsonl").write_text('{"_id": "größe-大", "text": "x"}', encoding="utf-8")
    (tmp_path / "queries.jsonl").write_text('{"_id": "q", "text": "x"}', encoding="utf-8")
    command = [sys.executable, "-m", "labcore", "rank", str(tmp_path), "--ranker", "jaccard"]
    env = os.environ | {"PYTHONIOENCODING": encoding}
    assert subprocess.run(command, env=env, capture_output=True, check=False).returncode == 0
    done = subprocess.run([*command, "--trec", "-"], env=env, capture_output=True, check=False)
    assert done.stdout.decode() == "q Q0 größe-大 1 1.0 jaccard\n"


def test_a_reader_that_has_seen_enough_is_no_error():
    """As ``| head -1`` is: nothing on standard error, not even at the interpreter's end."""
    command = [sys.executable, "-m", "labcore", "rank", str(POLICIES), "--ranker", "jaccard", "--runs", "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


def test_seal_makes_a_changed_fixture_loadable(tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(POLICIES, folder)
    with (folder / "qrels.tsv").open("a") as out:
        out.write("d02\tpublic-api-rate\t1\n")
    result = CliRunner().invoke(seal_command, [str(folder)], catch_exceptions=False)
    assert "changed qrels.tsv\n" in result.output
    assert load(folder).qrels["d02"] == {"public-api-rate": 1}


def test_seal_tells_that_the_required_evidence_is_gone(tmp_path):
    """Sealed without it the fixture is valid, and nothing in it is measured."""
    folder = Path(shutil.copytree(POLICIES, tmp_path / "copy"))
    (folder / "qrels.tsv").rename(folder / "old.tsv")
    output = call("seal", folder).output
    assert output.startswith("added old.tsv\nremoved qrels.tsv\n")
    assert "20 queries, 0 of them with required evidence, sealed" in output


def test_seal_says_when_nothing_differs(tmp_path):
    """19 of the 20 questions require evidence: d02 is asked of a corpus that cannot answer it."""
    folder = Path(shutil.copytree(POLICIES, tmp_path / "copy"))
    assert call("seal", folder).output == (
        "no file differs from the last seal\n"
        "policies: 20 passages, 20 queries, 19 of them with required evidence, sealed\n"
    )


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


def test_an_unknown_command_is_refused_with_the_near_miss():
    with pytest.raises(LabError, match=r"unknown command 'rnak'. Did you mean rank\? Known: answers"):
        call("rnak")


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_table_of_help_says_what_the_command_says(name):
    """The line stands twice so that the table needs no import; this holds the two equal."""
    command = root.get_command(click.Context(root), name)
    assert COMMANDS[name].partition(" ")[2] == command.short_help


def test_help_imports_no_command():
    """So that it comes at once, however many commands there are and whatever they need."""
    source = (
        "import sys\nfrom labcore.cli.main import COMMANDS, root\n"
        "root.main(['--help'], standalone_mode=False)\n"
        "known = {line.split(':')[0] for line in COMMANDS.values()}\n"
        "assert not known & set(sys.modules), known & set(sys.modules)\n"
        "assert 'numpy' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_wide_letters_take_two_columns():
    """And combining marks none, so that columns stay under each other in a terminal."""
    assert table(("a", "b"), [("大", 1), ("e\u0301", 2)]) == "a   b\n--  -\n大  1\ne\u0301   2"


def test_a_table_aligns_and_escapes():
    """Numbers to the right, None as a dash, an escape sequence made visible."""
    text = table(("name", "n"), [("a\x1b[2J", 1), ("b", None)])
    assert text == "name      n\n--------  -\na\\x1b[2J  1\nb         -"


def test_a_full_disk_leaves_the_old_runs_and_no_half_file(tmp_path):
    """A limit of 64 bytes a file stands for the disk; the runs need more."""
    place = tmp_path / "runs.trec"
    place.write_text("old")
    source = (
        "import resource\nfrom labcore.cli import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))\nmain()\n"
    )
    arguments = ["rank", str(POLICIES), "--ranker", "jaccard", "--trec", str(place)]
    done = subprocess.run(
        [sys.executable, "-c", source, *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (2, "error: File too large\n")
    assert place.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["runs.trec"]


@pytest.mark.parametrize(
    "module",
    [
        pytest.param("labcore.cli.main", id="before anything of ours"),
        pytest.param("labcore.cli.rank", id="the command's own module"),
    ],
)
def test_an_interruption_while_modules_are_imported_is_one_line(module):
    source = (
        "import runpy, sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "runpy.run_module('labcore', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", source, "rank"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (130, "interrupted")


def test_an_interruption_outside_of_the_command_is_one_line():
    """While output is flushed, for instance, where click no longer looks."""
    source = (
        "from labcore.cli import main as _\nimport labcore.cli.main as m\n"
        "import sys\nm = sys.modules['labcore.cli.main']\n"
        "def fail(): raise KeyboardInterrupt\n"
        "m._run = fail\nm.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "interrupted\n")
