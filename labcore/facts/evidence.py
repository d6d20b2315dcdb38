"""What every result carries with it: which queries ran, on what, under which safeguards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from labcore.errors import RecordError
from labcore.facts.scope import FactScope
from labcore.facts.status import CONTRACT

__all__ = ["Evidence", "QueryUse"]

Value = str | int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryUse:
    """One registered query that ran for a result.

    Attributes:
        query: The query's registered name.
        version: Its version, from 1.
        digest: The sha256 of its registered text.
        parameters: Name and bound value of each parameter, in the order of its header.
        row_count: How many rows came back; 0 is evidence as well.

    Raises:
        RecordError: The row count is negative, or the version is below 1.
    """

    query: str
    version: int
    digest: str
    parameters: tuple[tuple[str, Value], ...] = ()
    row_count: int = 0

    def __post_init__(self) -> None:
        if self.row_count < 0 or self.version < 1:
            raise RecordError(
                "a query's use has a version from 1 and a row count from 0",
                got=f"version {self.version}, {self.row_count} rows",
                place=self.query,
            )

    def to_dict(self) -> dict[str, Any]:
        """Give a JSON-ready form; ``parameters`` becomes an object."""
        return {
            "query": self.query,
            "version": self.version,
            "digest": self.digest,
            "parameters": dict(self.parameters),
            "row_count": self.row_count,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> QueryUse:
        """Read what ``to_dict`` wrote."""
        return cls(**{**data, "parameters": tuple(data["parameters"].items())})


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What stands behind a result, a negative one too.

    Attributes:
        scope: The scope as it was given; None where none was given or it could not be read.
        queries: The registered queries that ran, in order; empty when the request was refused before any.
        source_trace: Where the rows stand in the source, such as ``messages.csv:2``; empty for no rows.
        limitations: What a reader must know before relying on the result, one sentence each.
        safeguards: What kept the connection from writing or running away.
        engine: ``sqlite`` or ``postgresql``.
        role: Who the connection was to the database.
        registry: The sha256 over all registered queries.
        build: The sha256 of the source that the store was built from; None when no query ran.
        contract: Name and version of the contract that the result follows.
    """

    scope: FactScope | None = None
    queries: tuple[QueryUse, ...] = ()
    source_trace: tuple[str, ...] = ()
    limitations: tuple[str, ...] = ()
    safeguards: tuple[str, ...] = ()
    engine: str = ""
    role: str = ""
    registry: str = ""
    build: str | None = None
    contract: str = CONTRACT

    def to_dict(self) -> dict[str, Any]:
        """Give a JSON-ready form."""
        return {
            "contract": self.contract,
            "scope": None if self.scope is None else self.scope.to_dict(),
            "queries": [use.to_dict() for use in self.queries],
            "source_trace": list(self.source_trace),
            "limitations": list(self.limitations),
            "safeguards": list(self.safeguards),
            "engine": self.engine,
            "role": self.role,
            "registry": self.registry,
            "build": self.build,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Evidence:
        """Read what ``to_dict`` wrote."""
        lists = {name: tuple(data[name]) for name in ("source_trace", "limitations", "safeguards")}
        scope = None if data["scope"] is None else FactScope(**data["scope"])
        queries = tuple(QueryUse.from_dict(use) for use in data["queries"])
        return cls(**{**data, **lists, "scope": scope, "queries": queries})
