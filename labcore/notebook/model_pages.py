"""A turn of a chat as HTML: the model's words in a place of their own, and the look-ups beside them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Protocol

from labcore.facts.wording import NOT_EVIDENCE
from labcore.notebook.fact_pages import card, found_html, page
from labcore.notebook.theme import ORANGE, PURPLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.facts import FactScope, Result

__all__ = ["LookedUp", "Noted", "Spoken", "show_turn", "turn_html", "words_html"]


class LookedUp(Protocol):
    """One search that a model asked for."""

    @property
    def term(self) -> object:
        """The term, as the model gave it."""

    @property
    def scope(self) -> FactScope | None:
        """The scope that was searched; None for every one."""

    @property
    def result(self) -> Result:
        """What was found."""


class Noted(Protocol):
    """One thing that was wrong in a turn."""

    @property
    def message(self) -> str:
        """It, as a sentence."""


class Spoken(Protocol):
    """A turn of a chat, as ``labcore.service.relay`` gives it."""

    @property
    def model(self) -> str:
        """Who spoke."""

    @property
    def words(self) -> str:
        """What was said; untrusted."""

    @property
    def lookups(self) -> Sequence[LookedUp]:
        """What was looked up, in order."""

    @property
    def notes(self) -> Sequence[Noted]:
        """What was wrong, in order."""


def show_turn(turn: Spoken) -> None:
    """Show a whole turn, the model's words apart from what was looked up."""
    page(turn_html(turn), f"{NOT_EVIDENCE} ({turn.model}): {turn.words}")


def turn_html(turn: Spoken) -> str:
    """Show a whole turn: words, notes, then each look-up with its evidence."""
    return words_html(turn) + "".join(
        _lookup(number, one) for number, one in enumerate(turn.lookups, start=1)
    )


def words_html(turn: Spoken) -> str:
    """Show the words and the notes of a turn; the words are text, whatever marks are in them."""
    said = escape(turn.words) or "<em>nothing</em>"
    words = f'<p><strong>{escape(NOT_EVIDENCE)}</strong> ({escape(turn.model)})</p><p style="white-space: pre-wrap">{said}</p>'
    notes = "".join(f"<li>{escape(note.message)}</li>" for note in turn.notes)
    return card(words, PURPLE) + (card(f"<ul>{notes}</ul>", ORANGE) if notes else "")


def _lookup(number: int, lookup: LookedUp) -> str:
    term = str(lookup.term)
    shown = term if len(term) <= 80 else f"{term[:80]}..."  # noqa: PLR2004 - a line
    where = str(lookup.scope) if lookup.scope else "every scope"
    return f"<p>Look-up {number}: {escape(shown)} in {escape(where)}</p>{found_html(lookup.result)}"
