"""Fixture notebooks of a few lines, and records that stand for a real execution where none is needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from labcore.batch import Finished, Job

NOTEBOOKS = Path(__file__).parent / "notebooks"


@pytest.fixture
def here():
    """The folder of the fixture notebooks: adds, draws, fails, sleeps."""
    return NOTEBOOKS


@pytest.fixture
def write_notebook(tmp_path):
    """Write a notebook from sources; a source that starts with ``# parameters`` gets the tag, ``#`` is prose."""

    def write(*sources, name="made", folder=None):
        cells = []
        for place, source in enumerate(sources, start=1):
            prose, tagged = source.startswith("# "), source.startswith("# parameters\n")
            cell = {"id": f"cell-{place}", "metadata": {}, "source": source.removeprefix("# parameters\n")}
            if prose and not tagged:
                cells.append({**cell, "cell_type": "markdown"})
            else:
                cell["metadata"] = {"tags": ["parameters"]} if tagged else {}
                cells.append({**cell, "cell_type": "code", "execution_count": None, "outputs": []})
        path = (folder or tmp_path) / f"{name}.ipynb"
        path.parent.mkdir(exist_ok=True)
        kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
        whole = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
        path.write_text(json.dumps(whole))
        return path

    return write


@pytest.fixture
def job_of():
    """Make a job for a notebook, with nothing given and a minute of time."""

    def make(path, slug=None, **given):
        return Job(notebook=path, slug=slug or path.stem, given=given, parameters=given, timeout=60)

    return make


@pytest.fixture
def finished():
    """Stand for an execution that gave this notebook, with these outputs in its last cell."""

    def make(path, *outputs, **fields):
        notebook = json.loads(path.read_text())
        for count, cell in enumerate((c for c in notebook["cells"] if c["cell_type"] == "code"), start=1):
            cell["execution_count"] = count
        shown = [{"output_type": "display_data", "metadata": {}, "data": data} for data in outputs]
        notebook["cells"][-1]["outputs"] = shown
        return Finished(text=json.dumps(notebook), seconds=1.25, **fields)

    return make
