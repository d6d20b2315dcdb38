"""Sentences for propositions, by the templates of a fixture."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from labcore.judging.protocol import Statement

if TYPE_CHECKING:
    from labcore.records import Proposition
    from labcore.units import Units

__all__ = ["state"]

_PLACE = re.compile(r"\{(evidence_id|version|tenant|scope|unit|claim)\}")
UNSTATED = "unstated"


def state(sentence: str, proposition: Proposition, fact: Proposition, units: Units) -> Statement:
    """Fill a sentence with the parts of a proposition.

    Args:
        sentence: A template of a `labcore.records.Wording`; only its named places are filled, and what
            is filled in is never read as a template again.
        proposition: What is stated; a part that is not stated becomes ``unstated``.
        fact: The fact that the sentence was written for; a permission takes its words from the fact's
            unit, so that a wrong unit changes the unit and nothing else.
        units: The fixture's units.
    """
    parts = {
        name: getattr(proposition, name) or UNSTATED
        for name in ("evidence_id", "version", "tenant", "scope", "unit")
    }
    parts["claim"] = _claim(proposition, units.unit(fact.unit or "").words)
    return Statement(proposition=proposition, text=_PLACE.sub(lambda place: parts[place[1]], sentence))


def _claim(proposition: Proposition, words: tuple[str, ...]) -> str:
    if proposition.allowed is None:
        return proposition.value or UNSTATED
    return words[0 if proposition.allowed else 1] if words else str(proposition.allowed).lower()
