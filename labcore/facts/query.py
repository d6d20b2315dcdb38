"""A registered query: a header that says what it is for, and one SELECT."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from labcore.errors import QueryError

__all__ = ["RegisteredQuery", "parse_query"]

_LINE = re.compile(r"-- (?P<key>[a-z ]+):(?: (?P<value>.*))?")
_REQUIRED = ("name", "version", "parameters", "columns", "covers", "does not cover")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PARAMETER = re.compile(r":([a-z][a-z0-9_]*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisteredQuery:
    """One query that may run; nothing else ever does.

    Attributes:
        name: Unique in the registry.
        version: From 1; raised whenever rows or columns change.
        parameters: Names of the values to bind.
        columns: Names of the columns that a result shows, in order.
        hidden: Names of the columns after them that only the machinery reads.
        covers: What it answers.
        does_not_cover: What it does not answer.
        sql: The SELECT, with ``:name`` for each parameter.
        digest: The sha256 of header and text.

    Raises:
        QueryError: A name is not plain, or the parameters of the header and of the text differ.
    """

    name: str
    version: int
    parameters: tuple[str, ...]
    columns: tuple[str, ...]
    covers: str
    does_not_cover: str
    sql: str
    hidden: tuple[str, ...] = ()
    digest: str = ""

    def __post_init__(self) -> None:
        for name in (self.name, *self.parameters, *self.columns, *self.hidden):
            if not _NAME.fullmatch(name):
                raise QueryError("names in a header are lower-case words", got=repr(name), place=self.name)
        used = set(_PARAMETER.findall(self.sql))
        if used != set(self.parameters):
            raise QueryError(
                "the header and the text name the same parameters",
                got=", ".join(sorted(used.symmetric_difference(self.parameters))),
                place=self.name,
            )

    @property
    def all_columns(self) -> tuple[str, ...]:
        """The columns shown and then the hidden ones, as the SELECT gives them."""
        return self.columns + self.hidden


def parse_query(text: str, *, place: str) -> RegisteredQuery:
    """Read one ``.sql`` file: comment lines ``-- key: value``, then the SELECT.

    Args:
        text: The file's text.
        place: The file's name, for messages.

    Raises:
        QueryError: A line of the header is malformed, unknown, missing or there twice.
    """
    lines = text.splitlines()
    length = next((i for i, line in enumerate(lines) if not line.startswith("--")), len(lines))
    header = _header(lines[:length], place)
    return RegisteredQuery(
        name=header["name"],
        version=_version(header["version"], place),
        parameters=_names(header["parameters"]),
        columns=_names(header["columns"]),
        hidden=_names(header.get("hidden", "")),
        covers=header["covers"],
        does_not_cover=header["does not cover"],
        sql="\n".join(lines[length:]).strip(),
        digest=hashlib.sha256(text.encode()).hexdigest(),
    )


def _header(lines: list[str], place: str) -> dict[str, str]:
    header: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        match = _LINE.fullmatch(line)
        key = match["key"] if match else ""
        if match is None or key in header or key not in (*_REQUIRED, "hidden"):
            raise QueryError(
                "a header line is '-- key: value', each known key once", got=line, place=f"{place}:{number}"
            )
        header[key] = (match["value"] or "").strip()
    missing = [key for key in _REQUIRED if key not in header]
    if missing:
        raise QueryError(
            "a header names its query, what it covers and what it does not",
            got=f"no {missing[0]}",
            place=place,
        )
    return header


def _version(text: str, place: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise QueryError("a query's version is a whole number from 1", got=text, place=place)
    return int(text)


def _names(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",")) if text else ()
