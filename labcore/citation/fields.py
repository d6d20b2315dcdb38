"""The fields that a passage declares: relation and value, taken from its assertions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.records import Polarity

if TYPE_CHECKING:
    from labcore.records import Passage

__all__ = ["declared_relations", "declared_values"]


def declared_relations(passage: Passage) -> tuple[str, ...]:
    """Name the keys under which `declared_values` finds something, in declared order, each once."""
    named: dict[str, set[str]] = {}
    for claim in passage.asserts:
        named.setdefault(claim.relation, set()).add(claim.subject)
    keys = (
        claim.relation if len(named[claim.relation]) == 1 else f"{claim.subject}: {claim.relation}"
        for claim in passage.asserts
    )
    return tuple(dict.fromkeys(keys))


def declared_values(passage: Passage, key: str) -> tuple[str, ...] | None:
    """Give the values that a passage affirms under a key; None where it declares no such relation.

    A key is a relation, such as ``days kept``. Where the passage says it of several subjects, only
    ``subject: relation`` names one of them: a value of the wrong subject must not pass.
    """
    if key not in declared_relations(passage):
        return None
    return tuple(
        claim.value
        for claim in passage.asserts
        if claim.polarity is Polarity.AFFIRMED
        and claim.value is not None
        and key in (claim.relation, f"{claim.subject}: {claim.relation}")
    )
