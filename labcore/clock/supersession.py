"""Who replaces whom: every name must be found, and nobody may replace their own successor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.clock.rules import ClockRule, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from labcore.records import Passage

__all__ = ["predecessors", "supersession_problems"]


def predecessors(passages: Sequence[Passage]) -> dict[str, dict[str, tuple[str, ...]]]:
    """Resolve what each passage says that it replaces.

    Returns:
        Passage id -> name as written -> the ids that it stands for: the passage with this id, or else
        every passage of the same source with this version label; empty where there is neither.
    """
    ids = {passage.id for passage in passages}
    labels: dict[tuple[str, str | None], tuple[str, ...]] = {}
    for passage in passages:
        key = (passage.source_id, passage.version)
        labels[key] = (*labels.get(key, ()), passage.id)
    return {
        passage.id: {
            name: (name,) if name in ids else labels.get((passage.source_id, name), ())
            for name in passage.supersedes
        }
        for passage in passages
    }


def supersession_problems(passages: Sequence[Passage]) -> Iterator[Problem]:
    """Find names that stand for nothing, and loops; each loop once, at its first passage in file order."""
    named = predecessors(passages)
    for passage_id, names in named.items():
        for name, found in names.items():
            if not found:
                detail = f"says that it replaces {name}, which is not there"
                yield Problem(rule=ClockRule.UNKNOWN_PREDECESSOR, passage_id=passage_id, detail=detail)
    links = {passage: tuple(i for found in names.values() for i in found) for passage, names in named.items()}
    place = {passage.id: number for number, passage in enumerate(passages)}
    seen: set[frozenset[str]] = set()
    for start in links:
        loop = _loop(start, links, place)
        if loop and frozenset(loop) not in seen:
            seen.add(frozenset(loop))
            yield Problem(
                rule=ClockRule.SUPERSESSION_LOOP,
                passage_id=start,
                other_id=loop[1] if len(loop) > 1 else None,
                detail=" replaces ".join((*loop, start)),
            )


def _loop(start: str, links: Mapping[str, tuple[str, ...]], place: Mapping[str, int]) -> tuple[str, ...]:
    """Give the shortest way from a passage back to itself over later passages of the file; empty if none."""
    ways: list[tuple[str, ...]] = [(start,)]
    met = {start}
    for way in ways:
        for following in links[way[-1]]:
            if following == start:
                return way
            if following not in met and place[following] > place[start]:
                met.add(following)
                ways.append((*way, following))
    return ()
