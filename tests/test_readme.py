"""README shows what the code does today: every console block is run and compared, every Python block is run."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"```console\n\$ labcore ([^\n]*)\n(.*?)```", README, flags=re.DOTALL)
PYTHON = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
NOTEBOOKS = re.findall(r"^\| `(\d\d_\w+)` \|", README, flags=re.MULTILINE)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, env=os.environ | {"COLUMNS": "200"}
    )


def test_the_blocks_are_found():
    """A pattern that finds nothing would make every test below pass."""
    assert len(CONSOLE) >= 3
    assert len(PYTHON) >= 1
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize(("command", "shown"), CONSOLE, ids=[command for command, _ in CONSOLE])
def test_console_blocks_show_what_comes_out(command, shown):
    """To the letter; `make readme` writes the blocks anew. A search that finds several ends with code 1."""
    done = run(sys.executable, "-m", "labcore", *shlex.split(command))
    assert done.returncode in {0, 1}, done.stderr
    assert done.stdout.strip("\n") == shown.strip("\n")


@pytest.mark.parametrize("source", PYTHON)
def test_python_blocks_run(source):
    done = run(sys.executable, "-c", source)
    assert done.returncode == 0, done.stderr


def test_the_table_lists_every_notebook():
    """No notebook is promised that is not there, and none is left out."""
    assert sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb")) == NOTEBOOKS


@pytest.mark.parametrize("target", re.findall(r"\]\(([\w./-]+)\)", README))
def test_links_lead_somewhere(target):
    assert (ROOT / target).exists()
