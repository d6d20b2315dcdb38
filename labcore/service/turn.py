"""What one turn of a chat leaves: the model's words, the look-ups, and what was wrong. It has no place for facts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from labcore.errors import RecordError

if TYPE_CHECKING:
    from labcore.facts import FactScope, Result

__all__ = ["DroppedPart", "Lookup", "Note", "NoteKind", "PartFrom", "ScopeFrom", "Turn"]


class ScopeFrom(StrEnum):
    """Whose the scope of a look-up was."""

    NOBODY = "nobody"
    """None was used: every loaded scope was searched."""

    CHOSEN = "chosen"
    """The person chose it."""

    WRITTEN = "written"
    """The model gave it, and each part of it stands in what the person wrote."""


class PartFrom(StrEnum):
    """Where the model had a part of a scope from."""

    WRITTEN = "written"
    """It stands in what the person wrote."""

    EARLIER_RESULT = "earlier_result"
    """It stands in what an earlier look-up listed, from which the person has not chosen."""

    INVENTED = "invented"
    """It stands nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DroppedPart:
    """A part of a scope that the model gave and that was not used, because it is not the person's.

    Attributes:
        part: Which part.
        value: What the model gave.
        origin: Where the model had it from.
    """

    part: str
    value: str
    origin: PartFrom


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """One search that the model asked for and the store answered.

    Attributes:
        term: The term, as the model gave it.
        kind: The kind, as the model gave it; None for any.
        scope: The scope that was searched; None for every one.
        scope_from: Whose it was.
        dropped: What of the model's scope was not used.
        result: What the store found. A search reads no facts.

    Raises:
        RecordError: The result holds facts, which no look-up of a model may.
    """

    term: object
    kind: object
    scope: FactScope | None
    scope_from: ScopeFrom
    dropped: tuple[DroppedPart, ...]
    result: Result

    def __post_init__(self) -> None:
        if self.result.rows:
            raise RecordError("a model's look-up finds candidates and reads no facts", got=self.result.route)


class NoteKind(StrEnum):
    """What was wrong, or worth knowing, in a turn."""

    NO_LOOKUP = "no_lookup"
    OTHER_TOOL = "other_tool"
    UNREADABLE_ARGUMENTS = "unreadable_arguments"
    SCOPE_NOT_YOURS = "scope_not_yours"
    TOO_MANY_LOOKUPS = "too_many_lookups"
    NO_WORDS = "no_words"
    WORDS_CUT = "words_cut"
    MODEL_FAILED = "model_failed"
    MODEL_TIMED_OUT = "model_timed_out"
    STORE_FAILED = "store_failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One thing that a person should know about a turn.

    Attributes:
        kind: Which.
        message: The same as a sentence.
    """

    kind: NoteKind
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn: what a person wrote, and what came of it.

    Attributes:
        text: What the person wrote.
        chosen: The scope that the person had chosen; None where none.
        model: The model's name.
        words: What the model wrote in the end; untrusted text, shown under a heading that says so.
        lookups: The searches that ran, in order.
        notes: What was wrong, in order.
    """

    text: str
    chosen: FactScope | None
    model: str
    words: str
    lookups: tuple[Lookup, ...]
    notes: tuple[Note, ...]
