"""The one application: HTTP and MCP over the same store, behind the same door."""

from __future__ import annotations

from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from labcore.service.bodies import read_object
from labcore.service.documents import CoverageBody, FactsBody, HealthBody, ResultBody, SearchBody
from labcore.service.door import Door
from labcore.service.examples import answered_examples, request_examples
from labcore.service.hosts import LOOPBACK_HOSTS
from labcore.service.limits import Limits
from labcore.service.lookups import Lookups
from labcore.service.refusals import Refusal, Why
from labcore.service.replies import answer
from labcore.service.tools import mcp_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.types import Receive, Scope, Send

    from labcore.facts import FactStore

__all__ = ["create_app"]

_ABOUT = (
    "Facts of messages, signals and mappings, each in one scope. A result that finds nothing is an answer "
    "(200) and carries its evidence; malformed or contradictory arguments are 422, and every error has a "
    "result in its body. The same three questions are MCP tools under /mcp."
)
_CODES = {
    400: "The body is not JSON.",
    408: "The body did not arrive in time.",
    413: "The body is too large.",
    415: "The body is of another type than application/json.",
    422: "The arguments are malformed or contradict each other.",
}
_ANY = {
    403: "The request comes from a page of another origin.",
    421: "The Host header does not name this service.",
    429: "This client asks too often; Retry-After says when to ask again.",
    500: "The service failed; nothing follows about the data.",
    503: "The store failed, or too many look-ups wait; nothing follows about the data.",
    504: "The look-up took too long; nothing follows about the data.",
}


def create_app(
    store: FactStore, *, limits: Limits | None = None, hosts: frozenset[str] = LOOPBACK_HOSTS
) -> FastAPI:
    """Make the application; it starts no server and keeps the store open.

    Args:
        store: Opened read-only; the caller closes it after the last request.
        limits: Sizes, times and rates; None for the defaults of ``Limits``.
        hosts: Names, in lower case and without a port, that requests may call the service by.

    Raises:
        StoreError: The store failed to answer the examples of the OpenAPI document.
    """
    limits = limits or Limits()
    lookups = Lookups(store, limits)
    mcp = _McpEndpoint(lookups)
    app = FastAPI(
        title="labcore facts",
        version=version("labcore"),
        description=_ABOUT,
        docs_url=None,  # the page would load its scripts from another site
        redoc_url=None,
        redirect_slashes=False,
        separate_input_output_schemas=False,
        lifespan=mcp.lifespan,
    )
    _add_questions(app, store, lookups)
    _add_health(app, lookups)
    app.router.routes.append(Route("/mcp", endpoint=mcp, methods=["POST"]))
    app.add_middleware(Door, store=store, limits=limits, hosts=hosts)
    return app


def _add_questions(app: FastAPI, store: FactStore, lookups: Lookups) -> None:
    async def from_body(request: Request, question: str) -> Response:
        arguments = read_object(await request.body())
        if isinstance(arguments, str):
            return answer(store, Refusal(why=Why.NOT_JSON, message=arguments))
        return answer(store, await lookups.ask(question, arguments))

    @app.post("/v0/search", summary="Find candidates", **_documented(store, "search", SearchBody))
    async def search(request: Request) -> Response:
        """Find the entries that a term may mean. Gives candidates, never facts."""
        return await from_body(request, "search")

    @app.post("/v0/facts", summary="Get facts", **_documented(store, "facts", FactsBody))
    async def facts(request: Request) -> Response:
        """Read the facts of one entry, by route, complete scope and exact name."""
        return await from_body(request, "facts")

    @app.get("/v0/coverage", summary="Describe coverage", responses=_responses(CoverageBody, _ANY))
    async def coverage() -> Response:
        """List the loaded snapshots, what each records, and the routes."""
        return answer(store, await lookups.ask("coverage", {}))


def _add_health(app: FastAPI, lookups: Lookups) -> None:
    @app.get("/health", summary="Health", responses=_responses(HealthBody, _ANY))
    async def health() -> Response:
        """Say that the store answers, and which one it is."""
        outcome = await lookups.ask("coverage", {})
        if isinstance(outcome, Refusal):
            return answer(lookups.store, outcome)
        evidence = outcome.evidence
        names = ("contract", "engine", "role", "registry", "build")
        about = {name: getattr(evidence, name) for name in names}
        return JSONResponse({"healthy": True, "version": version("labcore"), **about})


def _documented(store: FactStore, question: str, body: type[SearchBody | FactsBody]) -> dict[str, Any]:
    """Document a question: the body is described here, and checked by the store's boundary."""
    schema = body.model_json_schema(ref_template="#/components/schemas/{model}")
    schema.pop("$defs", None)  # what it refers to stands among the components, as the results refer to it too
    content = {"schema": schema, "examples": request_examples(question)}
    responses = _responses(ResultBody, {**_CODES, **_ANY})
    responses[200]["content"] = {"application/json": {"examples": answered_examples(store, question)}}
    return {
        "responses": responses,
        "openapi_extra": {"requestBody": {"required": True, "content": {"application/json": content}}},
    }


def _responses(body: type[Any], codes: dict[int, str]) -> dict[int | str, dict[str, Any]]:
    errors: dict[int | str, dict[str, Any]] = {
        code: {"model": ResultBody, "description": words} for code, words in sorted(codes.items())
    }
    return {200: {"model": body, "description": "The answer, whatever its status."}, **errors}


class _McpEndpoint:
    """MCP over HTTP, one self-contained exchange for each request, so that no session piles up."""

    def __init__(self, lookups: Lookups) -> None:
        self._lookups = lookups
        self._manager: StreamableHTTPSessionManager | None = None

    @asynccontextmanager
    async def lifespan(self, _app: FastAPI) -> AsyncIterator[None]:
        """Run while the application runs."""
        self._manager = StreamableHTTPSessionManager(
            app=mcp_server(self._lookups), json_response=True, stateless=True
        )
        async with self._manager.run():
            yield
        self._manager = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._manager is None:
            refusal = Refusal(why=Why.FAILED, message="The application has not been started.")
            await answer(self._lookups.store, refusal)(scope, receive, send)
            return
        await self._manager.handle_request(scope, receive, send)
