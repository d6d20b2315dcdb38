"""From definitions to the rows of every table, numbered the same way on every machine."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from labcore.facts.registry import packaged_registry
from labcore.facts.schema import TABLES, schema_digest
from labcore.facts.scope import SCOPE_PARTS
from labcore.facts.status import CONTRACT, Kind
from labcore.facts.text import fold, name_words

if TYPE_CHECKING:
    from labcore.facts.definitions import Definitions, SnapshotDefinitions
    from labcore.facts.entries import MappingDefinition, MessageDefinition, SignalDefinition

__all__ = ["rows_of"]

Value = str | int | None
Row = tuple[Value, ...]


def rows_of(definitions: Definitions) -> dict[str, list[Row]]:
    """Give the rows of every table, each table in the order of its key.

    The same definitions give the same rows with the same numbers, so that two stores can be compared
    row by row.

    Returns:
        Table name -> rows, values in the order of the table's columns; an empty list for an empty table.
    """
    tables: dict[str, list[Row]] = {name: [] for name in TABLES}
    registry = packaged_registry()
    digests = (definitions.digest, schema_digest(), registry.digest)
    tables["build"].append((CONTRACT, definitions.name, *digests))
    tables["template"] = [(query.name, query.version, query.digest) for query in registry.queries]
    ordered = sorted(
        definitions.snapshots, key=lambda one: [getattr(one.scope, part) for part in SCOPE_PARTS]
    )
    for scope_id, snapshot in enumerate(ordered, start=1):
        _Numbering(tables=tables, scope_id=scope_id).add(snapshot)
    for name in ("alias", "word"):
        tables[name].sort()
    # A name holds each word once, so that rows of a word are entries.
    tables["word_total"] = list(Counter(word for word, _, _ in tables["word"]).items())
    return tables


@dataclass(slots=True, kw_only=True)
class _Numbering:
    """Turns one snapshot into rows; entry numbers go on where the last snapshot stopped."""

    tables: dict[str, list[Row]]
    scope_id: int
    numbers: dict[tuple[Kind, str], list[int]] = field(default_factory=dict)

    def add(self, snapshot: SnapshotDefinitions) -> None:
        records = json.dumps({kind.value: list(fields) for kind, fields in sorted(snapshot.records.items())})
        parts = (getattr(snapshot.scope, part) for part in SCOPE_PARTS)
        about = (snapshot.recorded_on.isoformat(), records, _sentences(snapshot.limitations))
        self.tables["snapshot"].append((self.scope_id, *parts, *about))
        for message in snapshot.messages:
            self._add_message(message)
        for mapping in snapshot.mappings:
            self._add_mapping(mapping)
        for alias in snapshot.aliases:
            for number in self.numbers[alias.kind, alias.name]:
                self.tables["alias"].append((fold(alias.alias), number, alias.alias, int(alias.approved)))

    def _add_entry(
        self,
        kind: Kind,
        name: str,
        qualified: str,
        *,
        source: str,
        superseded: bool,
        limitations: tuple[str, ...],
    ) -> int:
        number = len(self.tables["entry"]) + 1
        about = (int(superseded), _sentences(limitations), source)
        self.tables["entry"].append((number, self.scope_id, kind.value, name, qualified, *about))
        self.tables["word"].extend((word, self.scope_id, number) for word in name_words(name))
        self.numbers.setdefault((kind, qualified), []).append(number)
        return number

    def _add_message(self, message: MessageDefinition) -> None:
        later = message.superseded_by
        replaced = () if later is None else (f"The source says that {later} has replaced {message.name}.",)
        number = self._add_entry(
            Kind.MESSAGE,
            message.name,
            message.name,
            source=message.source,
            superseded=later is not None,
            limitations=replaced + message.limitations,
        )
        parts = (None if later is None else getattr(later, part) for part in SCOPE_PARTS)
        frame = (message.frame_identifier, message.payload_byte_length)
        self.tables["message"].append(
            (number, *frame, *parts, message.transmit_mode, message.transmit_period_ms)
        )
        for signal in message.signals:
            self._add_signal(message, number, signal, replaced)

    def _add_signal(
        self,
        message: MessageDefinition,
        message_number: int,
        signal: SignalDefinition,
        replaced: tuple[str, ...],
    ) -> None:
        number = self._add_entry(
            Kind.SIGNAL,
            signal.name,
            f"{message.name}.{signal.name}",
            source=signal.source,
            superseded=bool(replaced),
            limitations=replaced + signal.limitations,
        )
        layout = (signal.bit_length, signal.byte_order, signal.factor, signal.is_signed)
        limits = (signal.maximum, signal.minimum, signal.offset, signal.start_bit, signal.unit)
        self.tables["signal"].append((number, message_number, *layout, *limits))

    def _add_mapping(self, mapping: MappingDefinition) -> None:
        number = self._add_entry(
            Kind.MAPPING, mapping.name, mapping.name, source=mapping.source, superseded=False, limitations=()
        )
        target = (mapping.target_network, mapping.target_message, mapping.target_signal)
        self.tables["mapping"].append((number, mapping.source_signal, *target))


def _sentences(limitations: tuple[str, ...]) -> str:
    return json.dumps(limitations, ensure_ascii=False)
