"""The manifest of a source folder: which files belong to it, their sizes and hashes."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import date
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from labcore.errors import FixtureError
from labcore.facts.text import text_problem
from labcore.fixture.lines import decode, json_object

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["MANIFEST", "Manifest", "SourceFile", "read_manifest"]

MANIFEST = "fixture.json"
_REQUIRED = ("schema", "name", "title", "licence", "authored", "synthetic", "files")
_FIELDS = (*_REQUIRED, "about", "dbc")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """One file that the manifest lists.

    Attributes:
        name: Its path inside the folder, with forward slashes.
        bytes: Its size.
        sha256: Its hash, in lower-case hex.
    """

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a source says about itself; every listed file was there and had the stated hash.

    Attributes:
        name: The source's name.
        schema: Which of the source formats it follows.
        authored: The day on which it was written, or imported.
        files: In the order of their names.
        dbc: For DBC files, what the files do not say; empty for the other format.
    """

    name: str
    schema: str
    authored: date
    files: tuple[SourceFile, ...]
    dbc: dict[str, Any]

    @property
    def digest(self) -> str:
        """The sha256 over what identifies the source: its name, date, statements and the hashes of its files."""
        lines = [f"{self.name}\n{self.schema}\n{self.authored}\n{json.dumps(self.dbc, sort_keys=True)}\n"]
        lines += [f"{file.name} {file.sha256}\n" for file in self.files]
        return hashlib.sha256("".join(lines).encode()).hexdigest()


def read_manifest(folder: Path) -> Manifest:
    """Read ``fixture.json`` and check every listed file against it.

    Raises:
        FixtureError: The manifest is absent or malformed, or a file is absent or altered.
    """
    data = _object(folder / MANIFEST)
    unknown, missing = sorted(set(data) - set(_FIELDS)), [name for name in _REQUIRED if name not in data]
    if unknown or missing:
        got = f"unknown {unknown[0]}" if unknown else f"no {missing[0]}"
        raise FixtureError(f"a manifest holds the fields {', '.join(_FIELDS)}", got=got, place=MANIFEST)
    return Manifest(
        name=str(data["name"]),
        schema=str(data["schema"]),
        authored=_day(data["authored"]),
        files=tuple(_checked(folder, name, listed) for name, listed in sorted(data["files"].items())),
        dbc=data.get("dbc", {}),
    )


def _object(path: Path) -> dict[str, Any]:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise FixtureError(
            "a source folder holds a manifest",
            place=str(path),
            remedy="Name the folder that holds it; for DBC files, write one with: labcore facts collect",
        ) from None
    data = json_object(decode(MANIFEST, content), MANIFEST, "a manifest")
    for name in ("files", "dbc"):
        if not isinstance(data.get(name, {}), dict):
            raise FixtureError(
                f"a manifest's {name} is one JSON object", got=repr(data[name]), place=MANIFEST
            )
    for name in ("schema", "name"):
        problem = text_problem(data.get(name, name))
        if problem:
            raise FixtureError(f"a manifest's {name} {problem}", got=repr(data[name]), place=MANIFEST)
    return data


def _day(value: object) -> date:
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise FixtureError("authored is a date (YYYY-MM-DD)", got=value, place=MANIFEST) from None


def _checked(folder: Path, name: str, listed: object) -> SourceFile:
    inside = PurePosixPath(name)
    plain = not inside.is_absolute() and ".." not in inside.parts and "\\" not in name
    if not isinstance(listed, dict) or set(listed) != {"bytes", "sha256"} or not plain:
        raise FixtureError(
            "each file is listed by its path inside the folder with bytes and sha256",
            got=name,
            place=MANIFEST,
        )
    path = folder / name
    if not path.is_file():
        raise FixtureError("every listed file is in the folder", got=name, place=MANIFEST)
    found = path.read_bytes()
    digest = hashlib.sha256(found).hexdigest()
    if (len(found), digest) != (listed["bytes"], listed["sha256"]):
        raise FixtureError(
            f"the manifest lists {listed['bytes']} bytes with sha256 {listed['sha256']}",
            got=f"{len(found)} bytes with {digest}",
            place=name,
            remedy="Restore the file, or correct the manifest if the change is meant",
        )
    return SourceFile(name=name, bytes=len(found), sha256=digest)
