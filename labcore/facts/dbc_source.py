"""A folder of DBC files with the manifest that says what the files do not: project, revision, network."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from labcore.errors import FixtureError, LabError, ParameterError
from labcore.facts.dbc import read_dbc
from labcore.facts.definitions import Definitions
from labcore.facts.manifest import MANIFEST
from labcore.facts.scope import FactScope

if TYPE_CHECKING:
    from datetime import date

    from labcore.facts.definitions import SnapshotDefinitions
    from labcore.facts.manifest import Manifest, SourceFile

__all__ = ["DBC_SCHEMA", "collect_dbc", "read_dbc_folder", "snapshot_name"]

DBC_SCHEMA = "evidence-lab/dbc-1"

_STATED = {"project", "revision", "network"}


def snapshot_name(sha256: str, imported: date) -> str:
    """Name a snapshot by what was read and when: the first 16 digits of the file's hash, and the day."""
    return f"{sha256[:16]}.{imported.isoformat()}"


def read_dbc_folder(folder: Path, manifest: Manifest) -> Definitions:
    """Read every DBC file that a manifest lists, each as a snapshot of its own.

    Raises:
        ExtraMissingError: cantools is not installed.
        FixtureError: The manifest does not state a file's scope, or a file cannot be read.
    """
    unstated = sorted({file.name for file in manifest.files} ^ set(manifest.dbc))
    if unstated:
        raise FixtureError(
            "the manifest states project, revision and network of each DBC file",
            got=unstated[0],
            place=MANIFEST,
        )
    snapshots = tuple(_snapshot(folder, manifest, file) for file in manifest.files)
    return Definitions(name=manifest.name, digest=manifest.digest, snapshots=snapshots)


def _snapshot(folder: Path, manifest: Manifest, file: SourceFile) -> SnapshotDefinitions:
    stated: Any = manifest.dbc[file.name]
    known = isinstance(stated, dict) and _STATED <= set(stated) <= _STATED | {"encoding"}
    if not known or not isinstance(stated.get("encoding", ""), str):
        fields = ", ".join(sorted(_STATED))
        raise FixtureError(
            f"a DBC file's entry holds {fields} and perhaps encoding", got=file.name, place=MANIFEST
        )
    try:
        scope = FactScope(
            **{part: stated[part] for part in _STATED}, snapshot=snapshot_name(file.sha256, manifest.authored)
        )
    except LabError as error:
        raise FixtureError(str(error), got=file.name, place=MANIFEST) from error
    return read_dbc(
        (folder / file.name).read_bytes(),
        scope=scope,
        recorded_on=manifest.authored,
        place=file.name,
        encoding=stated.get("encoding"),
    )


def collect_dbc(
    folder: Path,
    out: Path,
    *,
    project: str,
    revision: str,
    network: str | None,
    licence: str,
    imported: date,
) -> int:
    """Copy DBC files into a new source folder and write its manifest.

    Args:
        folder: Where to look, sub-folders included.
        out: The source folder to make; it must not exist.
        project: The project of all files.
        revision: The revision of all files.
        network: The network of all files; None takes each file's path without its ending, said by the
            caller and not guessed from the content.
        licence: The files' licence, as SPDX writes it.
        imported: The day that goes into each snapshot's name.

    Returns:
        How many files were collected.

    Raises:
        ParameterError: The folder holds no DBC file, or ``out`` exists.
    """
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() == ".dbc" and path.is_file())
    if not paths or out.exists():
        rule = "there is a DBC file to collect" if not paths else "the folder to write is new"
        raise ParameterError(rule, got=str(out if paths else folder))
    files, stated = {}, {}
    for path in paths:
        name = path.relative_to(folder).as_posix()
        content = path.read_bytes()
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        files[name] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        where = network or PurePosixPath(name).with_suffix("").as_posix()
        stated[name] = {"project": project, "revision": revision, "network": where}
    manifest = {
        "schema": DBC_SCHEMA,
        "name": project,
        "title": f"DBC files of {project}, revision {revision}",
        "licence": licence,
        "authored": imported.isoformat(),
        "synthetic": False,
        "files": files,
        "dbc": stated,
    }
    (out / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    return len(paths)
