"""Writes a file whole or not at all: a temporary file beside it, flushed, then renamed over it."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from labcore.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["PART_PREFIX", "cache_errors", "sweep", "whole_file"]

PART_PREFIX = ".part-"
"""Starts the name of what is not finished; whoever holds a folder's lock may delete it there."""

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_ELSEWHERE = "name another cache folder in the environment variable LABCORE_CACHE"


@contextmanager
def whole_file(target: Path, needed: int, *, durable: bool = True) -> Iterator[Callable[[bytes], None]]:
    """Give a function that writes bytes; the file appears when the block ends without an exception.

    Args:
        target: The final path; an older file there stays until it is replaced in one step.
        needed: How many bytes will be written, for the message of a full disk.
        durable: Wait until the bytes are on the disk, so that a power cut cannot leave an empty file.

    Raises:
        ModelError: The folder cannot be written, or the disk is full; target is as before.
    """
    with cache_errors(target.parent, needed):
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=PART_PREFIX, dir=target.parent)

    def write(data: bytes) -> None:
        # Only writing is guarded: what a reader raises inside the block is not the cache's failure.
        with cache_errors(target.parent, needed):
            _write_all(handle, data)

    try:
        try:
            yield write
            if durable:
                with cache_errors(target.parent, needed):
                    os.fsync(handle)
        finally:
            os.close(handle)
        with cache_errors(target.parent, needed):
            Path(name).chmod(0o644)  # temporary files are private; a cache may be shared for reading
            Path(name).replace(target)
            if durable:
                _flush_folder(target.parent)
    finally:
        Path(name).unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Delete what killed processes left unfinished; call it only under the folder's lock."""
    for left in folder.rglob(f"{PART_PREFIX}*"):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)


@contextmanager
def cache_errors(folder: Path, needed: int) -> Iterator[None]:
    """Turn what the file system refuses into one message about the cache folder.

    Args:
        folder: The folder that is written to.
        needed: How many bytes are being written.
    """
    try:
        yield
    except OSError as error:
        got = error.strerror or type(error).__name__
        if error.errno in _FULL:
            rule, remedy = (
                f"the cache folder must have room for {needed} bytes",
                f"Free some, or {_ELSEWHERE}",
            )
        else:
            rule, remedy = "the cache folder must be writable", f"Mend its permissions, or {_ELSEWHERE}"
        raise ModelError(rule, got=got, place=str(folder), remedy=remedy) from error


def _write_all(handle: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]


def _flush_folder(folder: Path) -> None:
    # Without this a power cut may forget the rename. Windows cannot open a folder and needs no such step.
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
