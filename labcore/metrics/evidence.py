"""What no standard measure counts: forbidden, outdated and unrelated material in a ranked list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from labcore.records import Corpus, Run

__all__ = ["EvidenceMetrics", "evidence_metrics"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceMetrics:
    """Counts over the first k places of one ranked list.

    A slot is a place in a list. The same forbidden passage in two lists is two slots and one passage,
    so slots are never read as a number of leaked documents or of people.

    Attributes:
        slots: Places that were filled, at most k.
        forbidden: The forbidden passages among them, best first.
        wrong_version: Required sources in a version that the query does not accept, best first.
        unrelated: Passages that are not required, best first; forbidden ones included.
        first_hit_relevant: Whether the first place holds a required passage; None where nothing is
            required.
    """

    slots: int
    forbidden: tuple[str, ...]
    wrong_version: tuple[str, ...]
    unrelated: tuple[str, ...]
    first_hit_relevant: bool | None


def evidence_metrics(
    run: Run,
    k: int,
    *,
    required: Mapping[str, int],
    forbidden: Collection[str],
    corpus: Corpus,
    acceptable_versions: Collection[str] | None,
) -> EvidenceMetrics:
    """Count what a ranked list holds besides the required evidence.

    Args:
        run: The ranked list.
        k: The cut-off.
        required: Passage id -> grade; above 0 is required.
        forbidden: Ids of the passages that the asker's scope does not admit.
        corpus: Where sources and versions are looked up.
        acceptable_versions: The versions that may answer the query; None where any may.
    """
    needed = {passage for passage, grade in required.items() if grade > 0}
    ids = run.passage_ids[:k]
    sources = {passage.source_id for name in needed if (passage := corpus.get(name))}
    return EvidenceMetrics(
        slots=len(ids),
        forbidden=tuple(name for name in ids if name in forbidden),
        wrong_version=tuple(
            name
            for name in ids
            if acceptable_versions is not None and _outdated(name, corpus, sources, acceptable_versions)
        ),
        unrelated=tuple(name for name in ids if name not in needed),
        first_hit_relevant=(bool(ids) and ids[0] in needed) if needed else None,
    )


def _outdated(name: str, corpus: Corpus, sources: Collection[str], acceptable: Collection[str]) -> bool:
    passage = corpus.get(name)
    return passage is not None and passage.source_id in sources and passage.version not in acceptable
