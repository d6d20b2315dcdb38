"""The closed sets of the facts: how a request ended, kinds of entry, and how a match was found."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from labcore.errors import StoreError
from labcore.facts.schema import schema_digest

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["CONTRACT", "Kind", "MatchedBy", "Status", "check_contract"]

CONTRACT = "labcore-facts 1.0"
"""Name and version of the contract that every result follows; it changes when a field or a rule does."""


class Status(StrEnum):
    """How a request ended; the last five are answers too, and carry their evidence like the first."""

    ANSWERED = "answered"
    """One entry was identified (search), or its facts were read (fetch)."""

    NOT_FOUND = "not_found"
    """The data covers the question and holds no match."""

    COVERAGE_GAP = "coverage_gap"
    """The data does not cover the question, so that nothing follows from finding nothing."""

    AMBIGUOUS = "ambiguous"
    """Several candidates or scopes, or a scope that was not given: all listed, none preselected."""

    UNSUPPORTED = "unsupported"
    """Outside what the registered queries are built for."""

    INVALID_REQUEST = "invalid_request"
    """Arguments or scope are malformed or contradict each other."""


class Kind(StrEnum):
    """What an entry is; the same name may stand for one of each kind."""

    MESSAGE = "message"
    SIGNAL = "signal"
    MAPPING = "mapping"


class MatchedBy(StrEnum):
    """How a candidate was found, the surest way first."""

    EXACT = "exact"
    """The term is the entry's name, letter by letter."""

    ALIAS = "alias"
    """The term is an approved alias of the entry, compared without case."""

    WORDS = "words"
    """Every word of the term is a word of the entry's name."""


def check_contract(row: Sequence[object] | None, place: str) -> None:
    """Refuse a store that was not loaded, or was loaded under another contract or with other tables.

    Args:
        row: Contract and schema digest of the table ``build``; None when it is empty.
        place: The store, for messages.

    Raises:
        StoreError: There is no row, or it names another contract or schema.
    """
    contract, schema = (None, None) if row is None else row
    if contract != CONTRACT or schema != schema_digest():
        raise StoreError(
            f"a store is loaded under the contract {CONTRACT}, with the tables of this version of labcore",
            got=f"{contract!r}" if contract != CONTRACT else f"tables of schema {str(schema)[:12]}",
            place=place,
            remedy="Load it again with: labcore facts load",
        )
