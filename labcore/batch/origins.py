"""What the numbers of a run rest on: the model, the fixtures and the packages, each pinned."""

from __future__ import annotations

import hashlib
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from labcore.errors import FixtureError
from labcore.fixture.files import read_file
from labcore.fixture.lines import decode, json_object
from labcore.model import locked_models
from labcore.report import Origin

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["find_origins", "versions"]

_PACKAGES = (
    "labcore",
    "numpy",
    "onnxruntime",
    "onnx",
    "tokenizers",
    "bm25s",
    "altair",
    "vl-convert-python",
    "papermill",
    "jupyterlab",
)
_REMEDY = "Mend it, seal it with labcore seal FOLDER, or move a draft out of fixtures/"


def find_origins(root: Path, fixtures: Iterable[Path] = ()) -> tuple[Origin, ...]:
    """Give each pinned model with the hash of its graph, and each fixture with the hash of its manifest.

    Args:
        root: The folder that holds ``fixtures/``; a folder there without fixture.json is left out.
        fixtures: Further fixture folders that a run was pointed at.

    Raises:
        ModelError: The model lock cannot be read.
        FixtureError: A fixture.json cannot be read, is not one JSON object, or lists a file without its hash.
    """
    folders = {path.resolve(): path for path in (*sorted(root.glob("fixtures/*")), *fixtures)}
    manifests = [folder / "fixture.json" for folder in folders.values()]
    return (*_models(), *(_fixture(path) for path in manifests if path.is_file()))


def versions() -> dict[str, str]:
    """Give the versions of Python, the platform and every package that a number could depend on."""
    found = {"python": platform.python_version(), "platform": f"{platform.system()} {platform.machine()}"}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _models() -> list[Origin]:
    return [
        Origin(
            kind="model",
            name=model.name,
            revision=model.revision,
            sha256=model.graph.sha256,
            files={file.name: file.sha256 for file in model.files},
        )
        for model in locked_models()
    ]


def _fixture(manifest: Path) -> Origin:
    content = read_file(manifest)
    try:
        declared = json_object(decode(str(manifest), content), str(manifest), "the file")
        files = _sealed(declared.get("files", {}), str(manifest))
    except FixtureError as error:
        raise FixtureError(error.rule, got=error.got, place=error.place, remedy=_REMEDY) from None
    return Origin(
        kind="fixture",
        name=str(declared.get("name", manifest.parent.name)),
        revision=str(declared.get("authored", "")),
        sha256=hashlib.sha256(content).hexdigest(),
        files=files,
    )


def _sealed(files: Any, place: str) -> dict[str, str]:
    """Give the hash of each file that a manifest of any schema lists."""
    if not isinstance(files, dict):
        raise FixtureError("files must be an object: path -> size and hash", got=files, place=place)
    hashes: dict[str, str] = {}
    for name, seal in files.items():
        sha256 = seal.get("sha256") if isinstance(seal, dict) else None
        if not isinstance(sha256, str):
            raise FixtureError("every listed file has its sha256", got=name, place=place)
        hashes[name] = sha256
    return hashes
