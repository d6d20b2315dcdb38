"""Whose scope is it? What a model gives counts only as far as the person gave it first."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.facts import FactScope
from labcore.service.turn import DroppedPart, PartFrom, ScopeFrom

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["PersonsScope", "persons_scope"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonsScope:
    """The scope that a look-up may use.

    Attributes:
        scope: The scope; None for every one.
        scope_from: Whose it is.
        dropped: What the model gave and the person did not.
    """

    scope: FactScope | None
    scope_from: ScopeFrom
    dropped: tuple[DroppedPart, ...]


def persons_scope(
    asked: FactScope | None,
    *,
    chosen: FactScope | None,
    written: Sequence[str],
    listed: Collection[FactScope],
) -> PersonsScope:
    """Keep of a model's scope what is the person's.

    A scope that the person chose is used as it is, whatever the model gives. Without one, a part counts
    when it stands as a whole word in what the person wrote; case counts. Any other part is dropped: the
    search runs without it, and the person is told.

    Args:
        asked: The scope that the model gave; None where it gave none.
        chosen: The scope that the person chose; None where none.
        written: Everything that the person wrote in this conversation.
        listed: The scopes that earlier look-ups listed.
    """
    asked_parts = {part: value for part, value in (asked or FactScope()).to_dict().items() if value}
    origins = {part: _origin(part, value, written, listed) for part, value in asked_parts.items()}
    if chosen is not None:
        kept = chosen.to_dict()
        dropped = [part for part, value in asked_parts.items() if kept[part] != value]
        scope: FactScope | None = chosen
        scope_from = ScopeFrom.CHOSEN
    else:
        dropped = [part for part, origin in origins.items() if origin is not PartFrom.WRITTEN]
        own = {part: value for part, value in asked_parts.items() if part not in dropped}
        scope = FactScope(**own) if own else None
        scope_from = ScopeFrom.WRITTEN if own else ScopeFrom.NOBODY
    told = tuple(DroppedPart(part=part, value=asked_parts[part], origin=origins[part]) for part in dropped)
    return PersonsScope(scope=scope, scope_from=scope_from, dropped=told)


def _origin(part: str, value: str, written: Sequence[str], listed: Collection[FactScope]) -> PartFrom:
    # A name may hold these signs inside, so that rev-1 does not stand in rev-1-b, and ends before a full stop.
    whole = re.compile(rf"(?<!\w)(?<!\w[-./:]){re.escape(value)}(?!\w|[-./:]\w)")
    if any(whole.search(text) for text in written):
        return PartFrom.WRITTEN
    if any(getattr(scope, part) == value for scope in listed):
        return PartFrom.EARLIER_RESULT
    return PartFrom.INVENTED
