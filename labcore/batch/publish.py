"""Put the files of a batch into its folder, all of them together or none."""

from __future__ import annotations

import json
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from labcore.errors import ParameterError
from labcore.report import RESULTS_SCHEMA

if TYPE_CHECKING:
    from collections.abc import Iterator

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

    An error or an interruption inside leaves the last results as they were.

    Raises:
        ParameterError: The folder holds results that labcore did not write.
    """
    require_ours(out)
    out.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=".labcore-run-", dir=out))
    try:
        (beside / "new").mkdir()
        yield beside / "new"
        for name in NAMES:
            if (out / name).exists():
                (out / name).rename(beside / name)
            if (beside / "new" / name).exists():
                (beside / "new" / name).rename(out / name)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _is_ours(results: Path) -> bool:
    try:
        return str(json.loads(results.read_text(encoding="utf-8"))["schema"]) == RESULTS_SCHEMA
    except (OSError, ValueError, KeyError, TypeError):
        return False
