"""What a store covers: its snapshots, what each records, and the routes that can be asked."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from labcore.facts.covered import scope_of
from labcore.facts.route import ROUTES
from labcore.facts.status import Kind, Status

if TYPE_CHECKING:
    from labcore.facts.evidence import Evidence
    from labcore.facts.scope import FactScope
    from labcore.facts.session import NamedRow, Session

__all__ = ["Coverage", "RouteCoverage", "SnapshotCoverage", "describe_coverage"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotCoverage:
    """One loaded snapshot.

    Attributes:
        scope: Its complete scope.
        recorded_on: The day on which it was recorded or imported, ISO.
        records: Kind -> recorded fields; a kind that is absent is not recorded at all.
        entries: Kind -> number of entries.
        limitations: What holds for all of it.
    """

    scope: FactScope
    recorded_on: str
    records: dict[str, tuple[str, ...]]
    entries: dict[str, int]
    limitations: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Give a JSON-ready form."""
        return {
            "scope": self.scope.to_dict(),
            "recorded_on": self.recorded_on,
            "records": {kind: list(fields) for kind, fields in self.records.items()},
            "entries": dict(self.entries),
            "limitations": list(self.limitations),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteCoverage:
    """One route and the query behind it.

    Attributes:
        name: The route's name.
        kind: The kind of entry that is named.
        columns: What a row holds.
        covers: What the query answers.
        does_not_cover: What it does not answer.
        version: The query's version.
        digest: The query's sha256.
    """

    name: str
    kind: Kind
    columns: tuple[str, ...]
    covers: str
    does_not_cover: str
    version: int
    digest: str

    def to_dict(self) -> dict[str, Any]:
        """Give a JSON-ready form."""
        return {
            "name": self.name,
            "kind": self.kind.value,
            "columns": list(self.columns),
            "covers": self.covers,
            "does_not_cover": self.does_not_cover,
            "version": self.version,
            "digest": self.digest,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What a store covers.

    Attributes:
        snapshots: Every loaded snapshot, in the order of their scopes.
        routes: Every route, in the order of their names.
        evidence: What stands behind it.
    """

    snapshots: tuple[SnapshotCoverage, ...]
    routes: tuple[RouteCoverage, ...]
    evidence: Evidence

    def to_dict(self) -> dict[str, Any]:
        """Give a JSON-ready form."""
        return {
            "snapshots": [one.to_dict() for one in self.snapshots],
            "routes": [one.to_dict() for one in self.routes],
            "evidence": self.evidence.to_dict(),
        }


def describe_coverage(session: Session) -> Coverage:
    """Read what is loaded and what can be asked."""
    rows = session.run("coverage")
    queries = ((route, session.registry[route.name]) for route in ROUTES.values())
    routes = tuple(
        RouteCoverage(
            name=route.name,
            kind=route.kind,
            columns=query.columns,
            covers=query.covers,
            does_not_cover=query.does_not_cover,
            version=query.version,
            digest=query.digest,
        )
        for route, query in queries
    )
    snapshots = tuple(_snapshot(row) for row in rows)
    evidence = session.result(Status.NOT_FOUND, "Only the evidence of this is used.").evidence
    return Coverage(snapshots=snapshots, routes=routes, evidence=evidence)


def _snapshot(row: NamedRow) -> SnapshotCoverage:
    records = json.loads(str(row["records"]))
    return SnapshotCoverage(
        scope=scope_of(row),
        recorded_on=str(row["recorded_on"]),
        records={kind: tuple(fields) for kind, fields in records.items()},
        entries={kind.value: int(str(row[f"{kind}s"])) for kind in Kind},
        limitations=tuple(json.loads(str(row["limitations"]))),
    )
