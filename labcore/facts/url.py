"""The URL of a store, and which engine it means."""

from __future__ import annotations

import re
from pathlib import Path

from labcore.errors import ParameterError

__all__ = ["hide_password", "read_url"]

_SQLITE = "sqlite:///"
_USER = r"([^:@/?#\[\]]*)(?::[^@/?]*)?@"
_HOSTS = r"(?:[^:@/?#\[\]]*|\[[^@/?\]]*\])(?::[0-9]*)?"
_PATH = re.compile(r"[^:@?]+")
"""What may be the path of a file without its scheme, and holds no password."""
_PARTS = re.compile(rf"([a-z]+://)(?:{_USER})?({_HOSTS}(?:,{_HOSTS})*(?:/[^?@#]*)?)(?:\?[^@]*)?", re.DOTALL)
"""Scheme, user, and hosts with the database; the password and the options stand between and after them."""


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
        remedy=f"For example sqlite:///{url if _PATH.fullmatch(url) else 'build/facts.sqlite'}",
    )


def hide_password(url: str) -> str:
    """Give a URL without its password and its options, for messages.

    What cannot be taken apart with certainty is not shown at all: a password with a slash or a question mark
    ends elsewhere for each reader.
    """
    if url.startswith("sqlite:"):
        return url
    found = _PARTS.fullmatch(url)
    if found is None:
        return url if "@" not in url and "password" not in url.lower() else "(not shown)"
    user = "" if found[2] is None else f"{found[2]}@"
    return f"{found[1]}{user}{found[3]}"
