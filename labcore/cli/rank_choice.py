"""Which queries ``labcore rank`` takes, and what it says where these cannot be ranked or measured."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from labcore.errors import FixtureError
from labcore.records import Split

if TYPE_CHECKING:
    from collections.abc import Iterable

    from labcore.fixture import Fixture
    from labcore.records import Query

__all__ = ["chosen", "evidence_note"]


def chosen(fixture: Fixture, split: str) -> tuple[Query, ...]:
    """Give the queries of a split, in file order.

    Args:
        fixture: The loaded fixture.
        split: eval, dev, or all for every query.

    Raises:
        FixtureError: The split has no query; names the splits that there are and how to choose one.
    """
    found = fixture.queries if split == "all" else fixture.queries_of(Split(split))
    if found:
        return found
    if not fixture.queries:
        raise FixtureError(
            "ranking needs at least one query in queries.jsonl",
            place=str(fixture.path),
            remedy='Write one a line: {"_id": "q1", "text": "..."}',
        )
    raise FixtureError(
        f"no query is of the split {split}",
        got=_counted(fixture.queries),
        place=str(fixture.path),
        remedy=f"Choose them with --split {fixture.queries[0].split.value}, or {_how_to_change(fixture, split)}",
    )


def evidence_note(fixture: Fixture, queries: Iterable[Query]) -> str | None:
    """Say that nothing can be measured, where no chosen query has required evidence; None where one has.

    A grade of 0 or below requires nothing.
    """
    judged = {query for query, grades in fixture.qrels.items() if any(grade > 0 for grade in grades.values())}
    if any(query.id in judged for query in queries):
        return None
    head = "none of these queries has required evidence, so that recall, nDCG and first hits are not measured"
    if not judged:
        return f"{head}: {fixture.path} states none: no grade above 0 for any of its queries"
    others = _counted(query for query in fixture.queries if query.id in judged)
    return f"{head}; queries that have it: {others} (--split chooses)"


def _counted(queries: Iterable[Query]) -> str:
    counts = Counter(query.split.value for query in queries)
    return ", ".join(f"{count} of the split {name}" for name, count in sorted(counts.items()))


def _how_to_change(fixture: Fixture, split: str) -> str:
    if fixture.manifest is not None:
        return f'write "split": "{split}" in the metadata of queries.jsonl'
    file = "qrels/test.tsv" if split == Split.EVAL else "qrels/dev.tsv"
    verb = "rename the file that judges them to" if fixture.qrels else "judge them in"
    return f"{verb} {file}: in a plain folder it tells the split"
