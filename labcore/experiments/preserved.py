"""Whether the inputs of a fixture are still the bytes that were sealed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.errors import FixtureError
from labcore.fixture import load, sealed_bytes, sealed_names
from labcore.records import NamedCheck
from labcore.replay import RECORD, read_recording

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from labcore.fixture import Manifest

__all__ = ["preserved_checks"]

_INPUTS: dict[str, Callable[[str], bool]] = {
    "dataset": lambda name: not name.startswith("recorded/"),
    "model manifest": lambda name: name == f"recorded/{RECORD}",
    "recorded result": lambda name: name.startswith("recorded/") and name != f"recorded/{RECORD}",
}
"""Each input and the files that belong to it; every file belongs to exactly one."""


def preserved_checks(folder: Path, manifest: Manifest, group: str) -> tuple[NamedCheck, ...]:
    """Compare the size and hash of every file with its seal, one check for each input.

    The recorded result is also held against record.json, so that sealing a changed list anew does
    not make it the recorded one.

    Args:
        folder: The fixture.
        manifest: What fixture.json declares.
        group: The name of the group.
    """
    names = sorted({*manifest.files, *sealed_names(folder)})
    checks = []
    for kind, belongs in _INPUTS.items():
        files = [name for name in names if belongs(name)]
        if files:
            broken = [text for name in files if (text := _broken(folder, name, manifest))]
            if kind == "recorded result" and not broken:
                broken = _not_as_recorded(folder)
            checks.append(_check(group, kind, files, broken))
    return tuple(checks)


def _check(group: str, kind: str, files: list[str], broken: list[str]) -> NamedCheck:
    return NamedCheck(
        group=group,
        name=kind,
        passed=not broken,
        expected=f"{len(files)} files as sealed",
        actual=f"{len(files)} files as sealed" if not broken else "; ".join(broken),
        detail=", ".join(files),
    )


def _broken(folder: Path, name: str, manifest: Manifest) -> str:
    try:
        sealed_bytes(folder, name, manifest)
    except FixtureError as error:
        return f"{name}: {error.rule}" + (f", got {error.got}" if error.got else "")
    return ""


def _not_as_recorded(folder: Path) -> list[str]:
    try:
        read_recording(load(folder, verify_seals=False))
    except (ValueError, LookupError, TypeError) as error:  # also what a broken record.json leads to
        return [str(error) or type(error).__name__]
    return []
