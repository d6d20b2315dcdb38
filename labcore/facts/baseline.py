"""The look-up that people write first: match the name, take the latest snapshot, answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from labcore.facts.cases import Outcome
from labcore.facts.schema import TABLES
from labcore.facts.scope import SCOPE_PARTS
from labcore.facts.status import Kind, Status

if TYPE_CHECKING:
    from collections.abc import Iterable

    from labcore.facts.engine import Engine

__all__ = ["LatestFirst"]

Cells = dict[str, Any]


class LatestFirst:
    """Answers with the first match in the latest snapshot; it knows no ambiguity and no gap.

    It is deterministic and uses none of the registered queries: it reads the tables and compares in
    Python. A name is compared without case, else the first entry whose name holds all words is taken.

    Args:
        engine: The store to read, whole, into memory.
    """

    def __init__(self, engine: Engine) -> None:
        snapshots = {row["scope_id"]: row for row in _rows(engine, "snapshot")}
        entries = [{**row, **_parts(snapshots[row["scope_id"]])} for row in _rows(engine, "entry")]
        self._entries = sorted(entries, key=lambda row: (row["recorded_on"], -row["entry_id"]), reverse=True)
        self._facts = {row["entry_id"]: row for kind in Kind for row in _rows(engine, kind.value)}

    def search(self, term: object, scope: object = None, kind: object = None) -> Outcome:
        """Give the first match as the answer, or not found."""
        hit = self._first(str(term), scope, kind)
        if hit is None:
            return Outcome(status=Status.NOT_FOUND)
        name = f"{hit['snapshot']} {hit['kind']} {hit['qualified']}"
        return Outcome(status=Status.ANSWERED, entries=(name,))

    def fetch(self, route: str, scope: object, name: object) -> Outcome:
        """Give the facts of the first match, or not found."""
        hit = self._first(str(name), scope, route.partition("_")[0])
        if hit is None:
            return Outcome(status=Status.NOT_FOUND)
        message = hit["qualified"].partition(".")[0]
        keys = {"message_key": message, f"{hit['kind']}_key": hit["name"]}
        return Outcome(status=Status.ANSWERED, rows=({**self._facts[hit["entry_id"]], **keys},))

    def _first(self, term: str, scope: object, kind: object) -> Cells | None:
        given = scope if isinstance(scope, dict) else {}
        within = [
            row
            for row in self._entries
            if kind in (None, row["kind"])
            and all(row.get(part) == value for part, value in given.items() if value)
        ]
        wanted = term.casefold().strip()
        exact = (row for row in within if wanted in (row["name"].casefold(), row["qualified"].casefold()))
        words = wanted.split()
        loose = (row for row in within if words and all(word in row["name"].casefold() for word in words))
        return next(exact, None) or next(loose, None)


def _rows(engine: Engine, table: str) -> Iterable[Cells]:
    for row in engine.table(table):
        yield dict(zip(TABLES[table].columns, row, strict=True))


def _parts(snapshot: Cells) -> Cells:
    return {name: snapshot[name] for name in (*SCOPE_PARTS, "recorded_on")}
