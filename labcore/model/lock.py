"""Reads models.lock.json: from the checkout's root, or from the copy that an installed package carries."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from labcore.errors import ModelError
from labcore.model.records import (
    Architecture,
    HttpsSource,
    LockedFile,
    LockedModel,
    PackageSource,
    Source,
)

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

__all__ = ["LOCK_NAME", "SCHEMA", "locked_model", "locked_models", "parse_lock"]

LOCK_NAME = "models.lock.json"
SCHEMA = 1
"""The one layout of the lock file that this version reads."""

_SOURCES = ("package", "https")

Record = TypeVar("Record", Architecture, HttpsSource, LockedFile, LockedModel, PackageSource)


def locked_models(path: Path | None = None) -> tuple[LockedModel, ...]:
    """Read every pinned model; the first is the default.

    Args:
        path: A lock file; None for the one that belongs to this labcore.

    Raises:
        ModelError: The file is absent, is not JSON, or breaks its schema; the message names the place.
    """
    path = path or _own_lock()
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError("the model lock must be readable", got=str(error), place=path.name) from error
    return parse_lock(text, path.name)


def locked_model(name: str | None = None, path: Path | None = None) -> LockedModel:
    """Give one pinned model.

    Args:
        name: Its name; None for the first of the lock.
        path: As for locked_models.

    Raises:
        ModelError: No such model is pinned, or the lock cannot be read.
    """
    models = locked_models(path)
    if name is None:
        return models[0]
    for model in models:
        if model.name == name:
            return model
    known = ", ".join(model.name for model in models)
    raise ModelError("no such model is pinned", got=name, remedy=f"Pinned are: {known}")


def parse_lock(text: str, place: str = LOCK_NAME) -> tuple[LockedModel, ...]:
    """Turn the lock's text into records.

    Args:
        text: The file's content.
        place: The file's name, for messages.

    Raises:
        ModelError: As for locked_models.
    """
    try:
        raw = json.loads(text)
    except json.JSONDecodeError as error:
        raise ModelError("the model lock must be JSON", got=str(error), place=place) from error
    top = _fields(raw, place, {"schema", "models"})
    if top["schema"] != SCHEMA:
        raise ModelError(
            f"the model lock must have schema {SCHEMA}",
            got=top["schema"],
            place=place,
            remedy="Update labcore",
        )
    models = tuple(
        _model(item, f"{place}: models[{i}]") for i, item in enumerate(_list(top["models"], place))
    )
    names = [model.name for model in models]
    if not names or len(names) != len(set(names)):
        raise ModelError("the lock must pin at least one model, each name once", got=names, place=place)
    return models


def _own_lock() -> Path:
    # A wheel carries the file beside this module; a checkout keeps its one copy at the root.
    packaged = Path(__file__).with_name(LOCK_NAME)
    return packaged if packaged.exists() else Path(__file__).parents[2] / LOCK_NAME


def _model(raw: object, place: str) -> LockedModel:
    plain = {"name", "repository", "revision", "licence", "dimensions", "max_tokens"}
    item = _fields(
        raw,
        place,
        plain | {"architecture", "files", "sources", "graph"},
        optional={"upstream_graph"},
    )
    upstream = item.get("upstream_graph")
    return _made(
        LockedModel,
        place,
        **{name: item[name] for name in plain},
        architecture=_record(Architecture, item["architecture"], f"{place}.architecture"),
        files=tuple(_each(LockedFile, item["files"], f"{place}.files")),
        sources=tuple(
            _source(s, f"{place}.sources[{i}]") for i, s in enumerate(_list(item["sources"], place))
        ),
        graph=_record(LockedFile, item["graph"], f"{place}.graph"),
        upstream_graph=None if upstream is None else _record(LockedFile, upstream, f"{place}.upstream_graph"),
    )


def _source(raw: object, place: str) -> Source:
    kind = raw.get("kind") if isinstance(raw, dict) else None
    if not isinstance(raw, dict) or kind not in _SOURCES:
        raise ModelError(f"kind must be one of {', '.join(_SOURCES)}", got=repr(kind), place=place)
    rest = {name: value for name, value in raw.items() if name != "kind"}
    return _record(PackageSource, rest, place) if kind == "package" else _record(HttpsSource, rest, place)


def _each(record: type[Record], raw: object, place: str) -> list[Record]:
    return [_record(record, item, f"{place}[{i}]") for i, item in enumerate(_list(raw, place))]


def _record(record: type[Record], raw: object, place: str) -> Record:
    required = {field.name for field in fields(record) if field.default is MISSING}
    optional = {field.name for field in fields(record)} - required
    return _made(record, place, **_fields(raw, place, required, optional=optional))


def _made(record: type[Record], place: str, **values: Any) -> Record:
    try:
        return record(**values)
    except ModelError as error:
        # The record knows the rule, only this module knows where in the file it was broken.
        raise ModelError(error.rule, got=error.got, place=place, remedy=error.remedy) from error


def _fields(
    raw: object, place: str, required: AbstractSet[str], optional: AbstractSet[str] = frozenset()
) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise ModelError("an object is expected here", got=repr(raw), place=place)
    if missing := sorted(required - raw.keys()):
        raise ModelError("a field is missing", got=", ".join(missing), place=place)
    if unknown := sorted(raw.keys() - required - optional):
        raise ModelError("no such field is known", got=", ".join(unknown), place=place)
    return raw


def _list(raw: object, place: str) -> list[Any]:
    if not isinstance(raw, list):
        raise ModelError("a list is expected here", got=repr(raw), place=place)
    return raw
