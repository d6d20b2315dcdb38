"""Versions of one source in time: exactly one should be in force on each day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from labcore.clock.rules import ClockRule, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from labcore.records import Passage

__all__ = ["chain_problems"]


@dataclass(frozen=True, slots=True)
class _Version:
    """The interval of one version of one source, with the first passage that states it."""

    first: Passage
    start: date
    end: date | None

    @property
    def words(self) -> str:
        return f"{self.first.version or 'the version without a label'} [{self.start}, {self.end or 'open'})"


_Versions: TypeAlias = "dict[str | None, list[_Version]]"


def chain_problems(passages: Iterable[Passage]) -> Iterator[Problem]:
    """Find versions with more than one interval, days without a version and days with two.

    Versions compete where source, tenant, product and record type are the same; passages without a
    first day take no part.
    """
    for versions in _sources(passages).values():
        yield from _mixed(versions)
        yield from _neighbours(versions)


def _sources(passages: Iterable[Passage]) -> dict[tuple[str | None, ...], _Versions]:
    """Group the intervals that are stated by what competes, and then by version label."""
    found: dict[tuple[str | None, ...], _Versions] = {}
    for passage in passages:
        if passage.effective_from is not None:
            key = (passage.source_id, passage.tenant, passage.product, passage.record_type)
            version = _Version(passage, passage.effective_from, passage.effective_until)
            found.setdefault(key, {}).setdefault(passage.version, []).append(version)
    return found


def _mixed(versions: _Versions) -> Iterator[Problem]:
    for intervals in versions.values():
        first = intervals[0]
        for other in intervals[1:]:
            if (other.start, other.end) != (first.start, first.end):
                yield Problem(
                    rule=ClockRule.MIXED_INTERVALS,
                    passage_id=other.first.id,
                    other_id=first.first.id,
                    detail=f"{other.words} here, {first.words} in {first.first.id}",
                )


def _neighbours(versions: _Versions) -> Iterator[Problem]:
    """Compare each version with the one that starts next; what lasts longest so far is what the next one meets."""
    ordered = sorted((intervals[0] for intervals in versions.values()), key=lambda version: version.start)
    reach = ordered[:1]
    for version in ordered[1:]:
        before = reach[-1]
        if before.end is None or version.start < before.end:
            yield _pair(ClockRule.OVERLAP, version, before)
        elif version.start > before.end:
            yield _pair(ClockRule.GAP, version, before)
        if before.end is not None and (version.end is None or version.end > before.end):
            reach.append(version)


def _pair(rule: ClockRule, version: _Version, before: _Version) -> Problem:
    return Problem(
        rule=rule,
        passage_id=version.first.id,
        other_id=before.first.id,
        detail=f"{before.words} is followed by {version.words}",
    )
