"""The URL of a store, and which engine it means."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from labcore.errors import ParameterError

__all__ = ["hide_password", "read_url"]

_SQLITE = "sqlite:///"


def read_url(url: str) -> Path | str:
    """Give the file of a SQLite URL, or a PostgreSQL URL as it is.

    Args:
        url: ``sqlite:///relative/path``, ``sqlite:////absolute/path`` or ``postgresql://...``.

    Raises:
        ParameterError: It is of neither form.
    """
    if url.startswith(_SQLITE) and len(url) > len(_SQLITE):
        return Path(url.removeprefix(_SQLITE))
    if url.startswith(("postgresql://", "postgres://")):
        return url
    raise ParameterError(
        "a store's URL starts with sqlite:/// and a path, or with postgresql://",
        got=hide_password(url),
        remedy="For example sqlite:///build/facts.sqlite",
    )


def hide_password(url: str) -> str:
    """Give a URL without its password, for messages."""
    parts = urlsplit(url)
    name, _, host = parts.netloc.rpartition("@")
    netloc = f"{name.partition(':')[0]}@{host}" if name else host
    return urlunsplit((parts.scheme, netloc, parts.path, "", "")) if parts.netloc else url
