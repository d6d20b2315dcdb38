"""Fetch: the facts of one entry, by route, complete scope and exact name; nothing is completed or guessed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.facts.candidate import Candidate, FactRow
from labcore.facts.covered import Recorded, partial_gap, recorded_in
from labcore.facts.find import find_exact
from labcore.facts.request import Refusal, read_fetch
from labcore.facts.route import ROUTES, Route
from labcore.facts.scope import FactScope
from labcore.facts.status import MatchedBy, Status
from labcore.facts.wording import count_of, found_as_text, listed

if TYPE_CHECKING:
    from labcore.facts.request import FetchRequest
    from labcore.facts.result import Result
    from labcore.facts.session import NamedRow, Session

__all__ = ["fetch"]


def fetch(session: Session, route_name: object, scope: object, name: object) -> Result:
    """Read the facts of one entry; see ``FactStore.fetch``."""
    request = read_fetch(route_name, name, scope)
    if isinstance(request, Refusal):
        return session.result(request.status, request.message)
    session.scope = request.scope
    route = ROUTES.get(session.route)
    if route is None:
        message = f"There is no route {session.route[:60]!r}. The routes are {listed(list(ROUTES))}."
        return session.result(Status.UNSUPPORTED, message)
    given = request.scope or FactScope()
    if not given.complete:
        return _ask_for_scope(session, request, route, given)
    recorded = recorded_in(session, given)
    if isinstance(recorded, Refusal):
        return session.result(recorded.status, recorded.message)
    gap = _gap(route, recorded, given)
    if gap:
        return session.result(Status.COVERAGE_GAP, gap)
    return _read(session, request, route, given, recorded)


def _ask_for_scope(session: Session, request: FetchRequest, route: Route, given: FactScope) -> Result:
    session.run("build")
    found = find_exact(session, request.name, given, route.kind, aliases=False)
    if found.candidates:
        scopes = tuple(sorted(found.scopes, key=str))
        message = (
            f"The scope is not complete: {listed(given.missing)} not given. {request.name} stands in "
            f"{count_of(scopes, 'scope')}: choose one. Nothing has been fetched."
        )
        return session.result(
            Status.AMBIGUOUS, message, candidates=found.candidates, scopes=scopes, missing=given.missing
        )
    gap = partial_gap(session, given, route.kind)
    if gap is not None:
        return session.result(gap.status, gap.message, missing=given.missing)
    others = find_exact(session, request.name, given, None, aliases=False).candidates
    message = f"No loaded scope holds a {route.kind} of exactly this name: {request.name}." + found_as_text(
        others
    )
    return session.result(Status.NOT_FOUND, message, found_as=others, missing=given.missing)


def _gap(route: Route, recorded: Recorded, scope: FactScope) -> str | None:
    for kind in (route.kind, route.about):
        if kind not in recorded.fields:
            return f"Snapshot {scope.snapshot} does not record {kind}s."
    if route.asks and not set(route.asks) & set(recorded.fields[route.about]):
        return f"Snapshot {scope.snapshot} does not record {listed(route.asks)}."
    return None


def _read(
    session: Session, request: FetchRequest, route: Route, scope: FactScope, recorded: Recorded
) -> Result:
    rows = session.run(route.name, **scope.to_dict(), name=request.name)
    if not rows:
        return _absent(session, request, route, scope)
    session.trace.extend(str(row["source"]) for row in rows)
    owners = {row["owner"]: row for row in rows}
    if len(owners) > 1:
        candidates = [_owner(row, route, scope) for row in owners.values()]
        message = f"{request.name} stands {len(owners)} times in this scope. Nothing has been fetched."
        names = {one.name for one in candidates}
        message += (
            " The source defines it more than once." if len(names) == 1 else " Choose one by its full name."
        )
        return session.result(Status.AMBIGUOUS, message, candidates=candidates)
    for row in rows:
        session.note_list(row["limitations"])
    columns = session.registry[route.name].columns
    unstated = sorted({column for row in rows for column in columns if row[column] is None})
    if route.asks and all(row[field] is None for row in rows for field in route.asks):
        return session.result(
            Status.COVERAGE_GAP, f"The source states no {listed(route.asks)} for {request.name}."
        )
    _note_unstated(session, unstated, recorded.fields[route.about])
    facts = [FactRow(fields=tuple((column, row[column]) for column in columns)) for row in rows]
    message = f"{count_of(facts, 'row')} for {request.name} from the database, in the scope {scope}."
    return session.result(Status.ANSWERED, message, rows=facts)


def _absent(session: Session, request: FetchRequest, route: Route, scope: FactScope) -> Result:
    found = find_exact(session, request.name, scope, None, aliases=False).candidates
    if any(one.kind is route.kind for one in found):
        message = f"The {route.kind} {request.name} stands in this scope and holds no {route.about}s."
        return session.result(Status.NOT_FOUND, message)
    message = f"This scope holds no {route.kind} of exactly this name: {request.name}." + found_as_text(found)
    return session.result(Status.NOT_FOUND, message, found_as=found)


def _owner(row: NamedRow, route: Route, scope: FactScope) -> Candidate:
    return Candidate(
        kind=route.kind,
        name=str(row["qualified"]),
        scope=scope,
        matched_by=MatchedBy.EXACT,
        source=str(row["source"]),
    )


def _note_unstated(session: Session, unstated: list[str], recorded: tuple[str, ...]) -> None:
    replaced = [column for column in unstated if column.startswith("superseded_by")]
    plain = [column for column in unstated if column not in replaced]
    unrecorded = [column for column in plain if column not in recorded]
    if unrecorded:
        session.note(f"This snapshot does not record {listed(unrecorded)}.")
    stated_not = [column for column in plain if column in recorded]
    if stated_not:
        session.note(f"The source does not state {listed(stated_not)}.")
