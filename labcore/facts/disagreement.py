"""The trap that scopes are for: one name, several definitions, other values."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from labcore.errors import ParameterError
from labcore.facts.status import Kind, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.facts.scope import FactScope
    from labcore.facts.store import FactStore

__all__ = ["Disagreement", "compare", "disagreeing"]

Value = str | int | None

_QUERIES = {Kind.MESSAGE: "disagreeing_messages", Kind.SIGNAL: "disagreeing_signals"}
_NUMBERS = frozenset({"factor", "offset", "minimum", "maximum"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """What one field says in each of several scopes.

    Attributes:
        field: The field.
        values: Its value in each scope, in the order in which the scopes were given.
    """

    field: str
    values: tuple[Value, ...]


def disagreeing(store: FactStore, kind: Kind | str, *, limit: int = 20) -> tuple[str, ...]:
    """Name entries that stand more than once with other values, the most frequent first.

    Args:
        store: Where to look.
        kind: message or signal.
        limit: How many names, from 1.

    Raises:
        ParameterError: The kind has no such query, or the limit is below 1.
    """
    if kind not in _QUERIES or limit < 1:
        raise ParameterError("names are listed for messages or signals, at least 1", got=f"{kind}, {limit}")
    query = store.registry[_QUERIES[Kind(kind)]]
    with store.engine.reading() as reader:
        return tuple(str(row[0]) for row in reader.run(query, {"limit": limit}))


def compare(store: FactStore, route: str, name: str, scopes: Sequence[FactScope]) -> tuple[Disagreement, ...]:
    """Fetch one name in several scopes and give the fields that are not the same in all of them.

    Decimals are compared as numbers, so that 0.5 and 0.50 agree.

    Args:
        store: Where to look.
        route: A route that gives one row an entry, such as ``signal_facts``.
        name: The entry's exact name.
        scopes: At least two complete scopes.

    Returns:
        The fields that differ, in the order of the route's columns; empty when all agree.

    Raises:
        ParameterError: Fewer than two scopes, or one of them gives no single row; the message says why.
    """
    if len(scopes) < 2:  # noqa: PLR2004 - a comparison has two sides
        raise ParameterError("a comparison takes at least two scopes", got=len(scopes))
    rows = []
    for scope in scopes:
        result = store.fetch(route, scope, name)
        if result.status is not Status.ANSWERED or len(result.rows) != 1:
            raise ParameterError(
                "each scope gives one row", got=f"{result.status}: {result.message}", place=str(scope)
            )
        rows.append(result.rows[0].to_dict())
    columns = {column: tuple(row[column] for row in rows) for column in rows[0]}
    return tuple(
        Disagreement(field=column, values=values)
        for column, values in columns.items()
        if len({_comparable(column, value) for value in values}) > 1
    )


def _comparable(column: str, value: Value) -> Value | Decimal:
    if column not in _NUMBERS or not isinstance(value, str):
        return value
    try:
        return Decimal(value)
    except InvalidOperation:
        return value
