"""What a source defines, before it becomes rows: snapshots and what each of them records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.facts.entries import require
from labcore.facts.status import Kind
from labcore.facts.text import text_problem

if TYPE_CHECKING:
    from datetime import date

    from labcore.facts.entries import AliasDefinition, MappingDefinition, MessageDefinition
    from labcore.facts.scope import FactScope

__all__ = ["RECORDABLE", "Definitions", "SnapshotDefinitions"]

RECORDABLE: dict[Kind, tuple[str, ...]] = {
    Kind.MESSAGE: (
        "frame_identifier",
        "payload_byte_length",
        "superseded_by",
        "transmit_mode",
        "transmit_period_ms",
    ),
    Kind.SIGNAL: (
        "bit_length",
        "byte_order",
        "factor",
        "is_signed",
        "maximum",
        "minimum",
        "offset",
        "start_bit",
        "unit",
    ),
    Kind.MAPPING: ("target",),
}
"""Kind -> the fields that a snapshot may say it records; the names themselves are always recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotDefinitions:
    """Everything that one snapshot defines.

    Attributes:
        scope: Its complete scope.
        recorded_on: The day on which the data was recorded or imported.
        records: Kind -> the fields that it records; a kind that is absent is not recorded at all.
        messages: In the source's order.
        mappings: In the source's order.
        aliases: In the source's order.
        limitations: What holds for all of it.

    Raises:
        RecordError: The scope is not complete, a recorded field is not one of ``RECORDABLE``, or a limitation
            is no text.
    """

    scope: FactScope
    recorded_on: date
    records: dict[Kind, tuple[str, ...]]
    messages: tuple[MessageDefinition, ...] = ()
    mappings: tuple[MappingDefinition, ...] = ()
    aliases: tuple[AliasDefinition, ...] = ()
    limitations: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        require("a snapshot's scope is complete", self.scope.complete, str(self.scope), str(self.scope))
        for limitation in self.limitations:
            problem = text_problem(limitation, most=None)
            require(f"a limitation {problem}", problem is None, limitation, str(self.scope))
        for kind, fields in self.records.items():
            unknown = sorted(set(fields) - set(RECORDABLE[kind]))
            require(
                f"a recorded field of a {kind} is one of {RECORDABLE[kind]}",
                not unknown,
                unknown,
                str(self.scope),
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Definitions:
    """A whole source, ready to be loaded.

    Attributes:
        name: The source's name.
        digest: The sha256 over the names and hashes of its files.
        snapshots: In the order of their scopes.

    Raises:
        RecordError: Two snapshots have one scope.
    """

    name: str
    digest: str
    snapshots: tuple[SnapshotDefinitions, ...]

    def __post_init__(self) -> None:
        scopes = [str(one.scope) for one in self.snapshots]
        require("a source holds each scope once", len(scopes) == len(set(scopes)), scopes, self.name)
