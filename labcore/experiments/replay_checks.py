"""The named checks of recorded lists: required evidence is where it was when they were recorded."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from labcore.errors import LabError
from labcore.records import NamedCheck, Outcome, Run, Split, from_trec
from labcore.replay import COVERAGE, RECORD, Coverage, coverage, read_coverage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from labcore.fixture import Fixture

__all__ = ["LACKING", "replay_checks"]

LACKING = "required evidence is missing"
"""The detail of a list that lacks evidence; it passes where that was recorded, and is no success."""


def replay_checks(fixture: Fixture, group: str) -> tuple[NamedCheck, ...]:
    """Check each recorded list of a reported query for its required evidence.

    Nothing is ranked or embedded. Without coverage.tsv every list is expected to hold everything; with
    it, what was seen when the lists were recorded. A file that cannot be read fails its lists.

    Args:
        fixture: A fixture with something below ``recorded/``.
        group: The name of the group.
    """
    if RECORD not in fixture.recorded:
        return ()
    try:
        about = json.loads(fixture.recorded[RECORD])
        expected = _expected(fixture)
        return tuple(
            check
            for ranker in sorted(about["queries"])
            for check in _lists(fixture, about, ranker, expected, group)
        )
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        return (_unreadable(group, RECORD, error),)


def _expected(fixture: Fixture) -> dict[tuple[str, str], Coverage]:
    path = fixture.path / COVERAGE
    return read_coverage(path.read_bytes()) if path.is_file() else {}


def _lists(
    fixture: Fixture,
    about: Mapping[str, Any],
    ranker: str,
    expected: Mapping[tuple[str, str], Coverage],
    group: str,
) -> Iterator[NamedCheck]:
    reported = {query.id for query in fixture.queries_of(Split.EVAL)}
    listed = Counter(list(about["queries"][ranker]))
    twice = [str(query) for query, times in listed.items() if times > 1]
    if twice:  # one check a query all the same: a name that stands twice would end the whole report
        error = ValueError(f"named more than once: {', '.join(twice)}")
        yield _unreadable(group, f"{ranker} in {RECORD}", error)
    queries = [query for query in listed if query in reported]
    name = f"{ranker}.trec"
    try:
        runs = {run.query_id: run for run in from_trec(fixture.recorded[name].decode(), name)}
    except (LabError, LookupError, UnicodeDecodeError) as error:
        for query in queries:
            yield _unreadable(group, f"{ranker}/{query}", error)
        return
    for query in queries:
        empty = Run(query_id=query, hits=(), outcome=Outcome.NOTHING_MATCHED, ranker=ranker)
        found = coverage(runs.get(query, empty), fixture.qrels.get(query, {}), about["k"])
        yield _list(group, found, expected.get((ranker, query)))


def _list(group: str, found: Coverage, expected: Coverage | None) -> NamedCheck:
    if expected is None:
        wanted, passed = f"{found.required} of {found.required} required", found.complete
    else:
        wanted, passed = str(expected), found == expected
    return NamedCheck(
        group=group,
        name=f"{found.ranker}/{found.query_id}",
        passed=passed,
        expected=wanted,
        actual=str(found),
        detail="all required evidence is there" if found.complete else LACKING,
    )


def _unreadable(group: str, name: str, error: Exception) -> NamedCheck:
    return NamedCheck(
        group=group,
        name=name,
        passed=False,
        expected="a recording that can be read",
        actual=str(error) or type(error).__name__,
        detail="the recorded file is damaged",
    )
