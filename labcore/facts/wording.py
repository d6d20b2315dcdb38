"""Small pieces of the sentences that results say."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence, Sized

    from labcore.facts.candidate import Candidate

__all__ = ["FROM_THE_DATABASE", "NOT_EVIDENCE", "count_of", "found_as_text", "listed"]

FROM_THE_DATABASE = "From the database"
"""The heading under which facts stand, in every interface."""

NOT_EVIDENCE = "The model's words. Not evidence"
"""The heading under which a model's words stand, in every interface, and apart from the facts."""


def count_of(things: Sized, one: str, many: str | None = None) -> str:
    """Count things in words: ``1 scope``, ``2 scopes``."""
    return f"{len(things)} {one if len(things) == 1 else many or one + 's'}"


def listed(words: Sequence[str]) -> str:
    """Join words as a sentence does: ``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def found_as_text(candidates: Sequence[Candidate]) -> str:
    """Say under which other kinds a term was found; the empty text when it was not."""
    if not candidates:
        return ""
    kinds = sorted({candidate.kind.value for candidate in candidates})
    names = list(dict.fromkeys(candidate.name for candidate in candidates))
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""  # noqa: PLR2004 - three names fit a line
    return f" It is a {listed(kinds)}: {', '.join(names[:3])}{more}. Ask for that kind."
