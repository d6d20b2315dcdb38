"""Turns what a look-up gave into an HTTP answer: code, JSON body, headers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from labcore.facts import Coverage, Result, Status
from labcore.service.refusals import Refusal, refusal_result

if TYPE_CHECKING:
    from labcore.facts import FactStore

__all__ = ["answer", "refuse"]

_UNPROCESSABLE = 422
"""The request arrived whole and as JSON, and its arguments are malformed or contradict each other."""


def answer(store: FactStore, outcome: Result | Coverage | Refusal) -> Response:
    """Answer with a result, a coverage or a refusal.

    A result is 200 whatever its status, since finding nothing is an answer; only invalid_request is 422.
    """
    if isinstance(outcome, Refusal):
        return refuse(store, outcome)
    bad = isinstance(outcome, Result) and outcome.status is Status.INVALID_REQUEST
    return _json(outcome.to_dict(), _UNPROCESSABLE if bad else 200)


def refuse(store: FactStore, refusal: Refusal) -> Response:
    """Answer with a refusal, in the form of a result."""
    response = _json(refusal_result(store, refusal).to_dict(), refusal.rule.code)
    response.headers.update(dict(refusal.headers))
    return response


def _json(data: dict[str, Any], code: int) -> Response:
    # ASCII only: a lone surrogate from a request has no UTF-8 form, and an escape always has.
    return Response(json.dumps(data), status_code=code, media_type="application/json")
