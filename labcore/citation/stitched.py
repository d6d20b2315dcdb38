"""Quotes that join words from two places, so that each half is real and the whole never stood anywhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from labcore.citation.boundaries import spaceless_script
from labcore.citation.length import too_short
from labcore.citation.literal import find
from labcore.citation.normalise import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from labcore.records import Passage

__all__ = ["stitched_from"]

_ELLIPSIS = re.compile(r" ?\[? ?(?:\u2026|\.{3,}) ?\]? ?")


def stitched_from(quote: str, passages: Sequence[Passage]) -> tuple[str, ...]:
    """Give the passage of each piece, in order, if a quote is pieces of passages; else nothing.

    Pieces are what stands between ellipses, or, without any, two halves. Each piece must be long
    enough to be a quote itself: else one altered word could be found in some other sentence and would
    pass for a seam.

    Args:
        quote: Words that stand literally in no single place.
        passages: Where to look for the pieces, the cited passage first.
    """
    for pieces in _divisions(plain(quote)):
        if not any(too_short(piece) for piece in pieces):
            homes = [_home(piece, passages) for piece in pieces]
            if all(homes):
                return tuple(home for home in homes if home)
    return ()


def _divisions(quote: str) -> Iterator[list[str]]:
    pieces = [piece for piece in _ELLIPSIS.split(quote) if piece]
    if len(pieces) > 1:
        yield pieces
        return
    for place, sign in enumerate(quote):
        if place and (sign == " " or spaceless_script(sign)):
            yield [quote[:place], quote[place:]]


def _home(piece: str, passages: Sequence[Passage]) -> str | None:
    return next((passage.id for passage in passages if find(piece, passage.text)), None)
