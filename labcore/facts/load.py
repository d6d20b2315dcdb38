"""Loads a source into a store, whole or not at all."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from labcore.errors import ParameterError
from labcore.facts.postgres_load import load_postgres
from labcore.facts.source import read_tables
from labcore.facts.sqlite_load import load_sqlite
from labcore.facts.store import open_store
from labcore.facts.url import hide_password, read_url

if TYPE_CHECKING:
    from collections.abc import Iterator

    from labcore.facts.store import FactStore

__all__ = ["load", "temporary_store"]


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
    if isinstance(place, str) and reader is None:
        raise ParameterError(
            "a PostgreSQL store names the role that may read it",
            place=hide_password(place),
            remedy="Create a role with no privileges (CREATE ROLE reader LOGIN) and name it as reader",
        )
    definitions = read_tables(Path(source))
    if isinstance(place, Path):
        load_sqlite(definitions, place)
    else:
        load_postgres(definitions, place, str(reader))


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
