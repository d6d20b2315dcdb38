"""Jobs run side by side, and whatever happens to one of them is only its own."""

from __future__ import annotations

import multiprocessing
import operator
import os
from types import SimpleNamespace

import pytest

from labcore.batch import Job, pool, run_jobs
from labcore.errors import ExtraMissingError
from labcore.report import Status


def jobs(tmp_path, count):
    return [Job(notebook=tmp_path / f"{n}.ipynb", slug=f"job-{n}") for n in range(count)]


def test_one_worker_is_this_process(tmp_path):
    """Jobs come in order and no process is started."""
    pids = [(job.slug, pid) for job, pid in run_jobs(jobs(tmp_path, 2), 1, lambda _job: os.getpid())]
    assert pids == [("job-0", os.getpid()), ("job-1", os.getpid())]


def test_several_workers_answer_for_every_job(tmp_path):
    """Each answer stands with its job, whichever is first."""
    answers = {
        job.slug: answer for job, answer in run_jobs(jobs(tmp_path, 5), 2, operator.attrgetter("slug"))
    }
    assert answers == {f"job-{n}": f"job-{n}" for n in range(5)}


def test_a_worker_that_raises_is_that_jobs_failure(tmp_path):
    """``slug[99]`` is no character; every job still gets an answer."""
    answers = [answer for _, answer in run_jobs(jobs(tmp_path, 3), 2, operator.attrgetter("absent"))]
    assert [answer.status for answer in answers] == [Status.FAILED] * 3
    assert answers[0].failure.error == "AttributeError"


def test_a_worker_that_is_killed_is_a_failure_and_not_a_hang():
    """``os._exit`` ends the process without a word, as a machine without memory does."""
    answers = [answer for _, answer in run_jobs([7, 8], 2, os._exit)]
    assert [answer.failure.error for answer in answers] == ["BrokenProcessPool"] * 2


def test_an_interruption_stops_the_workers(tmp_path, monkeypatch):
    """The caller gives up after the first answer; nothing it started is alive afterwards."""
    answers = run_jobs(jobs(tmp_path, 4), 2, operator.attrgetter("slug"))
    next(answers)
    with pytest.raises(KeyboardInterrupt):
        answers.throw(KeyboardInterrupt)
    assert multiprocessing.active_children() == []


def test_a_worker_whose_end_another_thread_saw_is_no_error():
    """The pool's own thread waits for workers too; who asks second hears that there is no such process."""
    worker = multiprocessing.get_context("spawn").Process(target=int)
    worker.start()
    os.waitpid(worker.pid, 0)
    assert worker.is_alive(), "somebody else took its end, so the standard library still believes in it"
    try:
        pool._stop(SimpleNamespace(_processes={worker.pid: worker}))
    finally:
        multiprocessing.process._children.discard(worker)


def test_a_dask_cluster_runs_the_same_function(here, job_of):
    """A scheduler on this machine stands for a cluster; answers are the same records."""
    distributed = pytest.importorskip("distributed")
    from labcore.batch import run_on_dask  # noqa: PLC0415  # beside its one use

    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=":0", protocol="tcp"
    ) as cluster:
        ((job, finished),) = run_on_dask([job_of(here / "adds.ipynb", left=3)], cluster.scheduler_address)
    assert job.slug == "adds"
    assert finished.failure is None
    assert '"total": 3.5' in finished.text


def test_dask_that_is_not_installed_is_named(tmp_path, monkeypatch):
    """The message says which extra to install."""
    import sys  # noqa: PLC0415  # beside its one use

    from labcore.batch import run_on_dask  # noqa: PLC0415

    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(
        ExtraMissingError, match=r"running on a Dask cluster needs the optional part \[dask\]"
    ):
        list(run_on_dask(jobs(tmp_path, 1), "tcp://127.0.0.1:1"))
