"""The result of a search or a fetch: a status, what it lists, and its evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from labcore.errors import RecordError
from labcore.facts.candidate import Candidate, FactRow
from labcore.facts.evidence import Evidence
from labcore.facts.scope import FactScope
from labcore.facts.status import Status

__all__ = ["Result"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How one request ended, and why.

    Attributes:
        status: One of the six ways to end.
        route: ``search``, or the route that was asked for.
        message: The same in a sentence for a person, with what to do next.
        identified: The one entry that a search settled on; None otherwise.
        candidates: What the person may choose from, in a fixed order; none is preferred.
        found_as: Matches of another kind than the one asked for; never candidates.
        scopes: Every scope in which the name was found, when the scope was not complete.
        missing: Parts of the scope that the person still has to give, in the order they are asked for.
        rows: The facts; empty for every status but answered, and for a search.
        evidence: What stands behind it.

    Raises:
        RecordError: The lists do not fit the status, so that a reader could take one for another.
    """

    status: Status
    route: str
    message: str
    evidence: Evidence
    identified: Candidate | None = None
    candidates: tuple[Candidate, ...] = ()
    found_as: tuple[Candidate, ...] = ()
    scopes: tuple[FactScope, ...] = ()
    missing: tuple[str, ...] = ()
    rows: tuple[FactRow, ...] = ()

    def __post_init__(self) -> None:
        if (self.status is Status.ANSWERED) != bool(self.rows or self.identified):
            raise RecordError("exactly an answered result holds an entry or facts", got=self.status)
        if (self.status is Status.AMBIGUOUS) != bool(self.candidates):
            raise RecordError("exactly an ambiguous result lists candidates", got=self.status)
        if not self.message:
            raise RecordError("a result says in words how it ended", got=self.status)

    def to_dict(self) -> dict[str, Any]:
        """Give a JSON-ready form with every field, in a fixed order; decimals stay texts."""
        return {
            "status": self.status.value,
            "route": self.route,
            "message": self.message,
            "identified": None if self.identified is None else self.identified.to_dict(),
            "candidates": [one.to_dict() for one in self.candidates],
            "found_as": [one.to_dict() for one in self.found_as],
            "scopes": [one.to_dict() for one in self.scopes],
            "missing": list(self.missing),
            "rows": [row.to_dict() for row in self.rows],
            "evidence": self.evidence.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Result:
        """Read what ``to_dict`` wrote."""
        one = data["identified"]
        return cls(
            status=Status(data["status"]),
            route=data["route"],
            message=data["message"],
            identified=None if one is None else Candidate.from_dict(one),
            candidates=tuple(Candidate.from_dict(item) for item in data["candidates"]),
            found_as=tuple(Candidate.from_dict(item) for item in data["found_as"]),
            scopes=tuple(FactScope(**item) for item in data["scopes"]),
            missing=tuple(data["missing"]),
            rows=tuple(FactRow.from_dict(item) for item in data["rows"]),
            evidence=Evidence.from_dict(data["evidence"]),
        )
