"""Reads a physical value out of a payload, by the facts of one signal."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from labcore.errors import ParameterError

if TYPE_CHECKING:
    from labcore.facts.candidate import FactRow

__all__ = ["decode_signal"]

_NEEDED = ("start_bit", "bit_length", "byte_order", "is_signed", "factor", "offset")


def decode_signal(facts: FactRow, payload: bytes) -> Decimal:
    """Give raw value times factor plus offset, exactly.

    Bits are counted as DBC files do: bit 0 is the lowest of byte 0. A little-endian signal starts at its
    lowest bit and goes up; a big-endian one starts at its highest bit and goes down through each byte.

    Args:
        facts: A row of ``signal_facts`` or ``message_signals``.
        payload: The frame's bytes.

    Returns:
        The physical value, in the signal's unit.

    Raises:
        ParameterError: A field is not stated, the value is floating-point, or the payload is too short.

    Source: Vector, "DBC File Format Documentation", signal definitions.
    """
    unstated = [name for name in _NEEDED if facts[name] is None]
    if unstated or facts["is_signed"] == "float":
        got = f"no {unstated[0]}" if unstated else "a floating-point signal"
        raise ParameterError("a whole-number signal states its layout and scaling", got=got)
    start, length = int(str(facts["start_bit"])), int(str(facts["bit_length"]))
    bits = _bits(start, length, little=facts["byte_order"] == "little_endian")
    if max(bits) >= 8 * len(payload):
        raise ParameterError("the payload holds every bit of the signal", got=f"{len(payload)} bytes")
    raw = sum((payload[bit // 8] >> bit % 8 & 1) << place for place, bit in enumerate(bits))
    if facts["is_signed"] == "yes" and raw >> (length - 1):
        raw -= 1 << length
    return raw * Decimal(str(facts["factor"])) + Decimal(str(facts["offset"]))


def _bits(start: int, length: int, *, little: bool) -> list[int]:
    """Give the signal's bit numbers, lowest value first."""
    if little:
        return list(range(start, start + length))
    highest_first = [start]
    while len(highest_first) < length:
        last = highest_first[-1]
        highest_first.append(last + 15 if last % 8 == 0 else last - 1)
    return highest_first[::-1]
