"""Before queries of a fixture are searched: each states the dimensions that the fixture declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.errors import ScopeError
from labcore.records import Dimension

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from labcore.fixture import Fixture
    from labcore.records import Query

__all__ = ["require_answerable", "require_stated_scopes"]

_FIELDS = {
    Dimension.TENANT: '"tenant": "..."',
    Dimension.ROLE: '"roles": ["..."]',
    Dimension.PRODUCT: '"product": "..."',
    Dimension.RECORD_TYPE: '"record_type": "..."',
    Dimension.CLOCK: '"as_of": "YYYY-MM-DD"',
    Dimension.VERSION: '"acceptable_versions": ["..."]',
}
"""How the metadata of a query states each dimension."""

_SHOWN = 3


def require_stated_scopes(fixture: Fixture, queries: Sequence[Query]) -> None:
    """Refuse queries whose own scope is silent in a declared dimension, all of them at once.

    A fixture with such queries loads, since trusted code may search them under a scope of its own.

    Args:
        fixture: Declares the dimensions.
        queries: Those that will be searched under their own scope.

    Raises:
        ScopeError: Names the queries, what they lack, and the metadata that would state it.
    """
    declared = [dimension for dimension in Dimension if dimension in fixture.corpus.dimensions]
    lacking = {
        query.id: missing
        for query in queries
        if (missing := [dimension for dimension in declared if not query.scope.states(dimension)])
    }
    if not lacking:
        return
    shown = [f"{name} without {', '.join(missing)}" for name, missing in list(lacking.items())[:_SHOWN]]
    more = [f"{len(lacking) - _SHOWN} more"] if len(lacking) > _SHOWN else []
    needed = [
        text for dimension, text in _FIELDS.items() if any(dimension in row for row in lacking.values())
    ]
    raise ScopeError(
        "a query states every dimension that the fixture declares",
        got="; ".join(shown + more),
        place=str(fixture.path / "queries.jsonl"),
        remedy=f"Add to its metadata: {', '.join(needed)}; it is never guessed",
    )


def require_answerable(fixture: Fixture, names: Iterable[str]) -> None:
    """Refuse answers to questions that the fixture does not have, or whose scope says too little to admit by.

    Args:
        fixture: Its questions hold the scopes; one without questions has none to decide by.
        names: The ids of what is answered.

    Raises:
        NotFoundError: A question is not there.
        ScopeError: See `require_stated_scopes`.
    """
    if fixture.queries:
        require_stated_scopes(fixture, [fixture.query(name) for name in dict.fromkeys(names)])
