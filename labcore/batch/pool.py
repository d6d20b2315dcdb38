"""Run jobs side by side: in this process, in processes of this machine, or on a Dask cluster."""

from __future__ import annotations

import multiprocessing
import signal
import time
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from typing import TYPE_CHECKING

from labcore.batch.execute import Finished, execute
from labcore.errors import ExtraMissingError
from labcore.report import Failure, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from labcore.batch.plan import Job

__all__ = ["run_jobs", "run_on_dask"]

_GRACE = 10.0
"""Seconds for a worker to stop its kernel after an interruption, before it is killed."""


def run_jobs(
    jobs: Sequence[Job], workers: int, run: Callable[[Job], Finished] = execute
) -> Iterator[tuple[Job, Finished]]:
    """Run jobs and give each as soon as it is finished.

    One worker means this process. More are fresh processes, not copies, because a copy of a process that runs
    threads can hang. When the caller stops asking (an interruption), workers and their kernels are stopped.

    Args:
        jobs: Any number.
        workers: How many at once, from 1.
        run: What executes a job; a function that another process can import.
    """
    if workers == 1 or len(jobs) == 1:
        yield from ((job, run(job)) for job in jobs)
        return
    pool = ProcessPoolExecutor(
        max_workers=min(workers, len(jobs)),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_leave_interruptions_to_the_parent,
    )
    try:
        submitted = {pool.submit(run, job): job for job in jobs}
        for future in as_completed(submitted):
            yield submitted[future], _answer(future)
    except BaseException:
        _stop(pool)
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def run_on_dask(jobs: Sequence[Job], address: str) -> Iterator[tuple[Job, Finished]]:
    """Run jobs on a Dask cluster and give each as soon as it is finished.

    Workers need labcore, the notebooks and what these read at the same paths, and one thread each: a notebook
    runs in its own folder, and a process has only one.

    Args:
        jobs: Any number.
        address: A scheduler, such as ``tcp://127.0.0.1:8786``.

    Raises:
        ExtraMissingError: The optional part ``[dask]`` is not installed.
    """
    try:
        import distributed  # noqa: PLC0415  # an optional part
    except ImportError:
        raise ExtraMissingError.of("dask", "running on a Dask cluster") from None
    with distributed.Client(address) as client:  # type: ignore[no-untyped-call]
        submitted = {client.submit(execute, job, pure=False): job for job in jobs}
        for future in distributed.as_completed(submitted):  # type: ignore[no-untyped-call]
            yield submitted[future], _answer(future)


def _answer(future: Future[Finished]) -> Finished:
    try:
        return future.result()
    except Exception as error:  # noqa: BLE001 - a worker that was killed is one notebook's failure
        message = str(error) or "the worker process ended without an answer"
        failure = Failure(cell=None, execution=None, line="", error=type(error).__name__, message=message)
        return Finished(text="", seconds=0.0, status=Status.FAILED, failure=failure)


def _leave_interruptions_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _stop(pool: ProcessPoolExecutor) -> None:
    """Ask our own workers to end, which stops their kernels; kill those that do not."""
    workers = list((pool._processes or {}).values())  # noqa: SLF001 - the pool offers no other way before 3.14
    for worker in workers:
        worker.terminate()
    limit = time.monotonic() + _GRACE
    for worker in workers:
        worker.join(max(0.0, limit - time.monotonic()))
        if worker.is_alive():
            worker.kill()  # not os.kill: the pool's own thread may have seen its end already
