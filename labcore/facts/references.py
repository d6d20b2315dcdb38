"""Checks between the lines of a source: nothing stands twice, and what a line names is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.errors import FixtureError
from labcore.facts.definitions import RECORDABLE
from labcore.facts.status import Kind
from labcore.facts.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterable

    from labcore.facts.definitions import SnapshotDefinitions
    from labcore.facts.entries import MappingDefinition, MessageDefinition, SignalDefinition

__all__ = ["check_references"]


def check_references(snapshots: Iterable[SnapshotDefinitions]) -> None:
    """Refuse a source whose lines repeat, contradict or miss each other.

    Raises:
        FixtureError: A name stands twice in one scope, a reference leads nowhere, or a field has a value
            although the snapshot says that it does not record it.
    """
    kept = tuple(snapshots)
    messages = {(one.scope, message.name) for one in kept for message in one.messages}
    for snapshot in kept:
        names = _names(snapshot)
        for message in snapshot.messages:
            _check_recorded(snapshot, Kind.MESSAGE, message)
            later = message.superseded_by
            if later is not None and (later, message.name) not in messages:
                raise FixtureError(
                    "superseded_by names a snapshot that holds the message",
                    got=message.name,
                    place=message.source,
                )
            for signal in message.signals:
                _check_recorded(snapshot, Kind.SIGNAL, signal)
        for mapping in snapshot.mappings:
            _check_mapping(snapshot, mapping, names[Kind.SIGNAL])
        _check_aliases(snapshot, names)


def _names(snapshot: SnapshotDefinitions) -> dict[Kind, set[str]]:
    names: dict[Kind, set[str]] = {kind: set() for kind in Kind}
    for message in snapshot.messages:
        _add_once(names[Kind.MESSAGE], message.name, message.source)
        for signal in message.signals:
            _add_once(names[Kind.SIGNAL], f"{message.name}.{signal.name}", signal.source)
    for mapping in snapshot.mappings:
        _add_once(names[Kind.MAPPING], mapping.name, mapping.source)
    return names


def _add_once(names: set[str], name: str, place: str) -> None:
    if name in names:
        raise FixtureError("a name stands once in a scope", got=name, place=place)
    names.add(name)


def _check_recorded(
    snapshot: SnapshotDefinitions, kind: Kind, entry: MessageDefinition | SignalDefinition
) -> None:
    recorded = snapshot.records.get(kind, ())
    stray = [name for name in RECORDABLE[kind] if getattr(entry, name) is not None and name not in recorded]
    if kind not in snapshot.records or stray:
        raise FixtureError(
            f"a {kind} has values only for what its snapshot records",
            got=stray[0] if stray else kind,
            place=entry.source,
        )


def _check_mapping(snapshot: SnapshotDefinitions, mapping: MappingDefinition, signals: set[str]) -> None:
    if Kind.MAPPING not in snapshot.records:
        raise FixtureError(
            "a mapping stands in a snapshot that records mappings", got=mapping.name, place=mapping.source
        )
    if mapping.source_signal not in signals:
        raise FixtureError(
            "a mapping's source_signal is MESSAGE.SIGNAL of its scope",
            got=mapping.source_signal,
            place=mapping.source,
        )


def _check_aliases(snapshot: SnapshotDefinitions, names: dict[Kind, set[str]]) -> None:
    seen: set[tuple[object, ...]] = set()
    for alias in snapshot.aliases:
        if alias.name not in names[alias.kind]:
            raise FixtureError(
                f"an alias names a {alias.kind} of its scope", got=alias.name, place=alias.source
            )
        key = (alias.kind, alias.name, fold(alias.alias))
        if key in seen:
            raise FixtureError("an alias stands once for an entry", got=alias.alias, place=alias.source)
        seen.add(key)
