"""The state of a passage on a day: which clock has struck, and which has not."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from labcore.records import Passage

__all__ = ["State", "missing", "state", "why"]


class State(StrEnum):
    """Where a day stands in a passage's life."""

    UNPUBLISHED = "unpublished"
    PENDING = "pending"
    IN_FORCE = "in_force"
    EXPIRED = "expired"


def state(passage: Passage, as_of: date) -> State:
    """Tell whether a passage could be read and applied on a day.

    Intervals are half-open, ``[effective_from, effective_until)``: the first day is in force, the
    last is not. A missing end is an open end. A missing publication or first day fails closed: the
    passage then counts as unpublished, or as pending for ever. The day of retrieval decides nothing.

    Args:
        passage: The passage with its clocks.
        as_of: The day that the question is about, not the day on which it is asked.

    Source: "RAG in .NET: Start with the Retrieval Contract", evidence has more than one clock.
    """
    if passage.published_at is None or as_of < passage.published_at:
        return State.UNPUBLISHED
    if passage.effective_from is None or as_of < passage.effective_from:
        return State.PENDING
    if passage.effective_until is not None and as_of >= passage.effective_until:
        return State.EXPIRED
    return State.IN_FORCE


def missing(passage: Passage) -> tuple[str, ...]:
    """Name the dates without which a passage can never be in force; empty when both are stated."""
    return tuple(name for name in ("published_at", "effective_from") if getattr(passage, name) is None)


def why(passage: Passage, as_of: date) -> str:
    """Say in words what `state` decided and which of the dates decided it."""
    match state(passage, as_of):
        case State.UNPUBLISHED if passage.published_at is None:
            return "counts as unpublished: no day of publication is stated, and none is guessed"
        case State.UNPUBLISHED:
            return f"unpublished on {as_of}: nobody could read it before {passage.published_at}"
        case State.PENDING if passage.effective_from is None:
            return "counts as pending: it was published, but no first day is stated, and none is guessed"
        case State.PENDING:
            return (
                f"pending on {as_of}: published {passage.published_at}, applies from {passage.effective_from}"
            )
        case State.EXPIRED:
            return f"expired on {as_of}: {passage.effective_until} is the first day without it"
        case State.IN_FORCE:
            end = f"before {passage.effective_until}" if passage.effective_until else "without a stated end"
            return f"in force on {as_of}: applies from {passage.effective_from}, {end}"
