"""Put a file in its place whole: a reader sees the old one or the new one, never half of either."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, text: str) -> Path:
    """Write a text beside its place and move it there; folders that are missing are made.

    Args:
        path: Where the file shall stand; what stood there is replaced.
        text: The whole content, written as UTF-8 with the line ends that it has.

    Returns:
        path, for the caller to show.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        Path(beside).chmod(0o644)
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    return path
