"""The comparison of notebooks with their stored outputs notices a result and overlooks noise."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from labcore.batch import execute, plan_jobs, refresh

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def refreshed(tmp_path_factory):
    """A notebook with a live chart, its outputs stored, beside the project's own comparison rules."""
    folder = tmp_path_factory.mktemp("notebooks")
    shutil.copy(ROOT / "notebooks" / "conftest.py", folder)
    path = Path(shutil.copy(ROOT / "tests" / "batch" / "notebooks" / "draws.ipynb", folder))
    (job,) = plan_jobs([path], {}, {}, timeout=120, named=True)
    assert refresh(job, execute).failure is None
    return path


def compare(path):
    command = [sys.executable, "-m", "pytest", "--nbval", "-p", "no:cacheprovider", "-q", str(path.parent)]
    return subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False)


def changed(path, folder, old, new):
    """Copy the notebook with one text replaced; the text must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    shutil.copy(path.parent / "conftest.py", folder)
    copy = folder / path.name
    copy.write_text(text.replace(old, new, 1), encoding="utf-8")
    return copy


def test_an_unchanged_notebook_passes(refreshed):
    result = compare(refreshed)
    assert result.returncode == 0, result.stdout


def test_one_changed_datum_behind_a_chart_fails(refreshed, tmp_path):
    """The third bar is 9 long; a stored 8 is another result."""
    result = compare(changed(refreshed, tmp_path, '"n": 9', '"n": 8'))
    assert result.returncode == 1
    assert "vegalite" in result.stdout


def test_another_font_in_the_picture_is_noise(refreshed, tmp_path):
    result = compare(changed(refreshed, tmp_path, "<svg ", "<svg data-other='font' "))
    assert result.returncode == 0, result.stdout
