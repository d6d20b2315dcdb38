"""Run a plan of notebooks and publish the report."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labcore.batch.origins import find_origins, versions
from labcore.batch.pool import run_jobs, run_on_dask
from labcore.batch.publish import published
from labcore.report import (
    Batch,
    NotebookRun,
    Picture,
    failure_note,
    notebook_page,
    results_json,
    run_page,
    title_of,
    write_whole,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from labcore.batch.execute import Finished
    from labcore.batch.plan import Job
    from labcore.records import Value

__all__ = ["run_batch"]


def run_batch(
    jobs: Sequence[Job],
    out: Path,
    *,
    command: str,
    workers: int = 1,
    dask: str | None = None,
    root: Path = Path(),
    tell: Callable[[NotebookRun], None] = lambda _run: None,
) -> Batch:
    """Execute jobs, and write notebooks, pages, an index and results.json into a folder.

    A notebook that fails stops no other, and the report is written all the same. An interruption writes nothing.
    What the numbers rest on is read first, so that a broken fixture is refused before anything runs.

    Args:
        jobs: From `plan_jobs`.
        out: The report's folder.
        command: The call as a person would type it, for the report.
        workers: How many notebooks at once on this machine.
        dask: The address of a Dask scheduler that executes instead; None for this machine.
        root: Where ``models.lock.json`` and ``fixtures`` are.
        tell: Called with each run as soon as it is finished.

    Raises:
        ParameterError: The folder holds results that labcore did not write.
        FixtureError: A fixture.json cannot be read.
        ExtraMissingError: A Dask address is given and ``[dask]`` is not installed.
    """
    clock, started = time.monotonic(), datetime.now(tz=UTC)
    origins = find_origins(root, _fixture_folders(jobs))
    with published(out) as folder:
        done: dict[str, NotebookRun] = {}
        for job, finished in run_on_dask(jobs, dask) if dask else run_jobs(jobs, workers):
            done[job.slug] = _write(job, finished, folder)
            tell(done[job.slug])
        batch = Batch(
            command=command,
            started=started.isoformat(timespec="seconds"),
            seconds=round(time.monotonic() - clock, 1),
            runs=tuple(done[job.slug] for job in jobs),
            origins=origins,
            versions=versions(),
        )
        write_whole(folder / "index.html", run_page(batch))
        write_whole(folder / "results.json", results_json(batch))
    return batch


def _write(job: Job, finished: Finished, folder: Path) -> NotebookRun:
    """Write one executed notebook and its page, and give what the report says of them."""
    import nbformat  # noqa: PLC0415  # an optional part

    from labcore.notebook import CHART, MEASURED, chart_javascript  # noqa: PLC0415  # altair loads while kernels run

    text = finished.text or job.notebook.read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    note = failure_note(finished.failure) if finished.failure else ""
    executed, page = f"notebooks/{job.slug}.ipynb", f"pages/{job.slug}.html"
    write_whole(folder / executed, text)
    write_whole(folder / page, notebook_page(notebook, chart_javascript(), note=note))
    shown = _shown(notebook)
    return NotebookRun(
        notebook=job.notebook.stem,
        title=title_of(notebook),
        status=finished.status,
        parameters=job.parameters,
        given=tuple(sorted(job.given)),
        seconds=round(finished.seconds, 1),
        executed=executed,
        page=page,
        measured=_measured(shown, MEASURED),
        picture=_picture(shown, CHART),
        failure=finished.failure,
    )


def _shown(notebook: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    return [output["data"] for output in outputs if "data" in output]


def _measured(shown: Sequence[Mapping[str, Any]], kind: str) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for data in shown:
        found |= data.get(kind, {})
    return found


def _picture(shown: Sequence[Mapping[str, Any]], kind: str) -> Picture | None:
    for data in shown:
        if kind in data and "image/svg+xml" in data:
            caption = data.get("text/plain", "").removeprefix("Chart: ")
            return Picture(svg=data["image/svg+xml"], caption=caption)
    return None


def _fixture_folders(jobs: Sequence[Job]) -> list[Path]:
    """Folders that a parameter points at, as the notebook sees them from its own folder."""
    given = [(job.notebook.parent, value) for job in jobs for value in job.parameters.values()]
    folders = [place / value for place, value in given if isinstance(value, str) and value]
    return [folder for folder in folders if (folder / "fixture.json").is_file()]
