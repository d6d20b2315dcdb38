"""Loads a source into a store, whole or not at all."""

from __future__ import annotations

from pathlib import Path

from labcore.errors import ParameterError
from labcore.facts.source import read_tables
from labcore.facts.sqlite_load import load_sqlite

__all__ = ["load"]


def load(source: Path | str, *, into: str) -> None:
    """Read a source folder and put a new store in place of the old one in a single step.

    Args:
        source: A folder with a manifest.
        into: The store's URL, as for ``open``.

    Raises:
        FixtureError: The source breaks its format; the old store stays as it was.
        ParameterError: The URL is of no known form.
    """
    definitions = read_tables(Path(source))
    if not into.startswith("sqlite:///"):
        raise ParameterError("a store's URL starts with sqlite:/// or postgresql://", got=into)
    load_sqlite(definitions, Path(into.removeprefix("sqlite:///")))
