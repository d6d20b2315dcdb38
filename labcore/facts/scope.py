"""The scope of a fact: project, revision, network and snapshot, never filled in."""

from __future__ import annotations

from dataclasses import dataclass

from labcore.errors import RecordError
from labcore.facts.text import text_problem

__all__ = ["SCOPE_PARTS", "FactScope"]

SCOPE_PARTS = ("project", "revision", "network", "snapshot")
"""The parts in the order in which they are asked for; with a kind and a name they identify an entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactScope:
    """Where a name is meant: the same name in another scope is another thing.

    It is not the retrieval scope of ``labcore.records``: that one says who asks, this one says
    which version of the definition data is asked about. A part that is None was not given. Nothing
    ever completes it: not the latest snapshot, and not the only one that is loaded.

    Attributes:
        project: Whose definition data, or None where not given.
        revision: Which revision of it, or None where not given.
        network: Which bus or network, or None where not given.
        snapshot: Which snapshot of the data, or None where not given.

    Raises:
        RecordError: A part is not a text, is blank, is too long, or holds a character that is not allowed.
    """

    project: str | None = None
    revision: str | None = None
    network: str | None = None
    snapshot: str | None = None

    def __post_init__(self) -> None:
        for part in SCOPE_PARTS:
            value = getattr(self, part)
            problem = None if value is None else text_problem(value)
            if problem:
                raise RecordError(
                    f"scope.{part} {problem}",
                    got=repr(value),
                    remedy="Give the name as the coverage lists it, or leave the part out",
                )

    @property
    def missing(self) -> tuple[str, ...]:
        """The parts that were not given, in the order they are asked for; empty for a complete scope."""
        return tuple(part for part in SCOPE_PARTS if getattr(self, part) is None)

    @property
    def complete(self) -> bool:
        """Whether all four parts are given, so that a name can identify an entry."""
        return not self.missing

    def to_dict(self) -> dict[str, str | None]:
        """Give the four parts by name, None for a part that was not given."""
        return {part: getattr(self, part) for part in SCOPE_PARTS}

    def __str__(self) -> str:
        return " / ".join(getattr(self, part) or "?" for part in SCOPE_PARTS)
