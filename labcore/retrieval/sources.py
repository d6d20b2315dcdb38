"""Hits by source, so that five fragments of one source never look like five sources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.errors import NotFoundError

if TYPE_CHECKING:
    from labcore.records import Corpus, Run

__all__ = ["SourceGroup", "group_by_source"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceGroup:
    """The hits that come from one version of one source.

    Attributes:
        source_id: The source.
        version: Its version label, or None where not stated.
        passage_ids: Its hits, best first.
    """

    source_id: str
    version: str | None
    passage_ids: tuple[str, ...]


def group_by_source(run: Run, corpus: Corpus) -> tuple[SourceGroup, ...]:
    """Group a run's hits by source and version, in the order of each group's best hit.

    Two versions of one source are two groups: they may say different things.

    Raises:
        NotFoundError: The run names a passage that is not in the corpus.
    """
    groups: dict[tuple[str, str | None], list[str]] = {}
    for hit in run.hits:
        passage = corpus.get(hit.passage_id)
        if passage is None:
            raise NotFoundError("the run names a passage that the corpus lacks", got=hit.passage_id)
        groups.setdefault((passage.source_id, passage.version), []).append(passage.id)
    return tuple(
        SourceGroup(source_id=source, version=version, passage_ids=tuple(ids))
        for (source, version), ids in groups.items()
    )
