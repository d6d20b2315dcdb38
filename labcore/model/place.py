"""Puts a pinned file into the cache if, and only if, its bytes are the pinned ones."""

from __future__ import annotations

import hashlib
from typing import IO, TYPE_CHECKING

from labcore.errors import ModelError
from labcore.model.atomic import whole_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from labcore.model.records import LockedFile

__all__ = ["SourceFailedError", "place"]

_CHUNK = 1 << 20  # bytes; large enough that Python's share of the time vanishes


class SourceFailedError(ModelError):
    """One source did not give the pinned bytes; the next one may."""


def place(
    stream: IO[bytes], pin: LockedFile, target: Path, count: Callable[[int], object] = lambda _: None
) -> None:
    """Copy a stream to its place, comparing while copying.

    Args:
        stream: Read to its end, or to one byte more than the pin allows.
        pin: The size and hash that decide.
        target: The final path; an older file there is replaced in one step.
        count: Called with the number of bytes of each chunk.

    Raises:
        SourceFailedError: The stream had another length or other bytes; target is as before.
        ModelError: The cache cannot be written; target is as before.
    """
    digest = hashlib.sha256()
    size = 0
    with whole_file(target, pin.bytes) as write:
        # One byte over the pin is enough to know; an endless or inflated stream is not read further.
        while size <= pin.bytes and (chunk := stream.read(min(_CHUNK, pin.bytes + 1 - size))):
            size += len(chunk)
            digest.update(chunk)
            write(chunk)
            count(len(chunk))
        _require(pin, size, digest.hexdigest())


def _require(pin: LockedFile, size: int, sha256: str) -> None:
    if size != pin.bytes:
        found = f"more than {pin.bytes} bytes" if size > pin.bytes else f"{size} bytes"
        raise SourceFailedError(f"{pin.name}: expected {pin.bytes} bytes, found {found}")
    if sha256 != pin.sha256:
        raise SourceFailedError(f"{pin.name}: expected sha256 {pin.sha256}, found {sha256}")
