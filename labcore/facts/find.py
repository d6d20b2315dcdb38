"""Runs the two ways of finding, exact before words, in one scope or in every scope that agrees."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from labcore.facts.candidate import Candidate
from labcore.facts.covered import scope_of
from labcore.facts.scope import SCOPE_PARTS, FactScope
from labcore.facts.status import Kind, MatchedBy
from labcore.facts.text import MAX_WORDS, fold, term_words

if TYPE_CHECKING:
    from labcore.facts.request import SearchRequest
    from labcore.facts.session import NamedRow, Session

__all__ = ["MAX_CANDIDATES", "MAX_SCOPES", "Found", "find", "find_exact", "find_other_kinds"]

MAX_CANDIDATES = 200
"""Rows that one way of finding reads; when there are more the result says so."""

MAX_SCOPES = 2000
"""Scopes that one way of finding lists; when there are more the result says so."""

Value = str | int | None
_RANK = {matched: rank for rank, matched in enumerate(MatchedBy)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a term was found for.

    Attributes:
        candidates: In each scope, exact and alias matches, or else word matches; surest first.
        scopes: Every scope in which it was found, also those whose candidates are not listed.
    """

    candidates: tuple[Candidate, ...]
    scopes: tuple[FactScope, ...]


def find(session: Session, request: SearchRequest) -> Found:
    """Look for exact names and approved aliases, and for words where those found nothing."""
    scope = request.scope or FactScope()
    exact = find_exact(session, request.term, scope, request.kind)
    if scope.complete:
        matches = exact.candidates or _words(session, request.term, scope, request.kind).candidates
        return Found(candidates=_distinct(matches), scopes=(scope,) if matches else ())
    words = _words(session, request.term, scope, request.kind)
    settled = set(exact.scopes)
    loose = tuple(one for one in words.candidates if one.scope not in settled)
    scopes = tuple(sorted({*exact.scopes, *words.scopes}, key=_parts))
    return Found(candidates=_distinct(exact.candidates + loose), scopes=scopes)


def find_other_kinds(session: Session, request: SearchRequest) -> tuple[Candidate, ...]:
    """Look for a term as any kind, once it was not found as the kind asked for."""
    return () if request.kind is None else find(session, replace(request, kind=None)).candidates


def find_exact(
    session: Session, term: str, scope: FactScope, kind: Kind | None, *, aliases: bool = True
) -> Found:
    """Find entries by exact name or approved alias, in one scope or in all that agree with its parts.

    Args:
        session: The request.
        term: The name or alias.
        scope: Complete, or the parts that are given.
        kind: The kind asked for; None for any.
        aliases: Whether approved aliases count; no alias is the empty text.
    """
    folded = fold(term) if aliases else ""
    given: dict[str, Value] = {**scope.to_dict(), "kind": _text(kind), "term": term, "folded": folded}
    return _run(session, "exact", scope, given)


def _words(session: Session, term: str, scope: FactScope, kind: Kind | None) -> Found:
    words = term_words(term)
    if not words or len(words) > MAX_WORDS:
        return Found(candidates=(), scopes=())
    padded = words + ("",) * (MAX_WORDS - len(words))
    slots = {f"w{number}": word for number, word in enumerate(padded, start=1)}
    return _run(
        session, "words", scope, {**scope.to_dict(), "kind": _text(kind), **slots, "words": len(words)}
    )


def _run(session: Session, way: str, scope: FactScope, given: dict[str, Value]) -> Found:
    query = f"find_{way}" if scope.complete else f"find_{way}_anywhere"
    rows = session.run(query, **given, limit=MAX_CANDIDATES + 1)
    candidates = tuple(_candidate(row) for row in rows[:MAX_CANDIDATES])
    scopes = {one.scope for one in candidates}
    if len(rows) > MAX_CANDIDATES:
        session.note(f"There are more than {MAX_CANDIDATES} matches by {way}; only the first are listed.")
        if not scope.complete:
            scopes |= _scopes(session, way, given)
    return Found(candidates=candidates, scopes=tuple(scopes))


def _scopes(session: Session, way: str, given: dict[str, Value]) -> set[FactScope]:
    rows = session.run(f"scopes_{way}", **given, limit=MAX_SCOPES + 1)
    if len(rows) > MAX_SCOPES:
        session.note(
            f"There are more than {MAX_SCOPES} scopes with matches by {way}; only the first are listed."
        )
    return {scope_of(row) for row in rows[:MAX_SCOPES]}


def _candidate(row: NamedRow) -> Candidate:
    return Candidate(
        kind=Kind(str(row["kind"])),
        name=str(row["name"]),
        scope=scope_of(row),
        matched_by=MatchedBy(str(row["matched_by"])),
        alias=None if row["alias"] is None else str(row["alias"]),
        source=str(row["source"]),
        superseded=bool(row["superseded"]),
    )


def _distinct(candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """Keep each entry once, the surest match of it first; the rest in the order of scope, kind and name."""
    best: dict[tuple[object, ...], Candidate] = {}
    for one in sorted(candidates, key=_order):
        best.setdefault((one.scope, one.kind, one.name, one.source), one)
    return tuple(best.values())


def _order(candidate: Candidate) -> tuple[object, ...]:
    where = (_RANK[candidate.matched_by], *_parts(candidate.scope))
    return (*where, candidate.kind.value, candidate.name, candidate.source)


def _text(kind: Kind | None) -> str | None:
    return None if kind is None else kind.value


def _parts(scope: FactScope) -> tuple[str, ...]:
    return tuple(str(getattr(scope, part)) for part in SCOPE_PARTS)
