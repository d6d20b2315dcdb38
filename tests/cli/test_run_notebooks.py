"""``labcore run`` and ``labcore notebooks`` as a person calls them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from labcore.cli.notebooks import notebooks_group
from labcore.cli.run import run_command
from labcore.errors import ParameterError

FIXTURES = Path(__file__).parents[1] / "batch" / "notebooks"


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A folder that looks like a clone, with two fixture notebooks; it is the current one."""
    (tmp_path / "notebooks").mkdir()
    for name in ("adds", "fails"):
        shutil.copy(FIXTURES / f"{name}.ipynb", tmp_path / "notebooks")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(command, *arguments):
    return CliRunner().invoke(command, arguments)


def test_one_stops_and_the_other_is_reported(clone):
    """Exit code 1, the place on stderr, a report all the same; two notebooks run side by side."""
    result = call(run_command, "--out", "report", "--jobs", "2")
    assert result.exit_code == 1
    assert "cell 4 (In [3]): divide(k)" in result.stderr
    assert "ZeroDivisionError: integer division or modulo by zero" in result.stderr
    assert result.stdout.startswith("1 of 2 stopped in ")
    read = json.loads((clone / "report" / "results.json").read_text())
    assert [(run["notebook"], run["status"]) for run in read["runs"]] == [
        ("adds", "passed"),
        ("fails", "failed"),
    ]
    assert read["runs"][0]["measured"] == {"total": 2.5}
    assert (clone / "report" / "pages" / "fails.html").is_file()


def test_a_parameter_reaches_the_notebook_and_json_is_for_programs(clone):
    result = call(run_command, "-p", "left=40", "adds", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["runs"][0]["measured"] == {"total": 40.5}
    assert (clone / "build" / "index.html").is_file()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(
            ["-p", "lfet=4", "adds"], r"unknown parameter 'lfet'. Did you mean left\?", id="a near miss"
        ),
        pytest.param(["-p", "left=x", "adds"], "left must be int, got str 'x'", id="another type"),
        pytest.param(["-p", "left", "adds"], "a parameter is given as NAME=VALUE, got left", id="no value"),
        pytest.param(["-p", "=4", "adds"], "a parameter is given as NAME=VALUE, got =4", id="no name"),
        pytest.param(["addz"], r"unknown notebook 'addz'. Did you mean adds\?", id="a notebook"),
        pytest.param(["--grid", "none.json"], "none.json: a grid is a JSON file", id="a grid"),
        pytest.param(["--timeout", "inf"], "seconds above 0 and up to 604800, .* got inf", id="no limit"),
        pytest.param(["--timeout", "nan"], "seconds above 0 and up to 604800, .* got nan", id="no number"),
    ],
)
@pytest.mark.usefixtures("clone")
def test_wrong_use_is_refused_before_anything_runs(arguments, said):
    """The root command turns the error into one line and exit code 2."""
    with pytest.raises(ParameterError, match=said):
        CliRunner().invoke(run_command, arguments, catch_exceptions=False)
    assert not Path("build").exists()


@pytest.mark.usefixtures("clone")
def test_a_folder_of_somebody_else_is_refused_before_anything_runs():
    Path("build").mkdir()
    Path("build/index.html").write_text("mine")
    with pytest.raises(ParameterError, match="only results of an earlier run are replaced"):
        CliRunner().invoke(run_command, [], catch_exceptions=False)
    assert Path("build/index.html").read_text() == "mine"


def test_wrong_use_is_one_line_and_code_two(clone):
    """The whole command, as a shell sees it."""
    command = [sys.executable, "-m", "labcore", "run", "-p", "lfet=4", "adds"]
    result = subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr.startswith("error: adds: unknown parameter 'lfet'. Did you mean left?")
    assert result.stderr.count("\n") == 1


def test_an_interruption_leaves_no_kernel_and_no_half_report(clone):
    """Ctrl-C while two notebooks sleep: code 130, the folder as it was, no process left."""
    for name in ("one", "two"):
        shutil.copy(FIXTURES / "sleeps.ipynb", clone / f"{name}.ipynb")
    mark = os.urandom(8).hex()
    running = subprocess.Popen(
        [sys.executable, "-m", "labcore", "run", "one.ipynb", "two.ipynb", "--jobs", "2"],
        cwd=clone,
        env={**os.environ, "LABCORE_TEST_MARK": mark},
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_hears_interruptions,  # noqa: PLW1509  # a single call into the system, with no lock to wait for
    )
    _wait(lambda: len(_kernels(mark)) == 2)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=240)
    assert (running.returncode, said.splitlines()[-1:]) == (130, ["interrupted; build is as it was"])
    _wait(lambda: not _kernels(mark))
    assert list((clone / "build").iterdir()) == []


def _hears_interruptions():
    """A shell starts what runs in its background deaf to Ctrl-C, and so are the children of a test run there."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _kernels(mark):
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (
                mark.encode() in (folder / "environ").read_bytes()
                and b"ipykernel" in (folder / "cmdline").read_bytes()
            ):
                found.append(folder.name)
        except OSError:
            continue
    return found


def _wait(until, seconds=120):
    limit = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < limit, "waited too long"
        time.sleep(0.1)


def test_a_refresh_says_what_changed_and_leaves_what_stops(clone):
    """The second time nothing changes; a notebook that stops makes the exit code 1."""
    first = call(notebooks_group, "refresh", "adds")
    second = call(notebooks_group, "refresh", "adds", "--check")
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert "changed  notebooks/adds.ipynb" in first.stdout
    assert "same     notebooks/adds.ipynb" in second.stdout
    before = (clone / "notebooks" / "fails.ipynb").read_bytes()
    third = call(notebooks_group, "refresh", "fails")
    assert third.exit_code == 1
    assert "stopped  notebooks/fails.ipynb" in third.stdout
    assert "cell 4 (In [3]): divide(k)" in third.stderr
    assert (clone / "notebooks" / "fails.ipynb").read_bytes() == before


@pytest.mark.usefixtures("clone")
def test_a_refresh_for_a_build_server_fails_on_a_change():
    assert call(notebooks_group, "refresh", "adds", "--check").exit_code == 1
