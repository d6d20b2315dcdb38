"""Runs the two ways of finding, exact before words, and sorts what came back by scope and kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.facts.candidate import Candidate
from labcore.facts.covered import scope_of
from labcore.facts.scope import SCOPE_PARTS, FactScope
from labcore.facts.status import Kind, MatchedBy
from labcore.facts.text import MAX_WORDS, fold, term_words

if TYPE_CHECKING:
    from labcore.facts.request import SearchRequest
    from labcore.facts.session import NamedRow, Session

__all__ = ["MAX_CANDIDATES", "Found", "find", "find_exact"]

MAX_CANDIDATES = 200
"""Rows that one way of finding reads; when there are more the result says so."""

_RANK = {matched: rank for rank, matched in enumerate(MatchedBy)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a term was found for.

    Attributes:
        candidates: Of the kind asked for: in each scope, exact and alias matches, or else word matches.
        found_as: Of other kinds, in scopes where nothing of the kind asked for was found.
    """

    candidates: tuple[Candidate, ...]
    found_as: tuple[Candidate, ...]


def find(session: Session, request: SearchRequest) -> Found:
    """Look for exact names and approved aliases, and for words where those found nothing."""
    scope = request.scope or FactScope()
    exact = find_exact(session, request.term, scope)
    settled = {one.scope for one in exact if _wanted(one, request)}
    if scope.complete and settled:
        matches = exact
    else:
        matches = exact + [one for one in _words(session, request.term, scope) if one.scope not in settled]
    wanted = [one for one in matches if _wanted(one, request)]
    found_in = {one.scope for one in wanted}
    others = [one for one in matches if not _wanted(one, request) and one.scope not in found_in]
    return Found(candidates=_distinct(wanted), found_as=_distinct(others))


def _wanted(candidate: Candidate, request: SearchRequest) -> bool:
    return request.kind is None or candidate.kind is request.kind


def find_exact(session: Session, term: str, scope: FactScope) -> list[Candidate]:
    """Find entries by exact name or approved alias, in one scope or in all that agree with its parts."""
    query = "find_exact" if scope.complete else "find_exact_anywhere"
    rows = session.run(query, **scope.to_dict(), term=term, folded=fold(term), limit=MAX_CANDIDATES + 1)
    return _candidates(session, rows)


def _words(session: Session, term: str, scope: FactScope) -> list[Candidate]:
    words = term_words(term)
    if not words:
        return []
    padded = words + ("",) * (MAX_WORDS - len(words))
    slots = {f"w{number}": word for number, word in enumerate(padded, start=1)}
    query = "find_words" if scope.complete else "find_words_anywhere"
    rows = session.run(query, **scope.to_dict(), **slots, words=len(words), limit=MAX_CANDIDATES + 1)
    return _candidates(session, rows)


def _candidates(session: Session, rows: list[NamedRow]) -> list[Candidate]:
    if len(rows) > MAX_CANDIDATES:
        session.note(
            f"More than {MAX_CANDIDATES} matches; those after the first {MAX_CANDIDATES} are not listed."
        )
    return [_candidate(row) for row in rows[:MAX_CANDIDATES]]


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


def _distinct(candidates: list[Candidate]) -> tuple[Candidate, ...]:
    """Keep each entry once, the surest match of it first."""
    best: dict[tuple[object, ...], Candidate] = {}
    for one in sorted(candidates, key=_order):
        best.setdefault((one.scope, one.kind, one.name, one.source), one)
    return tuple(best.values())


def _order(candidate: Candidate) -> tuple[object, ...]:
    parts = tuple(str(getattr(candidate.scope, part)) for part in SCOPE_PARTS)
    return (_RANK[candidate.matched_by], *parts, candidate.kind.value, candidate.name, candidate.source)
