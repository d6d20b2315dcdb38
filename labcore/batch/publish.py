"""Put the files of a batch into its folder, all of them together or none."""

from __future__ import annotations

import json
import shutil
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from labcore.errors import ParameterError
from labcore.report import RESULTS_SCHEMA

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["NAMES", "published", "require_ours"]

NAMES = ("notebooks", "pages", "index.html", "results.json")
"""What a batch writes, in the order in which it is put into place; nothing else in the folder is touched."""


def require_ours(out: Path) -> None:
    """Refuse a folder where a batch would replace something that no batch wrote.

    Raises:
        ParameterError: ``out`` is a file, or holds one of ``NAMES`` without a results.json of labcore.
    """
    remedy = "Choose another folder with --out, or move these files away"
    if out.exists() and not out.is_dir():
        raise ParameterError("results go into a folder", got=str(out), remedy=remedy)
    taken = [name for name in NAMES if (out / name).exists()]
    if taken and not _is_ours(out / "results.json"):
        raise ParameterError(
            "only results of an earlier run are replaced", got=", ".join(taken), place=str(out), remedy=remedy
        )


@contextmanager
def published(out: Path) -> Iterator[Path]:
    """Give an empty folder to write into; at the end its content takes the place of the last results.

    An error or an interruption, inside or while the files change places, leaves the last results as they were.

    Raises:
        ParameterError: The folder holds results that labcore did not write.
    """
    require_ours(out)
    out.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=".labcore-run-", dir=out))
    try:
        (beside / "new").mkdir()
        yield beside / "new"
        _exchange(beside, out)
    except BaseException:
        shutil.rmtree(beside / "new", ignore_errors=True)
        with suppress(OSError):  # old results that would not go back keep their folder: a rest is no loss
            beside.rmdir()
        raise
    shutil.rmtree(beside, ignore_errors=True)


def _exchange(beside: Path, out: Path) -> None:
    """Move the old files out and the new ones in; on any failure all of it back."""
    new, before = beside / "new", [name for name in NAMES if (out / name).exists()]
    try:
        for name in NAMES:
            if name in before:
                (out / name).rename(beside / name)
            if (new / name).exists():
                (new / name).rename(out / name)
    except BaseException:
        _put_back(beside, out, before)
        raise


def _put_back(beside: Path, out: Path, before: Sequence[str]) -> None:
    """Undo an exchange by what stands where: an interruption comes between a move and any note of it."""
    for name in NAMES:
        moved = name not in before or (beside / name).exists()
        if moved and (out / name).exists():
            (out / name).rename(beside / "new" / name)
        if (beside / name).exists():
            (beside / name).rename(out / name)


def _is_ours(results: Path) -> bool:
    try:
        return str(json.loads(results.read_text(encoding="utf-8"))["schema"]) == RESULTS_SCHEMA
    except (OSError, ValueError, KeyError, TypeError):
        return False
