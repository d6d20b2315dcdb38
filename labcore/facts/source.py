"""Reads a source folder: a line for each snapshot, and tables of messages, signals, mappings and aliases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from labcore.errors import FixtureError, LabError
from labcore.facts.definitions import RECORDABLE, Definitions, SnapshotDefinitions
from labcore.facts.entries import AliasDefinition, MappingDefinition, MessageDefinition, SignalDefinition
from labcore.facts.lines import Line, csv_lines, day, json_lines
from labcore.facts.references import check_references
from labcore.facts.scope import SCOPE_PARTS, FactScope
from labcore.facts.status import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from labcore.facts.manifest import Manifest

__all__ = ["DEFINITIONS_SCHEMA", "read_tables"]

DEFINITIONS_SCHEMA = "evidence-lab/definitions-1"

_COLUMNS: dict[str, tuple[str, ...]] = {
    "messages.csv": ("snapshot", "name", *RECORDABLE[Kind.MESSAGE]),
    "signals.csv": ("snapshot", "message", "name", *RECORDABLE[Kind.SIGNAL]),
    "mappings.csv": (
        "snapshot",
        "name",
        "source_signal",
        "target_network",
        "target_message",
        "target_signal",
    ),
    "aliases.csv": ("snapshot", "kind", "name", "alias", "approved"),
}
_SNAPSHOT_FIELDS = frozenset({*SCOPE_PARTS, "recorded_on", "records"})
Made = TypeVar("Made")
P = ParamSpec("P")


def read_tables(folder: Path, manifest: Manifest) -> Definitions:
    """Read a folder of the definitions format; nothing is returned unless all of it holds.

    Args:
        folder: Where the files are.
        manifest: Its manifest, with every file checked against it.

    Raises:
        FixtureError: A file is not listed, or a line breaks the format; the message names file and line.
    """
    listed = {file.name for file in manifest.files}
    absent = sorted({"snapshots.jsonl", *_COLUMNS} - listed)
    if manifest.schema != DEFINITIONS_SCHEMA or absent:
        got = manifest.schema if not absent else f"no {absent[0]}"
        raise FixtureError(
            f"the manifest lists the files of {DEFINITIONS_SCHEMA}", got=got, place=str(folder)
        )
    lines = {name: _by_snapshot(csv_lines(folder / name, columns)) for name, columns in _COLUMNS.items()}
    heads = list(json_lines(folder / "snapshots.jsonl", _SNAPSHOT_FIELDS, frozenset({"limitations"})))
    scopes = {data["snapshot"]: _scope(data, place) for place, data in heads}
    if len(scopes) != len(heads):
        raise FixtureError("a source names each snapshot once", got=[data["snapshot"] for _, data in heads])
    for groups in lines.values():
        stray = next((line for key, group in groups.items() if key not in scopes for line in group), None)
        if stray:
            raise FixtureError(
                "a line names a snapshot of snapshots.jsonl", got=stray["snapshot"], place=stray.place
            )
    snapshots = tuple(_snapshot(place, data, scopes, lines) for place, data in heads)
    check_references(snapshots)
    return Definitions(name=manifest.name, digest=manifest.digest, snapshots=snapshots)


def _scope(data: dict[str, Any], place: str) -> FactScope:
    return _made(place, FactScope, **{part: data[part] for part in SCOPE_PARTS})


def _by_snapshot(lines: Iterable[Line]) -> dict[str, list[Line]]:
    groups: dict[str, list[Line]] = {}
    for line in lines:
        groups.setdefault(line["snapshot"], []).append(line)
    return groups


def _snapshot(
    place: str, data: dict[str, Any], scopes: dict[str, FactScope], lines: dict[str, dict[str, list[Line]]]
) -> SnapshotDefinitions:
    mine = {name: groups.get(data["snapshot"], []) for name, groups in lines.items()}
    signals: dict[str, list[SignalDefinition]] = {}
    for line in mine["signals.csv"]:
        signals.setdefault(line["message"], []).append(_made(line.place, _signal, line))
    known = {line["name"] for line in mine["messages.csv"]}
    stray = sorted(set(signals) - known)
    if stray:
        raise FixtureError(
            "a signal names a message of its snapshot", got=stray[0], place=signals[stray[0]][0].source
        )
    return _made(
        place,
        lambda: SnapshotDefinitions(
            scope=scopes[data["snapshot"]],
            recorded_on=day(data["recorded_on"], place),
            records={Kind(kind): tuple(fields) for kind, fields in data["records"].items()},
            messages=tuple(
                _made(line.place, _message, line, scopes, signals) for line in mine["messages.csv"]
            ),
            mappings=tuple(_made(line.place, _mapping, line) for line in mine["mappings.csv"]),
            aliases=tuple(_made(line.place, _alias, line) for line in mine["aliases.csv"]),
            limitations=_texts(data.get("limitations", [])),
        ),
    )


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(f"limitations is a list of texts, and not {value!r}")
    return tuple(value)


def _message(
    line: Line, scopes: dict[str, FactScope], signals: dict[str, list[SignalDefinition]]
) -> MessageDefinition:
    later = line.text("superseded_by")
    if later is not None and later not in scopes:
        raise FixtureError("superseded_by names a snapshot of snapshots.jsonl", got=later, place=line.place)
    return MessageDefinition(
        name=line["name"],
        source=line.place,
        frame_identifier=line.whole("frame_identifier"),
        payload_byte_length=line.whole("payload_byte_length"),
        transmit_mode=line.text("transmit_mode"),
        transmit_period_ms=line.whole("transmit_period_ms"),
        superseded_by=None if later is None else scopes[later],
        signals=tuple(signals.get(line["name"], ())),
    )


def _signal(line: Line) -> SignalDefinition:
    texts = ("byte_order", "is_signed", "factor", "offset", "minimum", "maximum", "unit")
    return SignalDefinition(
        name=line["name"],
        source=line.place,
        start_bit=line.whole("start_bit"),
        bit_length=line.whole("bit_length"),
        **{name: line.text(name) for name in texts},  # type: ignore[arg-type]  # the names are fields of type text
    )


def _mapping(line: Line) -> MappingDefinition:
    names = ("name", "source_signal", "target_network", "target_message", "target_signal")
    return MappingDefinition(source=line.place, **{name: line[name] for name in names})


def _alias(line: Line) -> AliasDefinition:
    return AliasDefinition(
        kind=Kind(line["kind"]),
        name=line["name"],
        alias=line["alias"],
        approved=line.truth("approved"),
        source=line.place,
    )


def _made(place: str, make: Callable[P, Made], /, *args: P.args, **kwargs: P.kwargs) -> Made:
    """Make a record; what it refuses becomes a refusal of the line that it came from."""
    try:
        return make(*args, **kwargs)
    except FixtureError:
        raise
    except (LabError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise FixtureError(f"a line holds what its record allows: {error}", place=place) from error
