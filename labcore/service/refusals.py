"""Requests that end before or beside the store: a closed table of reasons, each answered as a result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from labcore.facts import Evidence, Result, Status

if TYPE_CHECKING:
    from labcore.facts import FactStore

__all__ = ["REFUSALS", "Refusal", "Why", "refusal_result"]

SERVICE = "service"
"""The route of a result that no route of the store gave."""


class Why(StrEnum):
    """Why the service itself ended a request."""

    NOT_JSON = "not_json"
    FOREIGN_ORIGIN = "foreign_origin"
    NO_SUCH_PATH = "no_such_path"
    NO_SUCH_METHOD = "no_such_method"
    BODY_TOO_SLOW = "body_too_slow"
    BODY_TOO_LARGE = "body_too_large"
    NOT_A_JSON_TYPE = "not_a_json_type"
    FOREIGN_HOST = "foreign_host"
    ARGUMENTS = "arguments"
    TOO_OFTEN = "too_often"
    FAILED = "failed"
    STORE_FAILED = "store_failed"
    BUSY = "busy"
    TIMED_OUT = "timed_out"
    NOT_ANSWERED = "not_answered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """How one reason is answered.

    Attributes:
        code: The HTTP status code.
        status: The status of the result in the body.
        message: What is said where the caller gives no better words.
        nothing_follows: Whether the question itself was in order, so that a limitation says that nothing
            follows from having no answer.
    """

    code: int
    status: Status
    message: str
    nothing_follows: bool = False


_BAD = Status.INVALID_REQUEST
_OUTSIDE = Status.UNSUPPORTED

REFUSALS: dict[Why, Rule] = {
    Why.NOT_JSON: Rule(code=400, status=_BAD, message="The body is not one JSON object in UTF-8."),
    Why.FOREIGN_ORIGIN: Rule(
        code=403, status=_OUTSIDE, message="Pages of other origins may not ask this service."
    ),
    Why.NO_SUCH_PATH: Rule(code=404, status=_OUTSIDE, message="There is no such path."),
    Why.NO_SUCH_METHOD: Rule(code=405, status=_OUTSIDE, message="This path does not take this method."),
    Why.BODY_TOO_SLOW: Rule(code=408, status=_BAD, message="The body did not arrive in time."),
    Why.BODY_TOO_LARGE: Rule(code=413, status=_BAD, message="The body is too large."),
    Why.NOT_A_JSON_TYPE: Rule(
        code=415, status=_OUTSIDE, message="A body is application/json in UTF-8; no other type is read."
    ),
    Why.FOREIGN_HOST: Rule(code=421, status=_OUTSIDE, message="The Host header does not name this service."),
    Why.ARGUMENTS: Rule(code=422, status=_BAD, message="The arguments are malformed."),
    Why.TOO_OFTEN: Rule(
        code=429,
        status=_OUTSIDE,
        message="This client asks more often than the service is built for. Ask again later.",
        nothing_follows=True,
    ),
    Why.FAILED: Rule(
        code=500, status=_OUTSIDE, message="The service failed on this request.", nothing_follows=True
    ),
    Why.STORE_FAILED: Rule(
        code=503, status=_OUTSIDE, message="The store failed on this request.", nothing_follows=True
    ),
    Why.BUSY: Rule(
        code=503,
        status=_OUTSIDE,
        message="More look-ups are waiting than the service is built for. Ask again later.",
        nothing_follows=True,
    ),
    Why.TIMED_OUT: Rule(
        code=504,
        status=_OUTSIDE,
        message="The look-up took longer than the service is built for, and was given up.",
        nothing_follows=True,
    ),
    Why.NOT_ANSWERED: Rule(code=400, status=_BAD, message="The protocol below did not take the request."),
}
"""Each reason and how it is answered, in the order of the codes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """One request that the service ended.

    Attributes:
        why: The reason.
        message: What a person is told; None for the rule's own words.
        headers: Headers that say more to a program, such as ``allow`` or ``retry-after``.
    """

    why: Why
    message: str | None = None
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def rule(self) -> Rule:
        """How this reason is answered."""
        return REFUSALS[self.why]


def refusal_result(store: FactStore, refusal: Refusal, route: str = SERVICE) -> Result:
    """Say a refusal as every answer is said: a result with the evidence that there is."""
    rule = refusal.rule
    nothing = "Nothing follows from this about the data: the question was not answered."
    evidence = Evidence(
        limitations=(nothing,) if rule.nothing_follows else (),
        safeguards=store.engine.safeguards,
        engine=store.engine.name,
        role=store.engine.role,
        registry=store.registry.digest,
    )
    message = refusal.message or rule.message
    return Result(status=rule.status, route=route, message=message, evidence=evidence)
