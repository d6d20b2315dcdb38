"""Puts a file into the cache whole or not at all: temporary file, checked, flushed, then renamed."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from labcore.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from labcore.model.records import LockedFile

__all__ = ["PART_PREFIX", "SourceFailedError", "cache_errors", "place", "sweep"]

PART_PREFIX = ".part-"
"""Names of files and folders that are not finished; whoever holds the folder's lock may delete them."""

_CHUNK = 1 << 20  # bytes; large enough that Python's share of the time vanishes


class SourceFailedError(ModelError):
    """One source did not give the pinned bytes; the next one may."""


def place(
    stream: IO[bytes], pin: LockedFile, target: Path, count: Callable[[int], object] = lambda _: None
) -> None:
    """Copy a stream to its place, if and only if its bytes are the pinned ones.

    Args:
        stream: Read to its end, or to one byte more than the pin allows.
        pin: The size and hash that decide.
        target: The final path; an older file there is replaced in one step.
        count: Called with the number of bytes of each chunk.

    Raises:
        SourceFailedError: The stream had another length or other bytes; target is as before.
        ModelError: The cache cannot be written; target is as before.
    """
    with cache_errors(target.parent, pin.bytes):
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=PART_PREFIX, dir=target.parent)
    part = Path(name)
    try:
        with open(handle, "wb") as out:  # noqa: PTH123  (an open descriptor has no path method)
            _copy_checked(stream, pin, out, count)
            with cache_errors(target.parent, pin.bytes):
                out.flush()
                os.fsync(out.fileno())
        with cache_errors(target.parent, pin.bytes):
            part.chmod(0o644)  # mkstemp makes private files; a cache may be shared for reading
            part.replace(target)
            _flush_folder(target.parent)
    finally:
        part.unlink(missing_ok=True)


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
        full = error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
        rule = (
            f"the cache folder must have room for {needed} bytes"
            if full
            else "the cache folder must be writable"
        )
        raise ModelError(
            rule,
            got=error.strerror or type(error).__name__,
            place=str(folder),
            remedy="Free some space there, or name another folder in the environment variable LABCORE_CACHE"
            if full
            else "Mend its permissions, or name another folder in the environment variable LABCORE_CACHE",
        ) from error


def _copy_checked(stream: IO[bytes], pin: LockedFile, out: IO[bytes], count: Callable[[int], object]) -> None:
    digest = hashlib.sha256()
    size = 0
    # One byte over the pin is enough to know; an endless or inflated stream is not read further.
    while size <= pin.bytes and (chunk := stream.read(min(_CHUNK, pin.bytes + 1 - size))):
        size += len(chunk)
        digest.update(chunk)
        with cache_errors(Path(str(out.name)), pin.bytes):
            out.write(chunk)
        count(len(chunk))
    if size != pin.bytes:
        found = f"more than {pin.bytes} bytes" if size > pin.bytes else f"{size} bytes"
        raise SourceFailedError(f"{pin.name}: expected {pin.bytes} bytes, found {found}")
    if digest.hexdigest() != pin.sha256:
        raise SourceFailedError(f"{pin.name}: expected sha256 {pin.sha256}, found {digest.hexdigest()}")


def _flush_folder(folder: Path) -> None:
    # Without this a power cut may forget the rename; Windows has no such call and needs none.
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
