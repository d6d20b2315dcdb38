"""The entries that a source defines, before they become rows: messages, signals, mappings and aliases."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.errors import RecordError
from labcore.facts.text import text_problem

if TYPE_CHECKING:
    from labcore.facts.scope import FactScope
    from labcore.facts.status import Kind

__all__ = [
    "AliasDefinition",
    "MappingDefinition",
    "MessageDefinition",
    "SignalDefinition",
    "require",
]

_MOST = 2**31 - 1
"""The largest whole number that both engines hold in a column; a frame's identifier may be larger."""

_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?")


def require(what: str, holds: bool, got: object, place: str) -> None:  # noqa: FBT001 - the rule's truth, not a mode
    """Refuse a record of which a rule does not hold.

    Raises:
        RecordError: holds is False.
    """
    if not holds:
        raise RecordError(what, got=repr(got), place=place)


def _require_name(what: str, value: object, place: str) -> None:
    problem = text_problem(value)
    require(f"{what} {problem}", problem is None, value, place)


def _require_whole(name: str, value: int | None, place: str, *, least: int = 0, most: int = _MOST) -> None:
    rule = f"{name} is from {least}, and at most {most}"
    require(rule, value is None or least <= value <= most, value, place)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalDefinition:
    """One signal of a message; None means that the source does not say.

    Attributes:
        name: Unique in its message.
        source: Where it stands, such as ``signals.csv:2``.
        start_bit: As the source counts it.
        bit_length: In bits, from 1.
        byte_order: ``little_endian`` or ``big_endian``.
        is_signed: ``yes``, ``no``, or ``float`` for a floating-point value.
        factor: Physical value per raw step, a decimal text.
        offset: Physical value of raw zero, a decimal text.
        minimum: Least physical value, a decimal text.
        maximum: Greatest physical value, a decimal text.
        unit: As the source writes it.
        limitations: What had to be mended to read it.

    Raises:
        RecordError: A field breaks its rule.
    """

    name: str
    source: str
    start_bit: int | None = None
    bit_length: int | None = None
    byte_order: str | None = None
    is_signed: str | None = None
    factor: str | None = None
    offset: str | None = None
    minimum: str | None = None
    maximum: str | None = None
    unit: str | None = None
    limitations: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _require_name("a signal's name", self.name, self.source)
        for name in ("factor", "offset", "minimum", "maximum"):
            value = getattr(self, name)
            require(
                f"{name} is a decimal number",
                value is None or bool(_DECIMAL.fullmatch(value)),
                value,
                self.source,
            )
        orders, signs = (None, "little_endian", "big_endian"), (None, "yes", "no", "float")
        require(
            "byte_order is little_endian or big_endian",
            self.byte_order in orders,
            self.byte_order,
            self.source,
        )
        require("is_signed is yes, no or float", self.is_signed in signs, self.is_signed, self.source)
        _require_whole("bit_length", self.bit_length, self.source, least=1)
        _require_whole("start_bit", self.start_bit, self.source)


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageDefinition:
    """One message with its signals; None means that the source does not say.

    Attributes:
        name: As the source writes it; a faulty source may hold it twice.
        source: Where it stands, such as ``messages.csv:2``.
        frame_identifier: The frame's number on its network.
        payload_byte_length: In bytes.
        transmit_mode: How it is sent, in the source's word.
        transmit_period_ms: Milliseconds between two frames of a cyclic message.
        superseded_by: The complete scope of the entry of the same name that replaced it.
        signals: Its signals, in the source's order.
        limitations: What had to be mended to read it.

    Raises:
        RecordError: A field breaks its rule.
    """

    name: str
    source: str
    frame_identifier: int | None = None
    payload_byte_length: int | None = None
    transmit_mode: str | None = None
    transmit_period_ms: int | None = None
    superseded_by: FactScope | None = None
    signals: tuple[SignalDefinition, ...] = ()
    limitations: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _require_name("a message's name", self.name, self.source)
        _require_whole("frame_identifier", self.frame_identifier, self.source, most=2**63 - 1)
        _require_whole("payload_byte_length", self.payload_byte_length, self.source)
        _require_whole("transmit_period_ms", self.transmit_period_ms, self.source, least=1)
        whole = self.superseded_by is None or self.superseded_by.complete
        require("superseded_by is a complete scope", whole, str(self.superseded_by), self.source)


@dataclass(frozen=True, slots=True, kw_only=True)
class MappingDefinition:
    """One mapping: a signal of this scope is carried to a signal of another network.

    Attributes:
        name: Unique in its scope.
        source: Where it stands.
        source_signal: ``MESSAGE.SIGNAL`` in this scope.
        target_network: The network that it is carried to.
        target_message: The message there.
        target_signal: The signal there.

    Raises:
        RecordError: A text is blank or not allowed.
    """

    name: str
    source: str
    source_signal: str
    target_network: str
    target_message: str
    target_signal: str

    def __post_init__(self) -> None:
        for name in ("name", "source_signal", "target_network", "target_message", "target_signal"):
            _require_name(f"a mapping's {name}", getattr(self, name), self.source)


@dataclass(frozen=True, slots=True, kw_only=True)
class AliasDefinition:
    """Another name for an entry; only an approved one ever matches.

    Attributes:
        kind: The entry's kind.
        name: The entry's name, ``MESSAGE.SIGNAL`` for a signal.
        alias: The other name, compared without case.
        approved: Whether somebody has approved it.
        source: Where it stands.

    Raises:
        RecordError: A text is blank or not allowed.
    """

    kind: Kind
    name: str
    alias: str
    approved: bool
    source: str

    def __post_init__(self) -> None:
        _require_name("an alias", self.alias, self.source)
        _require_name("the name of an alias's entry", self.name, self.source)
