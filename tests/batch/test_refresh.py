"""Stored outputs change only when results do."""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.batch import execute, normalise, refresh
from labcore.report import Failure, Status

WIDGETS = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"
ONE, TWO, LOST = "a" * 32, "b" * 32, "c" * 32


def notebook(**fields):
    cell = {
        "cell_type": "code",
        "id": "cell-1",
        "metadata": {},
        "source": ["x"],
        "execution_count": 1,
        "outputs": [],
    }
    return json.dumps({"cells": [{**cell, **fields}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def test_times_marks_and_versions_go_and_the_rest_stays():
    """What papermill and the kernel add is not a result; tags and outputs are."""
    output = {
        "output_type": "execute_result",
        "execution_count": 9,
        "data": {"text/plain": ["1"]},
        "metadata": {},
    }
    text = notebook(
        metadata={"papermill": {"duration": 1}, "execution": {}, "scrolled": True, "tags": ["parameters"]},
        outputs=[output],
    )
    whole = json.loads(text)
    whole["metadata"] = {"papermill": {}, "language_info": {"version": "3.11.7", "name": "python"}}
    read = json.loads(normalise(json.dumps(whole)))
    assert read["metadata"]["kernelspec"]["name"] == "python3"
    assert "version" not in read["metadata"]["language_info"]
    assert "papermill" not in read["metadata"]
    assert read["cells"][0]["metadata"] == {"tags": ["parameters"]}
    assert read["cells"][0]["outputs"] == [{**output, "execution_count": 1}]


def test_no_tags_are_no_tags():
    """The batch runner adds an empty list to every cell."""
    assert json.loads(normalise(notebook(metadata={"tags": []})))["cells"][0]["metadata"] == {}


def with_widgets(*names):
    """A notebook that shows the first widget, which holds the second; the third is shown nowhere."""
    first, second, third = names
    whole = json.loads(
        notebook(
            outputs=[{"output_type": "display_data", "metadata": {}, "data": {VIEW: {"model_id": first}}}]
        )
    )
    state = {
        second: {"state": {"value": 3}},
        third: {"state": {}},
        first: {"state": {"children": [f"IPY_MODEL_{second}"]}},
    }
    whole["metadata"]["widgets"] = {WIDGETS: {"state": state, "version_major": 2, "version_minor": 0}}
    return json.dumps(whole)


def test_widgets_are_numbered_in_the_order_in_which_they_are_shown():
    """A widget shown nowhere, left over from an earlier picture, is dropped."""
    read = json.loads(normalise(with_widgets(ONE, TWO, LOST)))
    state = read["metadata"]["widgets"][WIDGETS]["state"]
    assert state == {
        f"{1:032x}": {"state": {"children": [f"IPY_MODEL_{2:032x}"]}},
        f"{2:032x}": {"state": {"value": 3}},
    }
    assert read["cells"][0]["outputs"][0]["data"][VIEW] == {"model_id": f"{1:032x}"}


hexes = st.lists(st.text("0123456789abcdef", min_size=32, max_size=32), min_size=3, max_size=3, unique=True)


@given(hexes)
def test_random_names_of_widgets_leave_no_trace(names):
    """Whatever ids a session drew, the file is the same, and a second time changes nothing."""
    text = normalise(with_widgets(*names))
    assert text == normalise(with_widgets(ONE, TWO, LOST))
    assert normalise(text) == text


def test_a_refresh_that_changes_nothing_leaves_the_file(write_notebook, job_of, finished):
    path = write_notebook("# Title", "1")
    assert refresh(job_of(path), lambda job: finished(job.notebook, {"text/plain": "1"})).changed
    before = path.stat().st_mtime_ns
    assert not refresh(job_of(path), lambda job: finished(job.notebook, {"text/plain": "1"})).changed
    assert path.stat().st_mtime_ns == before


def test_a_changed_result_changes_the_file(write_notebook, job_of, finished):
    path = write_notebook("# Title", "1")
    refresh(job_of(path), lambda job: finished(job.notebook, {"text/plain": "1"}))
    assert refresh(job_of(path), lambda job: finished(job.notebook, {"text/plain": "2"})).changed
    assert '"text/plain": "2"' in path.read_text()


def test_a_notebook_that_stops_is_left_as_it_was(write_notebook, job_of, finished):
    path = write_notebook("# Title", "1")
    before = path.read_text()
    stopped = Failure(cell=2, execution=1, line="1", error="E", message="m")
    result = refresh(job_of(path), lambda job: finished(job.notebook, status=Status.FAILED, failure=stopped))
    assert (result.changed, result.failure) == (False, stopped)
    assert path.read_text() == before


@pytest.mark.parametrize("before", [None, "already"])
def test_rounding_is_strict_while_a_notebook_is_refreshed_with_its_defaults(
    write_notebook, job_of, finished, monkeypatch, before
):
    """The variable is as it was afterwards, and parameters that a job carries are left out."""
    monkeypatch.delenv("LABCORE_STRICT_ROUNDING", raising=False)
    if before:
        monkeypatch.setenv("LABCORE_STRICT_ROUNDING", before)
    seen = []

    def run(job):
        seen.append((os.environ["LABCORE_STRICT_ROUNDING"], job.given))
        return finished(job.notebook)

    refresh(job_of(write_notebook("# Title", "1"), k=5), run)
    assert seen == [("1", {})]
    assert os.environ.get("LABCORE_STRICT_ROUNDING") == before


def test_two_refreshes_with_a_kernel_give_the_same_bytes(here, tmp_path, job_of):
    """Real widgets, a real chart: nothing of the session stays in the file."""
    path = tmp_path / "draws.ipynb"
    path.write_bytes((here / "draws.ipynb").read_bytes())
    assert refresh(job_of(path), execute).changed
    first = path.read_bytes()
    assert not refresh(job_of(path), execute).changed
    assert path.read_bytes() == first
    assert first.count(b"0000000000000000000000000000000") > 3
