"""Loads a source into a store, whole or not at all."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from labcore.errors import FixtureError, ParameterError
from labcore.facts.dbc_source import DBC_SCHEMA, read_dbc_folder
from labcore.facts.manifest import MANIFEST, read_manifest
from labcore.facts.postgres_load import load_postgres
from labcore.facts.source import DEFINITIONS_SCHEMA, read_tables
from labcore.facts.sqlite_load import load_sqlite
from labcore.facts.store import open_store
from labcore.facts.url import hide_password, read_url

if TYPE_CHECKING:
    from collections.abc import Iterator

    from labcore.facts.definitions import Definitions
    from labcore.facts.store import FactStore

__all__ = ["load", "load_definitions", "read_source", "temporary_store"]


def load(source: Path | str, *, into: str, reader: str | None = None) -> None:
    """Read a source folder and put a new store in place of the old one in a single step.

    Args:
        source: A folder with a manifest.
        into: The store's URL, as for ``open``; for PostgreSQL with a role that may write.
        reader: For PostgreSQL, the existing role that may read the store and nothing else.

    Raises:
        FixtureError: The source breaks its format; the old store stays as it was.
        ParameterError: The URL is of no known form, or a PostgreSQL store is without its reader.
        StoreError: The database refused; it holds what it held before.
    """
    place = read_url(into)
    _require_reader(place, reader)
    load_definitions(read_source(Path(source)), into=into, reader=reader)


def load_definitions(definitions: Definitions, *, into: str, reader: str | None = None) -> None:
    """Put a new store in place of the old one, from definitions that were read or made.

    Args:
        definitions: What to load.
        into: As for ``load``.
        reader: As for ``load``.

    Raises:
        ParameterError: The URL is of no known form, or a PostgreSQL store is without its reader.
        StoreError: The database refused; it holds what it held before.
    """
    place = read_url(into)
    if isinstance(place, Path):
        load_sqlite(definitions, place)
    else:
        load_postgres(definitions, place, _require_reader(place, reader))


def _require_reader(place: Path | str, reader: str | None) -> str:
    if isinstance(place, str) and reader is None:
        raise ParameterError(
            "a PostgreSQL store names the role that may read it",
            place=hide_password(place),
            remedy="Create a role with no privileges (CREATE ROLE reader LOGIN) and name it as reader",
        )
    return str(reader)


def read_source(folder: Path) -> Definitions:
    """Read a source folder of either format, by the schema that its manifest names.

    Raises:
        FixtureError: The manifest or a file breaks its format; the message names file, line and reason.
        ExtraMissingError: The folder holds DBC files and cantools is not installed.
    """
    manifest = read_manifest(folder)
    readers = {DEFINITIONS_SCHEMA: read_tables, DBC_SCHEMA: read_dbc_folder}
    if manifest.schema not in readers:
        raise FixtureError(
            f"a source's schema is one of {', '.join(readers)}", got=manifest.schema, place=MANIFEST
        )
    return readers[manifest.schema](folder, manifest)


@contextmanager
def temporary_store(source: Path | str) -> Iterator[FactStore]:
    """Load a source folder into a SQLite store that goes away afterwards.

    Raises:
        FixtureError: The source breaks its format.
    """
    with tempfile.TemporaryDirectory(prefix="labcore-facts-") as folder:
        url = f"sqlite:///{folder}/facts.sqlite"
        load(source, into=url)
        with open_store(url) as store:
            yield store
