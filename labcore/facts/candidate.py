"""An entry that was found by its name, and the facts of an entry that was fetched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from labcore.errors import RecordError
from labcore.facts.scope import FactScope
from labcore.facts.status import Kind, MatchedBy

__all__ = ["Candidate", "FactRow"]

Value = str | int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One entry that a name was found for; it holds no facts.

    Attributes:
        kind: message, signal or mapping.
        name: The name to fetch with. A signal's is ``MESSAGE.SIGNAL``, as one signal name often
            stands in several messages of a file.
        scope: The complete scope that it stands in.
        matched_by: How it was found.
        alias: The approved alias that matched; None unless found by alias.
        source: Where it stands in the source, such as ``messages.csv:2``.
        superseded: Whether its source says that another entry has replaced it.

    Raises:
        RecordError: The scope is not complete, or an alias is there without a match by alias.
    """

    kind: Kind
    name: str
    scope: FactScope
    matched_by: MatchedBy
    source: str
    alias: str | None = None
    superseded: bool = False

    def __post_init__(self) -> None:
        if not self.scope.complete:
            raise RecordError(
                "a candidate stands in one complete scope", got=str(self.scope), place=self.name
            )
        if (self.matched_by is MatchedBy.ALIAS) != (self.alias is not None):
            raise RecordError("exactly a match by alias names its alias", got=self.alias, place=self.name)

    def to_dict(self) -> dict[str, Any]:
        """Give a JSON-ready form."""
        return {
            "kind": self.kind.value,
            "name": self.name,
            "scope": self.scope.to_dict(),
            "matched_by": self.matched_by.value,
            "alias": self.alias,
            "source": self.source,
            "superseded": self.superseded,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Candidate:
        """Read what ``to_dict`` wrote."""
        typed = {
            "kind": Kind(data["kind"]),
            "matched_by": MatchedBy(data["matched_by"]),
            "scope": FactScope(**data["scope"]),
        }
        return cls(**{**data, **typed})


@dataclass(frozen=True, slots=True, kw_only=True)
class FactRow:
    """The facts of one entry: one row of a registered query.

    Attributes:
        fields: Column and value of each, in the order of the query's header. Whole numbers are int;
            decimals are texts as the source wrote them; None means that the source does not say.

    Raises:
        RecordError: A column stands twice.
    """

    fields: tuple[tuple[str, Value], ...]

    def __post_init__(self) -> None:
        names = [name for name, _ in self.fields]
        if len(names) != len(set(names)):
            raise RecordError("a row names each column once", got=names)

    def __getitem__(self, column: str) -> Value:
        return dict(self.fields)[column]

    def to_dict(self) -> dict[str, Value]:
        """Give the row as an object, columns in their order."""
        return dict(self.fields)

    @classmethod
    def from_dict(cls, data: dict[str, Value]) -> FactRow:
        """Read what ``to_dict`` wrote."""
        return cls(fields=tuple(data.items()))
