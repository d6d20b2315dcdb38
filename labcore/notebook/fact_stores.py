"""Fact stores that live as long as the notebook: of a fixture, and of real definition files."""

from __future__ import annotations

import atexit
import importlib.util
import shutil
import tempfile
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from labcore.errors import ParameterError
from labcore.facts import temporary_store
from labcore.facts.dbc_source import collect_dbc

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.facts import FactStore

__all__ = ["REAL_FILES", "open_definitions", "open_real_files", "real_files_installed"]

REAL_FILES = (
    "toyota_prius_2010_pt.dbc",
    "generator/toyota/_toyota_2017.dbc",
    "tesla_can.dbc",
    "tesla_model3_party.dbc",
)
"""Files of the package opendbc (MIT licence) in which one name has two definitions."""

_PACKAGE, _REVISION = "opendbc", "0.3.1"
_IMPORTED = date(2026, 11, 30)  # part of each snapshot's name, and so the same in every run
_OPEN = ExitStack()
atexit.register(_OPEN.close)


def open_definitions(folder: str | Path) -> FactStore:
    """Load a folder of definitions into a store of this notebook's own; it goes away with the kernel.

    Raises:
        FixtureError: The folder breaks its format.
    """
    return _OPEN.enter_context(temporary_store(folder))


def real_files_installed() -> bool:
    """Say whether the package with the real definition files is there, and what reads them."""
    return all(importlib.util.find_spec(name) is not None for name in (_PACKAGE, "cantools"))


def open_real_files(names: Sequence[str] = REAL_FILES) -> FactStore:
    """Load some of the package's files, each as a snapshot of its own; the network is named after the file.

    Args:
        names: Paths inside the package's folder of definitions.

    Raises:
        ParameterError: The package is not installed, or has no such file.
        FixtureError: A file cannot be read.
    """
    source = _folder()
    absent = [name for name in names if not (source / name).is_file()]
    if absent:
        raise ParameterError(f"{_PACKAGE} {_REVISION} holds the file", got=absent[0])
    work = Path(_OPEN.enter_context(tempfile.TemporaryDirectory(prefix="labcore-dbc-")))
    for name in names:
        target = work / "some" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, target)
    collect_dbc(
        work / "some",
        work / "source",
        project=_PACKAGE,
        revision=_REVISION,
        network=None,
        licence="MIT",
        imported=_IMPORTED,
    )
    return open_definitions(work / "source")


def _folder() -> Path:
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ParameterError(
            f"the real definition files come with the package {_PACKAGE}",
            remedy=f"Run: pip install {_PACKAGE}=={_REVISION}",
        )
    return Path(next(iter(spec.submodule_search_locations))) / "dbc"
