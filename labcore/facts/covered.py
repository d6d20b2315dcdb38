"""Does the loaded data cover a scope at all, and what does that snapshot record?"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.facts.request import Refusal
from labcore.facts.scope import SCOPE_PARTS, FactScope
from labcore.facts.status import Kind, Status

if TYPE_CHECKING:
    from labcore.facts.session import NamedRow, Session

__all__ = ["Recorded", "partial_gap", "recorded_in", "scope_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What one loaded snapshot records.

    Attributes:
        fields: Kind -> recorded fields; a kind that is absent is not recorded at all.
    """

    fields: dict[Kind, tuple[str, ...]]


def scope_of(row: NamedRow) -> FactScope:
    """Give the complete scope that a row names."""
    return FactScope(**{part: str(row[part]) for part in SCOPE_PARTS})


def recorded_in(session: Session, scope: FactScope) -> Recorded | Refusal:
    """Look up a complete scope before anything is sought in it.

    Returns:
        What the snapshot records; or a coverage gap when no such snapshot is loaded; or an invalid
        request when the snapshot is there and belongs to another project, revision or network.
    """
    rows = session.run("snapshot_named", snapshot=scope.snapshot)
    row = next((one for one in rows if scope_of(one) == scope), None)
    if row is not None:
        session.note_list(row["limitations"])
        fields = json.loads(str(row["records"]))
        return Recorded(fields={Kind(kind): tuple(names) for kind, names in fields.items()})
    if rows:
        loaded = "; ".join(str(scope_of(one)) for one in rows)
        message = f"The scope contradicts itself: snapshot {scope.snapshot} is loaded as {loaded}."
        return Refusal(status=Status.INVALID_REQUEST, message=message)
    session.run("build")
    message = f"No snapshot {scope.snapshot} is loaded. The coverage lists what is."
    return Refusal(status=Status.COVERAGE_GAP, message=message)


def partial_gap(session: Session, given: FactScope, kind: Kind | None) -> Refusal | None:
    """Say whether anything loaded covers a scope that is not complete; asked when nothing was found.

    Returns:
        A coverage gap when a given part is not loaded at all, or when no snapshot that agrees records the
        kind; an invalid request when each part is loaded but never together; None when it is covered.
    """
    rows = session.run("snapshots")
    parts = {part: value for part, value in given.to_dict().items() if value is not None}
    for part, value in parts.items():
        if all(row[part] != value for row in rows):
            return Refusal(
                status=Status.COVERAGE_GAP,
                message=f"No {part} {value} is loaded. The coverage lists what is.",
            )
    agreeing = [row for row in rows if all(row[part] == value for part, value in parts.items())]
    if parts and not agreeing:
        message = f"The scope contradicts itself: no loaded snapshot has {' and '.join(parts)} as given."
        return Refusal(status=Status.INVALID_REQUEST, message=message)
    silent = [
        row for row in agreeing if kind is not None and kind.value not in json.loads(str(row["records"]))
    ]
    if len(silent) == len(agreeing):
        what = "is loaded" if kind is None else f"records {kind}s"
        return Refusal(
            status=Status.COVERAGE_GAP, message=f"No snapshot that agrees with the parts given {what}."
        )
    if silent:
        session.note(f"{len(silent)} of {len(agreeing)} snapshots do not record {kind}s.")
    return None
