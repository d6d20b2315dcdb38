"""A passage of a corpus: text that keeps its source, its version and its three clocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.errors import RecordError
from labcore.records.claim import Claim, require_claims
from labcore.records.rules import require_id, require_words
from labcore.records.scope import require_date, require_labels, require_text

if TYPE_CHECKING:
    from datetime import date

__all__ = ["Passage"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One passage and all that decides whether it may be evidence.

    Attributes:
        id: Unique in the corpus; survives retrieval, ranking and citation.
        text: The words that a citation must quote literally.
        title: The document's title, or the empty text.
        source_id: The source that this passage is a part of; the passage's own id where not stated.
        version: The version label of the source, or None.
        heading: The heading that the passage stands under, or None.
        uri: Where the source is found; links are resolved from here, never from an answer.
        tenant: Who owns it, ``public`` for everybody, None where not stated.
        roles: Who may read it, ``{"public"}`` for everybody, None where not stated.
        product: The product that it is about, or None.
        record_type: The kind of record that it is about, or None.
        published_at: The first day on which it could be read, or None where unknown.
        effective_from: The first day on which it applies, or None where unknown.
        effective_until: The first day on which it no longer applies, or None for an open end.
        retrieved_at: The day on which it was observed; never decides applicability.
        supersedes: Ids or version labels that this passage replaces.
        asserts: What a careful reader says that the text claims; declared, never read from the text.

    Raises:
        RecordError: A field breaks its rule, or the interval does not end after it starts.
    """

    id: str
    text: str
    title: str = ""
    source_id: str = ""
    version: str | None = None
    heading: str | None = None
    uri: str | None = None
    tenant: str | None = None
    roles: frozenset[str] | None = None
    product: str | None = None
    record_type: str | None = None
    published_at: date | None = None
    effective_from: date | None = None
    effective_until: date | None = None
    retrieved_at: date | None = None
    supersedes: tuple[str, ...] = ()
    asserts: tuple[Claim, ...] = ()

    def __post_init__(self) -> None:
        require_id("passage", "id", self.id)
        for name in ("text", "title"):
            require_words("passage", name, getattr(self, name))
        object.__setattr__(self, "source_id", self.source_id or self.id)
        for name in ("source_id", "version", "heading", "uri", "tenant", "product", "record_type"):
            require_text("passage", name, getattr(self, name), optional=True)
        object.__setattr__(self, "roles", require_labels("passage", "roles", self.roles))
        object.__setattr__(self, "supersedes", _names(self.supersedes))
        for name in ("published_at", "effective_from", "effective_until", "retrieved_at"):
            require_date("passage", name, getattr(self, name))
        object.__setattr__(self, "asserts", require_claims("passage", "asserts", self.asserts))
        self._check_interval()

    def _check_interval(self) -> None:
        start, end = self.effective_from, self.effective_until
        if start is not None and end is not None and end <= start:
            raise RecordError(
                "passage.effective_until must be later than effective_from",
                got=f"[{start}, {end})",
                remedy="The interval includes its first day and excludes its last; correct one of the two",
            )

    @property
    def searchable(self) -> str:
        """Title and text in one, as BEIR evaluations feed both to a ranker."""
        return f"{self.title} {self.text}" if self.title else self.text


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise RecordError("passage.supersedes must be a tuple of ids or version labels", got=repr(value))
    for name in value:
        require_text("passage", "supersedes", name)
    return tuple(value)
