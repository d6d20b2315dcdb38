"""The closed set of queries that may run, each checked before it is registered."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from labcore.errors import QueryError
from labcore.facts.query import RegisteredQuery, parse_query
from labcore.facts.sqlcheck import text_refusal

__all__ = ["Registry", "packaged_registry", "register"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    """Every query by name, and one digest over all of them.

    Attributes:
        queries: In the order of their names.

    Raises:
        QueryError: Two queries have one name.
    """

    queries: tuple[RegisteredQuery, ...]

    def __post_init__(self) -> None:
        names = [query.name for query in self.queries]
        if len(set(names)) != len(names) or sorted(names) != names:
            raise QueryError("a registry holds each name once, in order", got=", ".join(names))

    def __getitem__(self, name: str) -> RegisteredQuery:
        found = next((query for query in self.queries if query.name == name), None)
        if found is None:
            raise QueryError("only a registered query runs", got=name)
        return found

    @property
    def digest(self) -> str:
        """The sha256 over name, version and digest of every query."""
        lines = (f"{query.name} {query.version} {query.digest}\n" for query in self.queries)
        return hashlib.sha256("".join(lines).encode()).hexdigest()


def register(text: str, *, place: str) -> RegisteredQuery:
    """Read and check one query; only what comes out of here may run.

    Raises:
        QueryError: The header is malformed, or the text is refused; the message says why.
    """
    query = parse_query(text, place=place)
    refusal = text_refusal(query.sql)
    if refusal:
        raise QueryError(f"a registered query is one plain SELECT: {refusal}", place=place)
    return query


@cache
def packaged_registry() -> Registry:
    """Give the queries that come with the package, checked once per process."""
    folder = files("labcore.facts") / "queries"
    texts = sorted(
        (file.name, file.read_text("utf-8")) for file in folder.iterdir() if file.name.endswith(".sql")
    )
    return Registry(queries=tuple(register(text, place=name) for name, text in texts))
