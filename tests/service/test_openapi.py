"""Schemathesis reads the OpenAPI document and tries what it allows, what it excludes, and what nobody thought of."""

from collections import Counter

import schemathesis
from schemathesis.engine import Status, events, from_schema

from labcore.service.app import create_app
from labcore.service.hosts import LOOPBACK_HOSTS
from labcore.service.limits import Limits

CONFIG = {
    "seed": 7,
    "workers": 1,
    "max-failures": 5,
    "generation": {"mode": "all", "max-examples": 20, "deterministic": True, "database": "none"},
    "checks": {
        # The document cannot describe every invisible character, nor that a scope contradicts the store.
        "positive_data_acceptance": {"expected-statuses": ["200", "422"]},
        "negative_data_rejection": {"expected-statuses": ["400", "404", "405", "413", "415", "421", "422"]},
    },
    "phases": {"stateful": {"enabled": False}},
}


def probe(store):
    """Try every operation of the document; give how often each code came back, and what was wrong."""
    limits = Limits(rate=1e6, burst=1_000_000)
    app = create_app(store, limits=limits, hosts=LOOPBACK_HOSTS | {"testserver"})
    config = schemathesis.Config.from_dict(CONFIG)
    schema = schemathesis.openapi.from_asgi("/openapi.json", app, config=config)
    codes, wrong = Counter(), []
    for event in from_schema(schema).execute():
        if isinstance(event, events.NonFatalError | events.FatalError):
            wrong.append(str(event))
        if isinstance(event, events.ScenarioFinished):
            codes += Counter(
                one.response.status_code for one in event.recorder.interactions.values() if one.response
            )
            checks = [check for case in event.recorder.checks.values() for check in case]
            wrong += [str(check.failure_info.failure) for check in checks if check.status is Status.FAILURE]
    return codes, wrong


def test_the_document_is_true(any_store):
    """Hundreds of requests: each answer has a documented code and its documented shape, and none is 5xx."""
    codes, wrong = probe(any_store)
    assert wrong == []
    assert sum(codes.values()) > 200
    assert {200, 400, 405, 422} <= set(codes)
    assert max(codes) < 500


def test_every_reference_of_the_document_leads_somewhere(client):
    """A tool that generates a client reads them all."""
    document = client.get("/openapi.json").json()
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    references = set(_references(document))
    assert references <= known
    assert "#/components/schemas/ScopeBody" in references


def _references(node):
    if isinstance(node, dict):
        yield from (value for key, value in node.items() if key == "$ref")
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _references(inner)
