"""pyproject.toml, the lock, environment.yml and binder/ say the same."""

import json
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCK = (ROOT / "requirements.lock").read_text()
PINS = re.findall(
    r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(\S+)([^\n]*)\n((?:    --hash=[^\n]*\n)*)", LOCK, flags=re.MULTILINE
)
PYTHON = re.search(r"^  - python=(\d+\.\d+)$", (ROOT / "environment.yml").read_text(), flags=re.MULTILINE)


def wanted() -> list[str]:
    """Every requirement that pyproject.toml states, extras and development included."""
    extras = PROJECT["project"]["optional-dependencies"].values()
    groups = PROJECT["dependency-groups"].values()
    return [line for lines in (PROJECT["project"]["dependencies"], *extras, *groups) for line in lines]


def test_the_lock_was_read():
    """A pattern that finds nothing would make every test below pass."""
    assert len(PINS) > 100
    assert LOCK.count("==") >= len(PINS)


@pytest.mark.parametrize("line", wanted())
def test_the_lock_satisfies_every_requirement(line):
    requirement = Requirement(line)
    pinned = [
        version
        for name, version, *_ in PINS
        if canonicalize_name(name) == canonicalize_name(requirement.name)
    ]
    assert pinned, f"{requirement.name} is not in the lock; run make lock"
    assert all(requirement.specifier.contains(version, prereleases=True) for version in pinned)


def test_every_pin_has_hashes():
    assert [name for name, _, _, hashes in PINS if "sha256:" not in hashes] == []


def test_the_lock_names_no_address():
    """Where a package comes from is the reader's own configuration."""
    assert not re.search(r"https?://|--(extra-)?index-url|--find-links|file:", LOCK)


def test_the_lock_is_installed_by_a_pip_that_heeds_it():
    """Before 23.3, pip takes the newest version where a pinned package is asked for with an extra; 3.11 brings one."""
    first = re.search(r"sed -n '(.+?)' requirements.lock", (ROOT / "Makefile").read_text()).group(1)
    cut = subprocess.run(
        [shutil.which("sed"), "-n", first, "requirements.lock"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    ((version, hashes),) = re.findall(r"^pip==(\S+) \\\n((?:    --hash=sha256:\w+(?: \\)?\n)+)", cut.stdout)
    assert cut.stdout.count("==") == 1
    assert int(version.split(".")[0]) > 23
    assert hashes.count("sha256:") >= 1
    assert "  - pip>=23.3\n" in (ROOT / "environment.yml").read_text()


def test_no_heavy_runtime_is_a_dependency():
    assert not {name for name, *_ in PINS} & {
        "torch",
        "tensorflow",
        "jax",
        "transformers",
        "sentence-transformers",
    }


def test_nothing_that_makes_every_kernel_slow_comes_back():
    """The package builds a parser of 2 s at import; jsonschema imports it wherever it finds it."""
    assert "rfc3987-syntax" not in {canonicalize_name(name) for name, *_ in PINS}


def test_binder_has_the_same_environment():
    """Binder reads only its own folder, so the file stands twice; here they are held equal."""
    assert (ROOT / "binder" / "environment.yml").read_bytes() == (ROOT / "environment.yml").read_bytes()


def test_the_environment_takes_a_python_that_the_project_supports():
    assert PYTHON is not None
    assert SpecifierSet(PROJECT["project"]["requires-python"]).contains(PYTHON[1])
    assert f"Programming Language :: Python :: {PYTHON[1]}" in PROJECT["project"]["classifiers"]


def test_binder_installs_from_the_lock_and_fetches_the_model():
    path = ROOT / "binder" / "postBuild"
    text = path.read_text()
    assert os.access(path, os.X_OK)
    for step in (
        "set -euo pipefail",
        "--require-hashes -r requirements.lock",
        "--no-deps",
        "labcore models fetch",
        "binder/labconfig",
    ):
        assert step in text


def test_jupyterlab_asks_nobody_for_news():
    settings = json.loads((ROOT / "binder" / "labconfig" / "default_setting_overrides.json").read_text())
    assert settings["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_makefile_and_metadata_agree_on_python(version):
    assert SpecifierSet(PROJECT["project"]["requires-python"]).contains(version)
    assert f"python{version}" in (ROOT / "Makefile").read_text()
