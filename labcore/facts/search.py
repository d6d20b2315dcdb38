"""Search: one exact entry in one given scope is identified; everything else is listed or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.facts.covered import partial_gap, recorded_in
from labcore.facts.find import find, find_other_kinds
from labcore.facts.request import Refusal, read_search, sentence_refusal
from labcore.facts.scope import SCOPE_PARTS, FactScope
from labcore.facts.status import MatchedBy, Status
from labcore.facts.wording import count_of, found_as_text, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.facts.candidate import Candidate
    from labcore.facts.request import SearchRequest
    from labcore.facts.result import Result
    from labcore.facts.session import Session

__all__ = ["search"]


def search(session: Session, term: object, scope: object, kind: object) -> Result:
    """Find the entries that a term may mean; see ``FactStore.search``."""
    request = read_search(term, scope, kind)
    if isinstance(request, Refusal):
        return session.result(request.status, request.message)
    session.scope = request.scope
    given = request.scope or FactScope()
    return _in_scope(session, request, given) if given.complete else _anywhere(session, request, given)


def _in_scope(session: Session, request: SearchRequest, scope: FactScope) -> Result:
    recorded = recorded_in(session, scope)
    if isinstance(recorded, Refusal):
        return session.result(recorded.status, recorded.message)
    if request.kind is not None and request.kind not in recorded.fields:
        message = f"Snapshot {scope.snapshot} does not record {request.kind}s, so that nothing follows from finding none."
        return session.result(Status.COVERAGE_GAP, message)
    found = find(session, request)
    refusal = None if found.candidates else sentence_refusal(request.term)
    if refusal is not None:
        return session.result(refusal.status, refusal.message)
    if not found.candidates:
        return _nothing(session, request, find_other_kinds(session, request))
    sure = [one for one in found.candidates if one.matched_by is not MatchedBy.WORDS]
    if len(found.candidates) == len(sure) == 1:
        message = (
            f"{request.term!r} is the {sure[0].kind} {sure[0].name} in this scope. No fact has been fetched."
        )
        return session.result(Status.ANSWERED, message, identified=sure[0])
    how = "by name or approved alias" if sure else "by words only"
    message = (
        f"{count_of(found.candidates, 'entry', 'entries')} found {how}: choose one. None is chosen for you."
    )
    return session.result(Status.AMBIGUOUS, message, candidates=found.candidates)


def _anywhere(session: Session, request: SearchRequest, given: FactScope) -> Result:
    session.run("build")
    found = find(session, request)
    if found.candidates:
        message = (
            f"The scope is not complete: {listed(given.missing)} not given. {request.term!r} was found in "
            f"{count_of(found.scopes, 'scope')}: choose one. None is chosen for you."
        )
        return session.result(
            Status.AMBIGUOUS,
            message,
            candidates=found.candidates,
            scopes=found.scopes,
            missing=given.missing,
        )
    refusal = sentence_refusal(request.term)
    if refusal is not None:
        return session.result(refusal.status, refusal.message, missing=given.missing)
    others = find_other_kinds(session, request)
    gap = partial_gap(session, given, request.kind)
    if gap is not None:
        return session.result(gap.status, gap.message, found_as=others, missing=given.missing)
    return _nothing(session, request, others)


def _nothing(session: Session, request: SearchRequest, others: Sequence[Candidate]) -> Result:
    session.note("Search compares names, approved aliases and words; it knows no meanings and no synonyms.")
    given = request.scope or FactScope()
    where = "in this scope" if given.complete else "in any loaded scope that agrees with the parts given"
    if given.missing == SCOPE_PARTS:
        where = "in any loaded scope"
    what = f"no {request.kind}" if request.kind else "no entry"
    message = f"{request.term!r} matches {what} {where}, by name, approved alias or words."
    message += found_as_text(others)
    return session.result(Status.NOT_FOUND, message, found_as=others, missing=given.missing)
