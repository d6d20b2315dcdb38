"""Reads DBC files through cantools, tolerantly; whatever had to be mended becomes a limitation."""

from __future__ import annotations

import warnings
from collections import Counter
from typing import TYPE_CHECKING, Any

from labcore.errors import ExtraMissingError, FixtureError
from labcore.facts.dbc_mend import mend
from labcore.facts.dbc_text import SignalLine, decode, imported_files, index_lines, without_unread
from labcore.facts.definitions import RECORDABLE, SnapshotDefinitions
from labcore.facts.entries import MessageDefinition, SignalDefinition
from labcore.facts.status import Kind

if TYPE_CHECKING:
    from datetime import date

    from labcore.facts.dbc_mend import Mended
    from labcore.facts.dbc_text import MessageLine
    from labcore.facts.scope import FactScope

__all__ = ["read_dbc"]

_NUMBER = 0x7FFF_FFFF  # an identifier without the mark of an extended one
_UNREAD = "Comments and value tables of the file were not read."


def read_dbc(
    content: bytes, *, scope: FactScope, recorded_on: date, place: str, encoding: str | None = None
) -> SnapshotDefinitions:
    """Read one DBC file as one snapshot.

    Names, identifiers and decimals are those of the file's own text; layouts come from cantools. A
    message that stands twice in the file stays twice. A minimum and maximum that are both 0 mean, by
    the format's custom, that none is stated.

    Args:
        content: The file's bytes.
        scope: The complete scope that the manifest gives it.
        recorded_on: The day of the import.
        place: The file's name; places are ``place:line``.
        encoding: As the manifest states; None tries UTF-8 and then Windows-1252.

    Raises:
        ExtraMissingError: cantools is not installed.
        FixtureError: The file cannot be read even when mended.
    """
    text, assumed = decode(content, encoding=encoding, place=place)
    imports = imported_files(text)
    text = without_unread(text)
    index = index_lines(text)
    mended = mend(text, index)
    parsed = _parse(mended.text, place)
    if [len(one.signals) for one in parsed] != [len(line.signals) for line in index]:
        raise FixtureError(
            "each message and signal of a DBC file begins a line of its own",
            got=f"{len(index)} messages by lines and {len(parsed)} by the grammar",
            place=place,
        )
    times: Counter[str | int] = Counter(line.name for line in index)
    times.update(line.id for line in index)
    messages = tuple(
        _message(one, line, place, mended, times) for one, line in zip(parsed, index, strict=True)
    )
    return SnapshotDefinitions(
        scope=scope,
        recorded_on=recorded_on,
        records=_recorded(messages),
        messages=messages,
        limitations=(_UNREAD, *assumed, *imports, *mended.whole),
    )


def _parse(text: str, place: str) -> list[Any]:
    if not text.strip():
        return []  # the grammar wants a statement; a file of comments alone has none
    try:
        import cantools  # noqa: PLC0415 - an optional part
    except ImportError as error:
        raise ExtraMissingError.of("dbc", "reading DBC files") from error
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed: Any = cantools.database.load_string(text, "dbc", strict=False, sort_signals=None)
            return list(parsed.messages)
    except Exception as error:
        raise FixtureError(
            "a DBC file follows the format", got=str(error).replace("\n", " "), place=place
        ) from error


def _message(
    one: Any, line: MessageLine, place: str, mended: Mended, times: Counter[str | int]
) -> MessageDefinition:
    limits = list(mended.about.get(line.id, ()))
    if times[line.name] > 1:
        limits.append(f"The file defines {line.name} {times[line.name]} times.")
    if times[line.id] > 1:
        limits.append(
            f"The file gives this identifier to {times[line.id]} messages; what it says of one it says of all."
        )
    limits += _layout_faults(one)
    if one.is_extended_frame and line.id not in mended.impossible:
        limits.append("The identifier is an extended one, of 29 bits.")
    return MessageDefinition(
        name=line.name,
        source=f"{place}:{line.line}",
        frame_identifier=None if line.id in mended.impossible else line.id & _NUMBER,
        payload_byte_length=one.length,
        transmit_mode=one.send_type,
        transmit_period_ms=one.cycle_time,
        signals=tuple(_signal(s, found, place) for s, found in zip(one.signals, line.signals, strict=True)),
        limitations=tuple(limits),
    )


def _layout_faults(one: Any) -> list[str]:
    try:
        one.refresh(strict=True)
    except Exception as error:  # noqa: BLE001 - cantools raises its own and others; each is a finding
        return [f"The layout is at fault: {error}"]
    return []


def _signal(one: Any, line: SignalLine, place: str) -> SignalDefinition:
    numbers = {name: _decimal(value) for name, value in line.numbers.items()}
    if numbers["minimum"] == numbers["maximum"] == "0":
        numbers["minimum"] = numbers["maximum"] = None
    limits: tuple[str, ...] = ()
    if one.multiplexer_ids:
        limits = (
            f"It is there only when {one.multiplexer_signal} is {' or '.join(map(str, one.multiplexer_ids))}.",
        )
    return SignalDefinition(
        name=line.name,
        source=f"{place}:{line.line}",
        start_bit=one.start,
        bit_length=one.length,
        byte_order=one.byte_order,
        is_signed="float" if one.is_float else ("yes" if one.is_signed else "no"),
        unit=one.unit or None,
        limitations=limits,
        **numbers,
    )


def _decimal(text: str) -> str | None:
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text.removeprefix("+"))
    return sign + ("0" + digits if digits.startswith(".") else digits)


def _recorded(messages: tuple[MessageDefinition, ...]) -> dict[Kind, tuple[str, ...]]:
    always = {"frame_identifier", "payload_byte_length"}
    stated = {
        name
        for name in ("transmit_mode", "transmit_period_ms")
        if any(getattr(message, name) is not None for message in messages)
    }
    fields = tuple(name for name in RECORDABLE[Kind.MESSAGE] if name in always | stated)
    return {Kind.MESSAGE: fields, Kind.SIGNAL: RECORDABLE[Kind.SIGNAL]}
