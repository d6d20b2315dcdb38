"""Where a cited source is found: said by the corpus, never by an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.admission import exclusion

if TYPE_CHECKING:
    from labcore.records import Citation, Corpus, Scope

__all__ = ["link"]


def link(citation: Citation, corpus: Corpus, scope: Scope) -> str | None:
    """Give the corpus's own address of a cited passage, or None where there is none to give.

    An address that an answer writes into its quote or statement is not looked at. A passage that the
    scope may not read and a passage that does not exist both give None.

    Raises:
        ScopeError: The scope lacks a declared dimension.
    """
    passage = corpus.get(citation.passage_id)
    if passage is None or exclusion(passage, scope, dimensions=corpus.dimensions) is not None:
        return None
    return passage.uri
