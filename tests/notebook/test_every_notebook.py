"""What holds for every notebook of the project, those that do not exist yet included."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from labcore.batch import RULES, check_notebook, declared

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks():
    """An empty list would make every test below pass."""
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_keeps_every_rule(path):
    """One failure names every rule that is broken and by what."""
    checks = check_notebook(path)
    assert [check.name for check in checks] == list(RULES)
    assert [f"{check.name}: {check.actual}" for check in checks if not check.passed] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_can_be_run_in_batch_with_parameters(path):
    """``labcore run -p`` reads names, types and meanings from it."""
    assert all(parameter.meaning for parameter in declared(path))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_picture_fits_beside_the_file_browser(path):
    """JupyterLab in a window of 1240 pixels leaves 785 to an output, of which the chart's menu takes 38."""
    pictures = [
        output.data["image/svg+xml"]
        for cell in nbformat.read(path, 4).cells
        for output in cell.get("outputs", [])
        if "image/svg+xml" in output.get("data", {})
    ]
    assert pictures
    assert max(float(re.search(r'<svg[^>]*? width="([\d.]+)"', drawn)[1]) for drawn in pictures) <= 748


def test_the_first_notebook_leads_to_every_other():
    """A reader who starts at the start finds them all, and no link leads nowhere."""
    prose = "\n".join(
        cell.source for cell in nbformat.read(NOTEBOOKS[0], 4).cells if cell.cell_type == "markdown"
    )
    assert sorted(re.findall(r"\]\(([\w-]+\.ipynb)\)", prose)) == [path.name for path in NOTEBOOKS[1:]]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_names_no_other_that_is_not_there(path):
    """A promise of a later notebook is a dead end for the reader."""
    there = {other.stem for other in NOTEBOOKS}
    prose = "\n".join(cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "markdown")
    assert set(re.findall(r"\b(\d\d_[a-z_]+)\b", prose)) <= there
