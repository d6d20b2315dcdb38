"""Runs on disk: TREC format for other tools, JSON for everything that a run records."""

from __future__ import annotations

from collections.abc import Iterable  # noqa: TC003  # used in a runtime annotation by pydantic's adapter
from functools import cache

from pydantic import ConfigDict, TypeAdapter, ValidationError

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
            passage twice: the line is named. A score rises from one rank to the next: the query is.
    """
    found: dict[str, dict[str, tuple[int, Hit]]] = {}
    tags: dict[str, str] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if not line.strip():
            continue
        query, rank, hit, tag = _read(line, f"{place}:{number}")
        ranked = found.setdefault(query, {})
        if hit.passage_id in ranked:
            raise RecordError(
                "a query ranks each passage at most once", got=hit.passage_id, place=f"{place}:{number}"
            )
        ranked[hit.passage_id] = (rank, hit)
        tags[query] = tag
    return tuple(_run(query, [*ranked.values()], tags[query], place) for query, ranked in found.items())


def _read(line: str, place: str) -> tuple[str, int, Hit, str]:
    columns = line.split()
    if len(columns) != _COLUMNS:
        raise RecordError("a TREC run line has six columns", got=line, place=place)
    query, _, passage, rank, score, tag = columns
    try:
        return query, int(rank), Hit(passage, float(score)), tag
    except ValueError as error:
        raise RecordError(f"rank and score are numbers ({error})", got=line, place=place) from None


def _run(query: str, ranked: list[tuple[int, Hit]], tag: str, place: str) -> Run:
    hits = tuple(hit for _, hit in sorted(ranked, key=lambda pair: pair[0]))
    try:
        return Run(query_id=query, hits=hits, ranker=tag, k=len(hits))
    except RecordError as error:
        raise RecordError(
            error.rule, got=error.got, place=f"{place}, query {query}", remedy=error.remedy
        ) from None


def to_json(runs: Iterable[Run]) -> str:
    """Write runs with everything they record, as a JSON array with two spaces of indent."""
    return _adapter().dump_json(tuple(runs), indent=2).decode() + "\n"


def from_json(text: str | bytes) -> tuple[Run, ...]:
    """Read what `to_json` wrote.

    Raises:
        RecordError: It is not such an array, or something in it has an unknown field or another type.
    """
    try:
        return _adapter().validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise RecordError(f"runs as JSON: {first['msg']}", got=first["input"], place=where) from None


@cache
def _adapter() -> TypeAdapter[tuple[Run, ...]]:
    # strict also inside the records, so that a misspelt field of a scope does not vanish
    return TypeAdapter(tuple[Run, ...], config=ConfigDict(extra="forbid", strict=True))
