"""Are two stores the same? Rows, contents, registered queries and the verdicts of registered cases."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from labcore.facts.evaluation import StoreAnswers, ask_all
from labcore.facts.schema import TABLES
from labcore.records import NamedCheck

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from labcore.facts.cases import Case
    from labcore.facts.engine import Engine
    from labcore.facts.schema import Table
    from labcore.facts.store import FactStore

__all__ = ["TableDigest", "compare_stores", "table_digest"]

Row = tuple[str | int | None, ...]

_NAMED = 3  # differing rows that a check names; the counts tell the rest


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDigest:
    """What a table holds, in short.

    Attributes:
        rows: How many rows.
        sha256: Over every row in the order of the key, as JSON.
    """

    rows: int
    sha256: str


def table_digest(engine: Engine, table: str) -> TableDigest:
    """Read a table to its end and give its digest; the same on both engines for the same rows."""
    digest, count = hashlib.sha256(), 0
    for count, row in enumerate(engine.table(table), start=1):  # noqa: B007 - the last count is the result
        digest.update(json.dumps(row, ensure_ascii=False).encode() + b"\n")
    return TableDigest(rows=count, sha256=digest.hexdigest())


def compare_stores(left: FactStore, right: FactStore, cases: Sequence[Case] = ()) -> tuple[NamedCheck, ...]:
    """Compare two stores by everything that an answer depends on.

    Args:
        left: The store that is taken as given.
        right: The store that is held against it; it may run on another engine.
        cases: Registered cases to put to both; none compares no verdicts.

    Returns:
        Checks of the groups rows, content and cases. The tables build and template hold the digests of
        source, schema, registry and every registered query. A check that failed names where.

    Raises:
        StoreError: A store failed while it was read.
    """
    checks: list[NamedCheck] = []
    for name, table in TABLES.items():
        one, other = table_digest(left.engine, name), table_digest(right.engine, name)
        checks.append(_check("rows", name, str(one.rows), str(other.rows), ""))
        where = "" if one == other else "; ".join(islice(_differences(left, right, table), _NAMED))
        checks.append(_check("content", name, one.sha256, other.sha256, where))
    verdicts = (ask_all(cases, StoreAnswers(store)) for store in (left, right))
    for one_verdict, other_verdict in zip(*verdicts, strict=True):
        expected, actual = (
            json.dumps([one.right, repr(one.outcome)]) for one in (one_verdict, other_verdict)
        )
        detail = one_verdict.detail or other_verdict.detail
        checks.append(_check("cases", one_verdict.case.id, expected, actual, detail))
    return tuple(checks)


def _check(group: str, name: str, expected: str, actual: str, detail: str) -> NamedCheck:
    return NamedCheck(
        group=group, name=name, passed=expected == actual, expected=expected, actual=actual, detail=detail
    )


def _differences(left: FactStore, right: FactStore, table: Table) -> Iterator[str]:
    """Walk two tables in the order of their key, and name each row that is not the same in both."""
    for one, other in _side_by_side(left.engine.table(table.name), right.engine.table(table.name), table):
        if one != other:
            row = one or other
            assert row is not None  # noqa: S101 - one of the two is there
            key = ", ".join(
                f"{name} {value!r}" for name, value in zip(table.key, _key(row, table), strict=True)
            )
            yield f"{key}: {_difference(one, other, table)}"


def _side_by_side(
    left: Iterator[Row], right: Iterator[Row], table: Table
) -> Iterator[tuple[Row | None, Row | None]]:
    one, other = next(left, None), next(right, None)
    while one is not None or other is not None:
        first = other is None or (one is not None and _key(one, table) <= _key(other, table))
        second = one is None or (other is not None and _key(other, table) <= _key(one, table))
        yield (one if first else None), (other if second else None)
        one = next(left, None) if first else one
        other = next(right, None) if second else other


def _key(row: Row, table: Table) -> list[Any]:
    return [row[table.columns.index(name)] for name in table.key]


def _difference(one: Row | None, other: Row | None, table: Table) -> str:
    if one is None or other is None:
        return "only in the second" if one is None else "only in the first"
    cells = zip(table.columns, one, other, strict=True)
    return ", ".join(f"{name} {first!r} and {second!r}" for name, first, second in cells if first != second)
