"""Put a file in its place whole: a reader sees the old one or the new one, never half of either."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from stat import S_IMODE

__all__ = ["write_whole"]


def write_whole(path: Path, text: str) -> Path:
    """Write a text beside its place and move it there; folders that are missing are made.

    A link is followed, and a pipe or a device such as ``/dev/null`` takes the text as it is: neither is replaced.

    Args:
        path: Where the file shall stand; what stood there is replaced, and its mode is kept.
        text: The whole content, written as UTF-8 with the line ends that it has.

    Returns:
        path, for the caller to show.
    """
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8", newline="")
        return path
    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        Path(beside).chmod(S_IMODE(target.stat().st_mode) if target.exists() else 0o644)
        Path(beside).replace(target)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    return path
