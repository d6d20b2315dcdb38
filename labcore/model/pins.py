"""Compares files with their pins; a difference is said with what was expected and what was found."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from labcore.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from labcore.model.records import LockedFile

__all__ = ["FETCH", "FileCheck", "FileState", "check_bytes", "check_file", "read_verified"]

FETCH = "labcore models fetch"
"""The command that mends a missing or altered file."""


class FileState(StrEnum):
    """How a file stands to its pin."""

    GOOD = "good"
    MISSING = "missing"
    WRONG_SIZE = "wrong_size"
    ALTERED = "altered"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileCheck:
    """What a comparison with a pin found.

    Attributes:
        name: The file's name in the lock.
        state: good, missing, wrong_size, altered (right size, other bytes) or unreadable.
        expected: The pin in words.
        found: What is there, in words.
    """

    name: str
    state: FileState
    expected: str
    found: str

    @property
    def good(self) -> bool:
        """Whether these are the pinned bytes."""
        return self.state is FileState.GOOD


def check_bytes(data: bytes, pin: LockedFile) -> FileCheck:
    """Compare bytes in memory with a pin."""
    return _check(pin, len(data), lambda: hashlib.sha256(data).hexdigest())


def check_file(path: Path, pin: LockedFile) -> FileCheck:
    """Compare a file with its pin: the size first, then the hash of every byte."""
    try:
        with path.open("rb") as stream:
            size = path.stat().st_size
            return _check(pin, size, lambda: hashlib.file_digest(stream, "sha256").hexdigest())
    except FileNotFoundError:
        return FileCheck(name=pin.name, state=FileState.MISSING, expected=_words(pin), found="no file")
    except OSError as error:
        found = error.strerror or type(error).__name__
        return FileCheck(name=pin.name, state=FileState.UNREADABLE, expected=_words(pin), found=found)


def read_verified(path: Path, pin: LockedFile) -> bytes:
    """Give a file's bytes, after they were compared with the pin; what is given is what was compared.

    Raises:
        ModelError: The file is missing, short, altered or cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError:
        check = check_file(path, pin)
    else:
        check = check_bytes(data, pin)
        if check.good:
            return data
    raise ModelError(
        f"expected {check.expected}, found {check.found}",
        place=str(path),
        remedy=f"Inference never downloads; run: {FETCH}",
    )


def _check(pin: LockedFile, size: int, digest: Callable[[], str]) -> FileCheck:
    if size != pin.bytes:
        # A wrong size decides; hashing 90 MB more would tell nothing new.
        return FileCheck(
            name=pin.name, state=FileState.WRONG_SIZE, expected=_words(pin), found=f"{size} bytes"
        )
    found = digest()
    state = FileState.GOOD if found == pin.sha256 else FileState.ALTERED
    return FileCheck(
        name=pin.name, state=state, expected=_words(pin), found=f"{size} bytes with sha256 {found}"
    )


def _words(pin: LockedFile) -> str:
    return f"{pin.bytes} bytes with sha256 {pin.sha256}"
