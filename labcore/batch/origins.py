"""What the numbers of a run rest on: the model, the fixtures and the packages, each pinned."""

from __future__ import annotations

import hashlib
import json
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

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


def find_origins(root: Path, fixtures: Iterable[Path] = ()) -> tuple[Origin, ...]:
    """Give each pinned model with the hash of its graph, and each fixture with the hash of its manifest.

    Args:
        root: The folder that holds ``fixtures/``; a folder there without fixture.json is left out.
        fixtures: Further fixture folders that a run was pointed at.

    Raises:
        ModelError: The model lock cannot be read.
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
    content = manifest.read_bytes()
    declared = json.loads(content)
    return Origin(
        kind="fixture",
        name=str(declared.get("name", manifest.parent.name)),
        revision=str(declared.get("authored", "")),
        sha256=hashlib.sha256(content).hexdigest(),
        files={name: seal["sha256"] for name, seal in declared.get("files", {}).items()},
    )
