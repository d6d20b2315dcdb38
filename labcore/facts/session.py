"""Runs registered queries for one request and keeps count of them for its evidence."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from labcore.errors import StoreError
from labcore.facts.evidence import Evidence, QueryUse
from labcore.facts.result import Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.facts.candidate import Candidate, FactRow
    from labcore.facts.engine import Engine, Reader
    from labcore.facts.registry import Registry
    from labcore.facts.scope import FactScope
    from labcore.facts.status import Status

__all__ = ["NamedRow", "Session"]

Value = str | int | None
NamedRow = dict[str, Value]


@dataclass(slots=True, kw_only=True)
class Session:
    """One request: what it ran, and what its result must say about it.

    Attributes:
        engine: The engine, for what it says about itself.
        reader: Where queries run.
        registry: Which queries there are.
        route: ``search`` or the route asked for.
        scope: The scope as given; None where none was given.
        uses: The queries that ran, in order.
        limitations: What a reader must know.
        trace: Where the rows stand in the source.
        build: The digest of the source that the store was built from, once a query has told it.
    """

    engine: Engine
    reader: Reader
    registry: Registry
    route: str
    scope: FactScope | None = None
    uses: list[QueryUse] = field(default_factory=list)
    limitations: list[str] = field(default_factory=list)
    trace: list[str] = field(default_factory=list)
    build: str | None = None

    def run(self, name: str, /, **parameters: Value) -> list[NamedRow]:
        """Run a registered query and note it.

        Raises:
            StoreError: The engine failed, or gave another number of columns than the header names.
        """
        query = self.registry[name]
        rows = self.reader.run(query, parameters)
        if rows and len(rows[0]) != len(query.all_columns):
            raise StoreError("a query gives the columns of its header", got=len(rows[0]), place=name)
        bound = tuple((parameter, parameters[parameter]) for parameter in query.parameters)
        self.uses.append(
            QueryUse(
                query=name, version=query.version, digest=query.digest, parameters=bound, row_count=len(rows)
            )
        )
        named = [dict(zip(query.all_columns, row, strict=True)) for row in rows]
        if named and "source_digest" in named[0]:
            self.build = str(named[0]["source_digest"])
        return named

    def note(self, *limitations: str) -> None:
        """Add limitations, each once."""
        self.limitations.extend(one for one in dict.fromkeys(limitations) if one not in self.limitations)

    def note_list(self, text: Value) -> None:
        """Add the limitations of a column that holds a JSON list of sentences."""
        self.note(*json.loads(str(text)))

    def result(
        self,
        status: Status,
        message: str,
        *,
        identified: Candidate | None = None,
        candidates: Sequence[Candidate] = (),
        found_as: Sequence[Candidate] = (),
        scopes: Sequence[FactScope] = (),
        rows: Sequence[FactRow] = (),
        missing: Sequence[str] = (),
    ) -> Result:
        """Make the result, with everything that was noted as its evidence."""
        entries = [*candidates, *found_as] if identified is None else [identified]
        self.trace.extend(one.source for one in entries)
        evidence = Evidence(
            scope=self.scope,
            queries=tuple(self.uses),
            source_trace=tuple(dict.fromkeys(self.trace)),
            limitations=tuple(self.limitations),
            safeguards=self.engine.safeguards,
            engine=self.engine.name,
            role=self.engine.role,
            registry=self.registry.digest,
            build=self.build,
        )
        return Result(
            status=status,
            route=self.route,
            message=message,
            evidence=evidence,
            identified=identified,
            candidates=tuple(candidates),
            found_as=tuple(found_as),
            scopes=tuple(scopes),
            missing=tuple(missing),
            rows=tuple(rows),
        )
