"""The first real runs and vectors of a fixture: written once, replayed, never written over."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from labcore.errors import FixtureError, RecordError
from labcore.fixture.files import is_there
from labcore.fixture.lines import decode
from labcore.records import Outcome, Run, from_trec, to_trec
from labcore.replay.record import VECTORS, named_twice, read_record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from labcore.fixture import Fixture
    from labcore.fixture.manifest import FileSeal

__all__ = ["RECORD", "Recording", "read_recording", "recorded_texts", "require_unrecorded", "write_recording"]

RECORD = "record.json"
_REMEDY = "A recording is replayed, never rewritten; keep a new one under another fixture"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """What was recorded of a fixture.

    Attributes:
        runs: Ranker name -> its runs, in query order.
        vectors: float32 ``(n, d)``: the passages in file order, then the queries in file order.
        about: When, with which model, corpus version and k; as written in record.json.
    """

    runs: Mapping[str, tuple[Run, ...]]
    vectors: NDArray[np.float32]
    about: Mapping[str, Any]


def recorded_texts(fixture: Fixture) -> list[str]:
    """The texts whose vectors are recorded: passages as they are ranked, then queries."""
    return [passage.searchable for passage in fixture.corpus] + [query.text for query in fixture.queries]


def write_recording(
    fixture: Fixture,
    runs: Mapping[str, Sequence[Run]],
    vectors: NDArray[np.float32],
    model: Mapping[str, str],
) -> tuple[str, ...]:
    """Write the first recording of a fixture below ``recorded/`` and give the file names.

    Args:
        fixture: The fixture, as it was when it was run.
        runs: Ranker name -> one run per query.
        vectors: float32 ``(n, d)`` for `recorded_texts`.
        model: What made the vectors: name, revision, hashes.

    Raises:
        FixtureError: As `require_unrecorded`; a ranker has two lists for one query; the vectors do not fit
            the texts; or a file cannot be written. Then nothing is recorded.
    """
    require_unrecorded(fixture)
    _require_one_list_a_query(runs)
    texts = recorded_texts(fixture)
    if vectors.dtype != np.float32 or vectors.ndim != 2 or len(vectors) != len(texts):  # noqa: PLR2004  # rows and columns
        raise FixtureError(
            f"vectors are float32 of shape ({len(texts)}, d)", got=f"{vectors.dtype} {vectors.shape}"
        )
    buffer = io.BytesIO()
    np.save(buffer, vectors, allow_pickle=False)
    files = {f"{name}.trec": to_trec(lists).encode() for name, lists in runs.items()}
    files[VECTORS] = buffer.getvalue()
    about = {
        "recorded_at": datetime.now(tz=UTC).isoformat(timespec="seconds"),
        "index_version": fixture.corpus.version,
        "model": dict(model),
        "texts_sha256": _digest("\0".join(texts).encode()),
        "k": max((run.k for lists in runs.values() for run in lists), default=0),
        "rankers": sorted(runs),
        # TREC has no line for a list without hits, so the queries are named here
        "queries": {name: [run.query_id for run in lists] for name, lists in sorted(runs.items())},
        "files": {
            name: {"bytes": len(content), "sha256": _digest(content)} for name, content in files.items()
        },
    }
    files[RECORD] = (json.dumps(about, indent=2) + "\n").encode()
    _write_whole(fixture.path / "recorded", files)
    return tuple(files)


def _require_one_list_a_query(runs: Mapping[str, Sequence[Run]]) -> None:
    for ranker, lists in runs.items():
        twice = named_twice(run.query_id for run in lists)
        if twice:
            raise FixtureError(
                "a recording has one list for each query of a ranker",
                got=f"several for {', '.join(twice)}",
                place=ranker,
                remedy="Rank each query once; nothing was recorded",
            )


def require_unrecorded(fixture: Fixture) -> None:
    """Refuse a fixture that cannot be recorded; asked early, it saves a whole inference.

    Raises:
        FixtureError: Something is recorded already, or the folder has no fixture.json to hold it.
    """
    folder = fixture.path / "recorded"
    if is_there(folder):
        raise FixtureError("something is recorded already", place=str(folder), remedy=_REMEDY)
    if fixture.manifest is None:
        raise FixtureError(
            "a recording is held by a fixture.json", got="a plain folder", place=str(fixture.path)
        )


def _write_whole(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder under another name first, so that an interruption leaves none and not half of one."""
    scratch = None
    try:
        scratch = Path(tempfile.mkdtemp(prefix=".recording-", dir=folder.parent))
        for name, content in files.items():
            (scratch / name).write_bytes(content)
        scratch.chmod(0o755)  # a scratch folder is made for its owner alone
        scratch.rename(folder)
    except OSError as error:
        raise FixtureError(
            f"the recording must be writable ({error.strerror})",
            place=str(folder),
            remedy="Nothing was recorded",
        ) from None
    finally:
        if scratch is not None:
            shutil.rmtree(scratch, ignore_errors=True)


def read_recording(fixture: Fixture) -> Recording:
    """Read a recording whose every file still has the size and hash that were written with it.

    Raises:
        FixtureError: Nothing is recorded, record.json is not in its form, a file is absent or changed, or
            the fixture's texts are no longer those that were recorded.
    """
    fixture.require(f"recorded/{RECORD}", "a replay")
    place = str(fixture.path / "recorded")
    content = fixture.recorded.get(RECORD, b"")
    about = read_record(content, f"{place}/{RECORD}")
    for name, seal in about.files.items():
        _require_sealed(name, fixture.recorded.get(name, b""), seal, place)
    if about.texts_sha256 != _digest("\0".join(recorded_texts(fixture)).encode()):
        raise FixtureError(
            "the fixture's texts are not those that were recorded", place=place, remedy=_REMEDY
        )
    return Recording(
        runs={name: _lists(fixture, name, about.queries[name]) for name in about.rankers},
        vectors=_vectors(fixture, place),
        about=json.loads(content),
    )


def _require_sealed(name: str, content: bytes, seal: FileSeal, place: str) -> None:
    if len(content) != seal.bytes or _digest(content) != seal.sha256:
        raise FixtureError(
            f"{name} must be the {seal.bytes} bytes that were recorded",
            got=f"{len(content)} bytes with sha256 {_digest(content)}",
            place=place,
            remedy=_REMEDY,
        )


def _vectors(fixture: Fixture, place: str) -> NDArray[np.float32]:
    rows = len(recorded_texts(fixture))
    try:
        # np.load would open an archive as well, which is no array
        vectors = np.lib.format.read_array(io.BytesIO(fixture.recorded[VECTORS]), allow_pickle=False)
    except Exception as error:  # noqa: BLE001  # a damaged header raises of six kinds, not all of them promised
        raise FixtureError(f"{VECTORS} must be an array of numpy: {error}", place=place) from None
    if vectors.dtype != np.float32 or vectors.ndim != 2 or len(vectors) != rows:  # noqa: PLR2004  # rows and columns
        raise FixtureError(
            f"vectors are float32 of shape ({rows}, d)", got=f"{vectors.dtype} {vectors.shape}", place=place
        )
    found: NDArray[np.float32] = vectors
    return found


def _lists(fixture: Fixture, ranker: str, queries: Sequence[str]) -> tuple[Run, ...]:
    content = decode(f"{ranker}.trec", fixture.recorded[f"{ranker}.trec"])
    try:
        found = {run.query_id: run for run in from_trec(content, f"{ranker}.trec")}
    except RecordError as error:
        raise FixtureError(error.rule, got=error.got, place=error.place, remedy=error.remedy) from None
    empty = [
        Run(query_id=query, hits=(), outcome=Outcome.NOTHING_MATCHED, ranker=ranker) for query in queries
    ]
    return tuple(found.get(run.query_id, run) for run in empty)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
