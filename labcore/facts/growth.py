"""Invented definitions of any size, to see how look-ups grow with the store."""

from __future__ import annotations

from datetime import date

from labcore.errors import ParameterError
from labcore.facts.definitions import RECORDABLE, Definitions, SnapshotDefinitions
from labcore.facts.entries import MessageDefinition, SignalDefinition
from labcore.facts.scope import FactScope
from labcore.facts.status import Kind

__all__ = ["ENTRIES_PER_SNAPSHOT", "invented_definitions"]

ENTRIES_PER_SNAPSHOT = 1000
"""Entries of one invented snapshot, about those of a large vehicle network: 100 messages with 9 signals each."""

_MESSAGES = 100
_SIGNALS = 9
_QUANTITIES = ("SPEED", "TEMPERATURE", "PRESSURE", "TORQUE", "ANGLE", "CURRENT", "VOLTAGE", "LEVEL", "STATE")


def invented_definitions(entries: int) -> Definitions:
    """Make that many entries; every snapshot holds the same names with other values.

    Args:
        entries: A multiple of 1000, from 1000.

    Raises:
        ParameterError: It is anything else.
    """
    if entries < ENTRIES_PER_SNAPSHOT or entries % ENTRIES_PER_SNAPSHOT:
        raise ParameterError(f"the size is a multiple of {ENTRIES_PER_SNAPSHOT}", got=entries)
    snapshots = tuple(_snapshot(number) for number in range(entries // ENTRIES_PER_SNAPSHOT))
    return Definitions(name=f"invented {entries}", digest=f"invented {entries}", snapshots=snapshots)


def _snapshot(number: int) -> SnapshotDefinitions:
    scope = FactScope(
        project=f"SAMPLE_PROJECT_{number % 10}",
        revision=f"SAMPLE_REV_{number // 10 % 10}",
        network="SAMPLE_NET",
        snapshot=f"SAMPLE_SNAP_{number:04}",
    )
    records = {kind: RECORDABLE[kind] for kind in (Kind.MESSAGE, Kind.SIGNAL)}
    messages = tuple(_message(number, place) for place in range(_MESSAGES))
    return SnapshotDefinitions(scope=scope, recorded_on=date(2026, 1, 1), records=records, messages=messages)


def _message(snapshot: int, place: int) -> MessageDefinition:
    signals = tuple(
        SignalDefinition(
            name=f"SAMPLE_SIG_{quantity}_{place}",
            source=f"invented:{place}",
            start_bit=7 * position,
            bit_length=7,
            byte_order="little_endian",
            is_signed="no",
            factor=f"0.{snapshot % 9 + 1}",
            offset="0",
        )
        for position, quantity in enumerate(_QUANTITIES[:_SIGNALS])
    )
    return MessageDefinition(
        name=f"SAMPLE_MSG_{place}",
        source=f"invented:{place}",
        frame_identifier=place,
        payload_byte_length=8,
        transmit_mode="SAMPLE_MODE_CYCLIC",
        transmit_period_ms=10 * (snapshot % 9 + 1),
        signals=signals,
    )
