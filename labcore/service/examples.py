"""Examples for the OpenAPI document: requests as they are sent, and what this very store answers to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from labcore.service.boundary import QUESTIONS

if TYPE_CHECKING:
    from labcore.facts import FactStore

__all__ = ["EXAMPLES", "answered_examples", "request_examples"]

NAME = "SAMPLE_MSG_ENGINE_STATUS"
_BASE = {
    "project": "SAMPLE_PROJECT_A",
    "revision": "SAMPLE_REV_1",
    "network": "SAMPLE_NET_POWERTRAIN",
    "snapshot": "SAMPLE_SNAP_BASE",
}
_REVISED = {**_BASE, "revision": "SAMPLE_REV_2", "snapshot": "SAMPLE_SNAP_REVISED"}
_SURVEY = {**_BASE, "project": "SAMPLE_PROJECT_B", "snapshot": "SAMPLE_SNAP_SURVEY"}

EXAMPLES: dict[str, dict[str, dict[str, Any]]] = {
    "search": {
        "a name without a scope": {"term": NAME},
        "a name in one scope": {"term": NAME, "scope": _BASE},
        "a kind that the term is not": {"term": "temperature", "kind": "message"},
        "a snapshot that is not loaded": {"term": NAME, "scope": {**_BASE, "snapshot": "SAMPLE_SNAP_NEXT"}},
        "a kind that is not there": {"term": NAME, "kind": "gateway"},
    },
    "facts": {
        "the base": {"route": "message_facts", "scope": _BASE, "name": NAME},
        "the revision": {"route": "message_facts", "scope": _REVISED, "name": NAME},
        "no scope": {"route": "message_facts", "scope": None, "name": NAME},
        "a period that nobody recorded": {
            "route": "message_period",
            "scope": _SURVEY,
            "name": "SAMPLE_MSG_WHEEL_SPEED",
        },
        "a route that is not there": {"route": "message_author", "scope": _BASE, "name": NAME},
    },
}
"""Question -> name -> arguments, in the words of the fixture ``definitions``."""


def request_examples(question: str) -> dict[str, Any]:
    """Give the requests of a question as OpenAPI names them."""
    return {name: {"summary": name, "value": arguments} for name, arguments in EXAMPLES[question].items()}


def answered_examples(store: FactStore, question: str) -> dict[str, Any]:
    """Put each example to the store; on a store of other definitions the answers are negative, and true.

    Raises:
        StoreError: The store failed.
    """
    ask = QUESTIONS[question]
    return {
        name: {"summary": name, "value": ask(store, arguments).to_dict()}
        for name, arguments in EXAMPLES[question].items()
    }
