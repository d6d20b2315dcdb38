"""A declared hierarchy of scopes: which limits bind at once, so that their numbers may be compared."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from labcore.errors import ScopeError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["ScopeTree"]


@dataclass(frozen=True, slots=True)
class ScopeTree:
    """Scopes that lie inside one another, as a fixture declares them.

    A link says: the outer scope's limit binds the inner one too, of the same thing measured. So the
    two numbers may be compared along a chain. Neighbours inside one outer scope may not, and without
    a declaration every scope stands alone. The gates of `check` ask for equal scopes either way: a
    limit of the outer scope is never accepted as the inner one's.

    Attributes:
        inside: Inner scope -> the scope that it lies inside.

    Raises:
        ScopeError: A name is empty, or the links form a ring.
    """

    inside: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "inside", MappingProxyType(dict(self.inside)))
        for inner, outer in self.inside.items():
            if not inner.strip() or not outer.strip():
                raise ScopeError("a scope has a name", got=repr({inner: outer}))
            if inner in self._outwards(outer):
                raise ScopeError("no scope lies inside itself", got=inner)

    def comparable(self, left: str, right: str) -> bool:
        """Tell whether two scopes are equal, or one lies inside the other."""
        return left == right or right in self._outwards(left) or left in self._outwards(right)

    def _outwards(self, scope: str) -> Iterator[str]:
        seen: set[str] = set()
        current: str | None = scope
        while current is not None and current not in seen:
            yield current
            seen.add(current)
            current = self.inside.get(current)
