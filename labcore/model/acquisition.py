"""Acquisition: brings the pinned files and the built graph into the cache, or says why it cannot."""

from __future__ import annotations

import io
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from labcore.errors import ModelError
from labcore.model.atomic import PART_PREFIX, cache_errors, sweep
from labcore.model.cache import model_folder
from labcore.model.pins import FileCheck, check_file, read_verified
from labcore.model.place import SourceFailedError, place
from labcore.model.progress import Progress
from labcore.model.sources import READ_ERRORS, open_source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from labcore.model.records import LockedFile, LockedModel, Source

__all__ = ["acquire", "verify"]


def verify(model: LockedModel, root: Path | None = None) -> list[FileCheck]:
    """Compare every cached file of a model with its pin; nothing is downloaded or written.

    Args:
        model: The pinned model.
        root: The cache folder; None for the user's own.

    Returns:
        One check a file, in the lock's order, the built graph last.
    """
    folder = model_folder(model, root)
    return [check_file(folder / pin.name, pin) for pin in (*model.files, model.graph)]


def acquire(model: LockedModel, root: Path | None = None, progress: Progress | None = None) -> None:
    """Bring every file of a model into the cache; files that are good already are left alone.

    Two processes may do this at once: the second waits, and then finds the work done. A process that
    is killed leaves no half file under a final name.

    Args:
        model: The pinned model.
        root: The cache folder; None for the user's own.
        progress: Told what goes on; None for stderr.

    Raises:
        ModelError: No source gave the pinned bytes (each is named with its own failure), the cache
            cannot be written, or the graph built here is not the pinned one.
    """
    progress = progress or Progress()
    if all(check.good for check in verify(model, root)):
        return  # also on a cache that may only be read
    folder = model_folder(model, root)
    with _held(folder, progress):
        sweep(folder)
        missing = [pin for pin in model.files if not check_file(folder / pin.name, pin).good]
        if missing:
            _try_sources(model, missing, folder, progress)
        if not check_file(folder / model.graph.name, model.graph).good:
            _place_graph(model, folder, progress)


def _try_sources(model: LockedModel, missing: list[LockedFile], folder: Path, progress: Progress) -> None:
    failures = []
    for source in model.sources:
        progress.say(f"{model.name}: trying {source}")
        try:
            with _scratch(folder) as scratch:
                _take(source, model, missing, scratch, progress)
        except (SourceFailedError, *READ_ERRORS) as error:
            failures.append(f"{source}: {_words(error)}")
            progress.say(f"  no: {_words(error)}")
        missing = [pin for pin in missing if not check_file(folder / pin.name, pin).good]
        if not missing:
            return
    tried = "".join(f"\n  {failure}" for failure in failures)
    names = ", ".join(pin.name for pin in missing)
    raise ModelError(
        f"no source gave the pinned bytes of {names} for {model.name}; tried, in order:{tried}\n",
        remedy=f"Go online and run the command again, or copy the files into {folder}",
    )


def _take(
    source: Source, model: LockedModel, missing: list[LockedFile], scratch: Path, progress: Progress
) -> None:
    with open_source(source, model, scratch, progress) as opener:
        for pin in missing:
            with opener(pin) as stream, progress.bytes(pin.name, pin.bytes) as count:
                place(stream, pin, scratch.parent / pin.name, count)
            progress.say(f"  {pin.name}: {pin.bytes} bytes, sha256 as pinned")


def _place_graph(model: LockedModel, folder: Path, progress: Progress) -> None:
    from labcore.model.graph import build_graph  # noqa: PLC0415  # onnx loads only where a graph is built

    progress.say(f"{model.name}: building {model.graph.name} from the weights")
    pin = model.file("model.safetensors")
    graph = build_graph(read_verified(folder / pin.name, pin), model.architecture)
    try:
        place(io.BytesIO(graph), model.graph, folder / model.graph.name)
    except SourceFailedError as error:
        raise ModelError(
            f"the graph built here is not the pinned one: {error}",
            remedy="Install the version of onnx that labcore's lock names; another one may write other bytes",
        ) from error
    progress.say(f"  {model.graph.name}: {model.graph.bytes} bytes, sha256 as pinned")


@contextmanager
def _held(folder: Path, progress: Progress) -> Iterator[None]:
    """Hold the folder's lock; the system frees it when a process dies."""
    with cache_errors(folder, 1):
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / ".lock", fallback_to_soft=False)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            progress.say("another process is fetching this model; waiting for it")
            lock.acquire()
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _scratch(folder: Path) -> Iterator[Path]:
    # Inside the cache, so that a big download never lands on a small system disk.
    with cache_errors(folder, 1):
        scratch = Path(tempfile.mkdtemp(prefix=PART_PREFIX, dir=folder))
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _words(error: BaseException) -> str:
    return f"{error}" if isinstance(error, SourceFailedError) else f"{type(error).__name__}: {error}"
