"""One notebook, one kernel: it passes, stops with a place and a reason, or runs out of time."""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from pathlib import Path

import pytest
from nbclient.exceptions import CellTimeoutError

from labcore.batch import execute
from labcore.batch.execute import _time_left
from labcore.report import Status


@pytest.fixture
def mark(monkeypatch):
    """Mark every process that the test starts, so that one left behind is found."""
    name = f"labcore-test-{os.getpid()}-{os.urandom(4).hex()}"
    monkeypatch.setenv("LABCORE_TEST_MARK", name)
    return name


def left_behind(name):
    """Give the processes, other than this one, that carry the mark."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            environment = (folder / "environ").read_bytes()
            stopped = (folder / "stat").read_text().rsplit(") ", 1)[1][0] == "Z"
        except (OSError, IndexError):
            continue
        if name.encode() in environment and folder.name != str(os.getpid()) and not stopped:
            found.append((folder / "cmdline").read_text())
    return found


def outputs(finished):
    cells = json.loads(finished.text)["cells"]
    return [
        "".join(out["data"].get("text/plain", ""))
        for cell in cells
        for out in cell.get("outputs", [])
        if "data" in out
    ]


def test_a_notebook_runs_with_its_parameters_in_its_own_folder(write_notebook, job_of, mark):
    """What was given stands after the defaults, and relative paths mean what they mean in JupyterLab."""
    path = write_notebook(
        "# Where", "# parameters\nk: int = 1", "import os\nk, os.path.basename(os.getcwd())"
    )
    finished = execute(job_of(path, k=5))
    assert finished.failure is None
    assert finished.status is Status.PASSED
    assert outputs(finished) == [f"(5, '{path.parent.name}')"]
    assert finished.seconds > 0
    assert left_behind(mark) == []


def test_a_failing_cell_is_named_with_its_line_and_error(here, job_of):
    """The cell is counted as in the stored notebook; the line is the one in the cell, not in a function it calls."""
    failure = execute(job_of(here / "fails.ipynb", k=0)).failure
    assert (failure.cell, failure.execution) == (4, 4)
    assert failure.line == "divide(k)"
    assert (failure.error, failure.message) == ("ZeroDivisionError", "integer division or modulo by zero")


def test_a_refusal_of_ours_is_one_line(here, job_of):
    """A LabError shows no traceback, so the line is the cell's first and the message says the rest."""
    finished = execute(job_of(here / "adds.ipynb", left=500))
    assert finished.failure.error == "ParameterError"
    assert finished.failure.message == "left must lie in 0 to 100, got 500"
    assert finished.status is Status.FAILED


def test_a_notebook_that_does_not_end_is_stopped_with_its_kernel(here, job_of, mark):
    """The time limit is the notebook's, and nothing is left running after it."""
    finished = execute(replace(job_of(here / "sleeps.ipynb"), timeout=6))
    assert finished.status is Status.TIMED_OUT
    assert (finished.failure.cell, finished.failure.line) == (3, "for _ in range(600):")
    assert "did not finish in 6 s" in finished.failure.message
    assert left_behind(mark) == []


def test_a_kernel_that_dies_is_a_failure_at_its_cell(write_notebook, job_of, mark):
    """What a machine without memory does to a kernel."""
    path = write_notebook("# Dies", "import os, signal", "os.kill(os.getpid(), signal.SIGKILL)")
    failure = execute(job_of(path)).failure
    assert (failure.cell, failure.error) == (3, "DeadKernelError")
    assert left_behind(mark) == []


def test_a_notebook_for_an_absent_kernel_is_a_failure_before_any_cell(write_notebook, job_of):
    path = write_notebook("1")
    path.write_text(path.read_text().replace('"name": "python3"', '"name": "no-such"'))
    finished = execute(job_of(path))
    assert finished.failure.place == "before any cell"
    assert "no-such" in finished.failure.message
    assert json.loads(finished.text)["cells"]


def test_many_short_cells_share_one_time_limit(write_notebook, job_of, mark):
    """Twelve cells of 0.4 s are 4.8 s; each had a second of its own beyond the limit, and all passed."""
    cells = ["import time", *["time.sleep(0.4)"] * 12]
    finished = execute(replace(job_of(write_notebook(*cells)), timeout=2))
    assert finished.status is Status.TIMED_OUT
    assert "did not finish in 2 s" in finished.failure.message
    assert finished.failure.cell is not None
    assert left_behind(mark) == []


def test_no_time_left_is_said_by_an_error():
    """A limit of 0 and less is none at all for nbclient."""
    assert 0 < _time_left(time.monotonic() + 9) <= 9
    with pytest.raises(CellTimeoutError, match="the notebook's time is over"):
        _time_left(time.monotonic())
