"""Whether citations name only passages that were retrieved, and nothing more than that."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from labcore.records import Citation, Run

__all__ = ["cites_only_retrieved"]


def cites_only_retrieved(citations: Iterable[Citation], run: Run) -> bool:
    """Tell whether every cited passage is among a run's hits; true for no citations.

    This is membership. It says nothing about whether the words stand there, whether the rule is in
    force, or whether the passage supports the claim; a wrong claim passes it with ease.

    Source: "RAG in .NET: Start with the Retrieval Contract", citations need validation.
    """
    retrieved = set(run.passage_ids)
    return all(citation.passage_id in retrieved for citation in citations)
