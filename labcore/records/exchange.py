"""Runs on disk: TREC format for other tools, JSON for everything that a run records."""

from __future__ import annotations

from collections.abc import Iterable  # noqa: TC003  # used in a runtime annotation by pydantic's adapter
from functools import cache

from pydantic import TypeAdapter, ValidationError

from labcore.errors import RecordError
from labcore.records.run import Hit, Run

__all__ = ["from_json", "from_trec", "to_json", "to_trec"]

_COLUMNS = 6


def to_trec(runs: Iterable[Run]) -> str:
    """Write several runs into one TREC run file, in the order given.

    A query without hits leaves no line, since the format cannot say why; JSON can.

    Raises:
        RecordError: A name holds white space.
    """
    return "".join(run.to_trec() for run in runs)


def from_trec(text: str, place: str = "run") -> tuple[Run, ...]:
    """Read a TREC run file: one run per query, in the order in which queries appear, hits by rank.

    Scope, exclusions and versions are not in the format, so they are empty in what comes back.

    Raises:
        RecordError: A line has not six columns, a rank or score is no number, or a query ranks a
            passage twice; the line is named.
    """
    found: dict[str, list[tuple[int, Hit]]] = {}
    tags: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        columns = line.split()
        if len(columns) != _COLUMNS:
            raise RecordError("a TREC run line has six columns", got=line, place=f"{place}:{number}")
        query, _, passage, rank, score, tag = columns
        try:
            found.setdefault(query, []).append((int(rank), Hit(passage, float(score))))
        except ValueError as error:
            raise RecordError(
                f"rank and score are numbers ({error})", got=line, place=f"{place}:{number}"
            ) from None
        tags[query] = tag
    return tuple(_run(query, ranked, tags[query]) for query, ranked in found.items())


def _run(query: str, ranked: list[tuple[int, Hit]], tag: str) -> Run:
    hits = tuple(hit for _, hit in sorted(ranked, key=lambda pair: pair[0]))
    return Run(query_id=query, hits=hits, ranker=tag, k=len(hits))


def to_json(runs: Iterable[Run]) -> str:
    """Write runs with everything they record, as a JSON array with two spaces of indent."""
    return _adapter().dump_json(tuple(runs), indent=2).decode() + "\n"


def from_json(text: str | bytes) -> tuple[Run, ...]:
    """Read what `to_json` wrote.

    Raises:
        RecordError: It is not such an array.
    """
    try:
        return _adapter().validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise RecordError(f"runs as JSON: {first['msg']}", got=first["input"], place=where) from None


@cache
def _adapter() -> TypeAdapter[tuple[Run, ...]]:
    return TypeAdapter(tuple[Run, ...])
