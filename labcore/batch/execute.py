"""Execute one notebook with papermill: always under a time limit, and never without an answer."""

from __future__ import annotations

import json
import logging
import re
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labcore.report import Failure, Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from labcore.batch.plan import Job

__all__ = ["Finished", "execute"]

_START_TIMEOUT = 120
"""Seconds for a kernel to answer at all, on a machine that is busy."""

_QUIET_KERNEL = ["--IPKernelApp.log_level=CRITICAL"]
"""A kernel warns at each start that loopback is not encrypted; what a cell does is in its output all the same."""

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_ARROW = re.compile(r"^-+> *\d+ (.*)$", re.MULTILINE)
_PORT_RACE = ("Kernel died before replying", "Address already in use")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """What came of a job; it travels between processes and machines, so it holds text and no files.

    Attributes:
        text: The executed notebook as JSON, as far as it came.
        seconds: Wall time.
        status: How it ended.
        failure: None exactly when it passed.
    """

    text: str
    seconds: float
    status: Status = Status.PASSED
    failure: Failure | None = None


def execute(job: Job) -> Finished:
    """Execute a job in this process, with a kernel of its own that is gone when this returns.

    The notebook runs in its own folder, as it does in JupyterLab. Ports of two kernels can collide at start;
    then it is tried once more.
    """
    finished = _once(job)
    if finished.failure and any(text in finished.failure.message for text in _PORT_RACE):
        finished = _once(job)
    return finished


def _once(job: Job) -> Finished:
    import papermill  # noqa: F401, PLC0415  # takes seconds to load, which are not the notebook's

    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="labcore-") as folder:
        executed = Path(folder) / "executed.ipynb"
        status, failure = _run(job, executed, started + job.timeout)
        text = (
            executed.read_text(encoding="utf-8")
            if executed.is_file()
            else job.notebook.read_text(encoding="utf-8")
        )
    return Finished(text=text, seconds=time.monotonic() - started, status=status, failure=failure)


def _run(job: Job, executed: Path, deadline: float) -> tuple[Status, Failure | None]:
    import papermill  # noqa: PLC0415  # takes seconds to load
    from nbclient.exceptions import CellTimeoutError  # noqa: PLC0415  # likewise
    from papermill.exceptions import PapermillExecutionError  # noqa: PLC0415  # likewise

    logging.getLogger("papermill").setLevel(logging.CRITICAL)  # what it would log is in the Failure
    try:
        papermill.execute_notebook(
            str(job.notebook),
            str(executed),
            parameters=dict(job.given),
            cwd=str(job.notebook.parent),
            progress_bar=False,
            extra_arguments=_QUIET_KERNEL,
            start_timeout=_START_TIMEOUT,
            timeout_func=lambda _cell: _time_left(deadline),
        )
    except PapermillExecutionError as error:
        return Status.FAILED, _from_cell(error, _cells(executed))
    except CellTimeoutError:
        return Status.TIMED_OUT, _out_of_time(_cells(executed), job.timeout)
    except Exception as error:  # noqa: BLE001 - whatever stops one notebook, the others still run
        return Status.FAILED, _from_outside(error, _cells(executed))
    return Status.PASSED, None


def _time_left(deadline: float) -> float:
    """Give the seconds that a cell may take; nbclient reads 0 as no limit, so none left is said by its error."""
    from nbclient.exceptions import CellTimeoutError  # noqa: PLC0415  # takes seconds to load

    left = deadline - time.monotonic()
    if left <= 0:
        raise CellTimeoutError("the notebook's time is over")
    return left


def _from_cell(error: Any, cells: list[dict[str, Any]]) -> Failure:
    """Name the cell as the author counts it: without the cells that papermill put in."""
    trace = _COLOUR.sub("", "\n".join(error.traceback))
    arrow = _ARROW.search(trace)
    line = arrow.group(1).strip() if arrow else _first_line(error.source)
    cell = next((place for place, count, _ in _numbered(cells) if count == error.exec_count), None)
    return Failure(
        cell=cell,
        execution=error.exec_count,
        line=line,
        error=error.ename,
        message=_COLOUR.sub("", error.evalue),
    )


def _out_of_time(cells: list[dict[str, Any]], timeout: float) -> Failure:
    place, count, source = _running(cells)
    return Failure(
        cell=place,
        execution=count,
        line=_first_line(source),
        error="Timeout",
        message=f"the notebook did not finish in {timeout:g} s and its kernel was stopped; --timeout gives it more",
    )


def _from_outside(error: Exception, cells: list[dict[str, Any]]) -> Failure:
    place, count, source = _running(cells)
    return Failure(
        cell=place, execution=count, line=_first_line(source), error=type(error).__name__, message=str(error)
    )


def _running(cells: list[dict[str, Any]]) -> tuple[int | None, int | None, str]:
    """Find the last cell that papermill began."""
    begun = [one for one in _numbered(cells) if one[2]["metadata"].get("papermill", {}).get("start_time")]
    if not begun:
        return None, None, ""
    place, count, cell = begun[-1]
    return place, count, "".join(cell["source"])


def _numbered(cells: list[dict[str, Any]]) -> list[tuple[int, int | None, Mapping[str, Any]]]:
    own = [cell for cell in cells if not _added(cell)]
    return [(place, cell.get("execution_count"), cell) for place, cell in enumerate(own, start=1)]


def _added(cell: Mapping[str, Any]) -> bool:
    tags = cell["metadata"].get("tags", [])
    return any(tag in tags for tag in ("injected-parameters", "papermill-error-cell-tag"))


def _cells(executed: Path) -> list[dict[str, Any]]:
    if not executed.is_file():
        return []
    cells: list[dict[str, Any]] = json.loads(executed.read_text(encoding="utf-8"))["cells"]
    return cells


def _first_line(source: str) -> str:
    return next((line.strip() for line in source.splitlines() if line.strip()), "")
