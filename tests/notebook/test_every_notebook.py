"""What holds for every notebook of the project, those that do not exist yet included."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from labcore import notebook as lab
from labcore.batch import RULES, check_notebook, declared
from labcore.errors import ParameterError

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


@pytest.mark.parametrize(
    ("name", "wrong", "message"),
    [
        (
            "01_three_clocks",
            {"as_of": "2023-12-02"},
            "as_of must be one of 2020-01-01, .*; did you mean 2023-12-01",
        ),
        ("02_forbidden_best_match", {"tenant": "green"}, "tenant must be one of blue, red, got 'green'"),
        ("02_forbidden_best_match", {"tenant": "public"}, "tenant must be one of blue, red, got 'public'"),
        ("02_forbidden_best_match", {"tenant": "bleu"}, "got 'bleu'; did you mean blue?"),
        (
            "02_forbidden_best_match",
            {"question": "q20"},
            "question must be one of q01, .*got 'q20'; did you mean",
        ),
        ("03_scope_refusal", {"left": "upload"}, "left must be one of .*; did you mean upload-limit?"),
        ("03_scope_refusal", {"right": "upload"}, "right must be one of .*; did you mean upload-limit?"),
        ("03_scope_refusal", {"unit": "Mb"}, "unit must be one of bytes, .*, got 'Mb'"),
        ("07_expired_rule", {"as_of": "2026"}, "as_of must be one of .*, got '2026'"),
        ("07_expired_rule", {"question": "curent"}, "question must be one of .*; did you mean current?"),
        ("09_changed_rule", {"fact": "payment-retry"}, "fact must be one of .*, got 'payment-retry'"),
    ],
)
def test_a_value_that_the_fixture_does_not_have_is_refused(name, wrong, message, monkeypatch):
    """An unknown tenant would be shown an empty comparison, and the run would pass."""
    monkeypatch.chdir(NOTEBOOKS[0].parent)
    monkeypatch.setattr(lab, "setup", lambda: None)
    path = next(path for path in NOTEBOOKS if path.stem == name)
    given, prepare = [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"][:2]
    namespace = {}
    exec(given, namespace)  # noqa: S102  # the project's own cells
    exec(prepare, namespace)  # noqa: S102  # as it stands, nothing is refused
    with pytest.raises(ParameterError, match=message):
        exec(prepare, {**namespace, **wrong})  # noqa: S102  # the project's own cell


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
