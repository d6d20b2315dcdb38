"""A batch becomes a report: every notebook, what it measured, and what stopped it."""

from __future__ import annotations

import json

import pytest

import labcore.batch.run as batch_run
from labcore.batch import run_batch
from labcore.errors import FixtureError
from labcore.report import Failure, Status

CHART = {
    "application/vnd.vegalite.v5+json": {"mark": "bar", "data": {"values": []}, "title": "T"},
    "image/svg+xml": "<svg xmlns='http://www.w3.org/2000/svg'></svg>",
    "text/plain": "Chart: A finding",
}
MEASURED = {"application/vnd.labcore.measured+json": {"slots": 3}, "text/plain": "slots 3"}


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Run jobs whose executions are given, in an order of their own."""

    def call(jobs, answers, **options):
        def backwards(given, _workers):
            yield from reversed([(job, answers[job.slug]) for job in given])

        monkeypatch.setattr(batch_run, "run_jobs", backwards)
        return run_batch(jobs, tmp_path / "out", command="labcore run", root=tmp_path, **options)

    return call


def test_the_report_holds_notebooks_pages_an_index_and_results(
    run, write_notebook, job_of, finished, tmp_path
):
    path = write_notebook("# One", "1", name="one")
    batch = run([job_of(path)], {"one": finished(path, MEASURED, CHART)})
    out = tmp_path / "out"
    assert sorted(p.relative_to(out).as_posix() for p in out.rglob("*.*") if p.is_file()) == [
        "index.html",
        "notebooks/one.ipynb",
        "pages/one.html",
        "results.json",
    ]
    (one,) = batch.runs
    assert (one.title, one.measured, one.picture.caption) == ("One", {"slots": 3}, "A finding")
    assert batch.passed
    assert json.loads((out / "results.json").read_text())["runs"][0]["measured"] == {"slots": 3}


def test_runs_stand_in_the_order_of_the_plan_and_are_told_as_they_end(run, write_notebook, job_of, finished):
    paths = {name: write_notebook(f"# {name}", "1", name=name) for name in ("one", "two")}
    told = []
    batch = run(
        [job_of(p) for p in paths.values()], {n: finished(p) for n, p in paths.items()}, tell=told.append
    )
    assert [one.notebook for one in batch.runs] == ["one", "two"]
    assert [one.notebook for one in told] == ["two", "one"]


def test_a_notebook_that_stopped_is_reported_beside_the_others(
    run, write_notebook, job_of, finished, tmp_path
):
    """Its page says where; the verdict of the whole is no."""
    paths = {name: write_notebook(f"# {name}", "1", name=name) for name in ("good", "bad")}
    stopped = Failure(
        cell=2, execution=1, line="1 / 0", error="ZeroDivisionError", message="division by zero"
    )
    answers = {
        "good": finished(paths["good"]),
        "bad": finished(paths["bad"], status=Status.FAILED, failure=stopped),
    }
    batch = run([job_of(p) for p in paths.values()], answers)
    assert [one.status for one in batch.runs] == [Status.PASSED, Status.FAILED]
    assert not batch.passed
    assert "cell 2 (In [1])" in (tmp_path / "out" / "index.html").read_text()
    assert "1 / 0" in (tmp_path / "out" / "pages" / "bad.html").read_text()


def test_a_worker_without_an_answer_leaves_the_notebook_as_it_was(
    run, write_notebook, job_of, finished, tmp_path
):
    """The report still has a page and a copy for it."""
    path = write_notebook("# One", "1", name="one")
    lost = Failure(cell=None, execution=None, line="", error="BrokenProcessPool", message="ended")
    answer = finished(path, status=Status.FAILED, failure=lost)
    run([job_of(path)], {"one": type(answer)(text="", seconds=0, status=Status.FAILED, failure=lost)})
    assert (tmp_path / "out" / "notebooks" / "one.ipynb").read_text() == path.read_text()


def test_the_fixture_that_a_parameter_points_at_is_named(run, write_notebook, job_of, finished, tmp_path):
    """Seen from the notebook's own folder, as the notebook sees it."""
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "fixture.json").write_text('{"name": "theirs"}')
    path = write_notebook("# One", "1", name="one", folder=tmp_path / "notebooks")
    batch = run([job_of(path, fixture="../theirs", ranker="dense")], {"one": finished(path)})
    assert [origin.name for origin in batch.origins if origin.kind == "fixture"] == ["theirs"]


def test_a_later_number_of_one_name_counts(run, write_notebook, job_of, finished):
    path = write_notebook("# One", "1", name="one")
    later = {"application/vnd.labcore.measured+json": {"slots": 4, "more": 1}, "text/plain": "4 1"}
    batch = run([job_of(path)], {"one": finished(path, MEASURED, later)})
    assert batch.runs[0].measured == {"slots": 4, "more": 1}


def test_a_broken_fixture_is_refused_before_anything_runs(run, write_notebook, job_of, tmp_path):
    """Not after minutes of work, and without a report: there is no answer here for any job."""
    (tmp_path / "fixtures" / "mine").mkdir(parents=True)
    (tmp_path / "fixtures" / "mine" / "fixture.json").write_text('{"name": "mine",}')
    path = write_notebook("# One", "1", name="one")
    with pytest.raises(FixtureError, match="mine/fixture.json: the file must be one JSON object"):
        run([job_of(path)], {})
    assert not (tmp_path / "out").exists()


def test_a_number_that_is_not_finite_costs_no_report(run, write_notebook, job_of, finished, tmp_path):
    """A notebook that shows NaN by hand, past ``measured``: null in the results, which any JSON reader takes."""
    path = write_notebook("# One", "1", name="one")
    shown = {"application/vnd.labcore.measured+json": {"x": float("nan"), "y": 2}, "text/plain": "nan"}
    run([job_of(path)], {"one": finished(path, shown)})
    text = (tmp_path / "out" / "results.json").read_text()
    assert json.loads(text, parse_constant=None)["runs"][0]["measured"] == {"x": None, "y": 2}
    assert "NaN" not in text
