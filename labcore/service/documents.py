"""The shapes of requests and results, written for readers of the OpenAPI document and of the MCP tools.

They describe and do not decide: what arrives is checked once, in the store's own boundary, so that the
command, HTTP and MCP give the same result. The tests hold every answer to these shapes.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from labcore.facts import Kind, MatchedBy, Status  # noqa: TC001  # pydantic reads the annotations

__all__ = ["CoverageBody", "FactsBody", "HealthBody", "NothingBody", "ResultBody", "SearchBody"]

# At least one character that is not blank, and no control character but tab and line end.
_CLEAN = r"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$"
_TEXT = {"pattern": _CLEAN, "allOf": [{"pattern": r"\S"}]}
Text = Annotated[str, Field(min_length=1, max_length=200, json_schema_extra=_TEXT)]
Value = str | int | None


class Body(BaseModel):
    """An object with these fields and no others."""

    model_config = ConfigDict(extra="forbid")


class ScopeBody(Body):
    """Where a name is meant; a part that is left out or null was not given, and nothing fills it in."""

    project: Text | None = None
    revision: Text | None = None
    network: Text | None = None
    snapshot: Text | None = None


class SearchBody(Body):
    """A search for entries; it gives candidates, never facts."""

    term: Text = Field(description="A name, an approved alias, or up to eight words of a name.")
    scope: ScopeBody | None = Field(
        None, description="Without it, or with parts missing, scopes are offered."
    )
    kind: str | None = Field(None, description="message, signal or mapping; null for any.")


class FactsBody(Body):
    """A request for the facts of one entry, which a person has chosen."""

    route: str = Field(description="One of the routes that the coverage lists, such as message_facts.")
    scope: ScopeBody | None = Field(None, description="All four parts; with fewer, scopes are offered.")
    name: Text = Field(description="The entry's exact name, as a candidate gives it.")


class NothingBody(Body):
    """No arguments."""


class CandidateBody(Body):
    """An entry that was found; it holds no facts."""

    kind: Kind
    name: str
    scope: ScopeBody
    matched_by: MatchedBy
    alias: str | None
    source: str
    superseded: bool


class QueryBody(Body):
    """A registered query that ran, the values bound to it, and how many rows came back."""

    query: str
    version: int
    digest: str
    parameters: dict[str, Value]
    row_count: int


class EvidenceBody(Body):
    """What stands behind a result; a negative one has it too."""

    contract: str
    scope: ScopeBody | None
    queries: list[QueryBody]
    source_trace: list[str]
    limitations: list[str]
    safeguards: list[str]
    engine: str
    role: str
    registry: str
    build: str | None


class ResultBody(Body):
    """How one request ended: a status, what it lists, and its evidence."""

    status: Status
    route: str
    message: str
    identified: CandidateBody | None
    candidates: list[CandidateBody]
    found_as: list[CandidateBody]
    scopes: list[ScopeBody]
    missing: list[str]
    rows: list[dict[str, Value]]
    evidence: EvidenceBody


class SnapshotBody(Body):
    """One loaded snapshot and what it records."""

    scope: ScopeBody
    recorded_on: str
    records: dict[str, list[str]]
    entries: dict[str, int]
    limitations: list[str]


class RouteBody(Body):
    """One route and the registered query behind it."""

    name: str
    kind: Kind
    columns: list[str]
    covers: str
    does_not_cover: str
    version: int
    digest: str


class CoverageBody(Body):
    """Which snapshots are loaded, and which routes can be asked."""

    snapshots: list[SnapshotBody]
    routes: list[RouteBody]
    evidence: EvidenceBody


class HealthBody(Body):
    """The service answers, and from what."""

    healthy: bool
    version: str
    contract: str
    engine: str
    role: str
    registry: str
    build: str | None


def schema_of(body: type[Body]) -> dict[str, Any]:
    """Give the JSON schema of a body, with everything that it refers to inside."""
    return body.model_json_schema()
