"""Scoped facts: the same name in another version is another thing.

    from labcore import facts

    facts.load("fixtures/definitions", into="sqlite:///build/definitions.sqlite")
    store = facts.open("sqlite:///build/definitions.sqlite")        # read-only; share it between threads
    store.search("SAMPLE_MSG_ENGINE_STATUS")                        # Result: ambiguous, two candidates
    store.fetch("message_facts", scope, "SAMPLE_MSG_ENGINE_STATUS") # Result: answered, .rows[0]["transmit_period_ms"]
    store.coverage()                                                # Coverage: snapshots, routes, evidence

Pass what arrived as it arrived: ``scope`` may be a FactScope, a mapping of its parts, or None; malformed
arguments give a Result with status invalid_request. ``Result.to_dict()`` is JSON-ready and stable, and so
is ``Coverage.to_dict()``. Only a store that fails raises (StoreError).
"""

from labcore.facts.candidate import Candidate, FactRow
from labcore.facts.coverage import Coverage
from labcore.facts.decode import decode_signal
from labcore.facts.disagreement import Disagreement, compare, disagreeing
from labcore.facts.evidence import Evidence, QueryUse
from labcore.facts.load import load, temporary_store
from labcore.facts.registry import Registry
from labcore.facts.result import Result
from labcore.facts.route import ROUTES
from labcore.facts.scope import SCOPE_PARTS, FactScope
from labcore.facts.status import CONTRACT, Kind, MatchedBy, Status
from labcore.facts.store import FactStore
from labcore.facts.store import open_store as open  # noqa: A004 - the interface's name: facts.open(url)

__all__ = [
    "CONTRACT",
    "ROUTES",
    "SCOPE_PARTS",
    "Candidate",
    "Coverage",
    "Disagreement",
    "Evidence",
    "FactRow",
    "FactScope",
    "FactStore",
    "Kind",
    "MatchedBy",
    "QueryUse",
    "Registry",
    "Result",
    "Status",
    "compare",
    "decode_signal",
    "disagreeing",
    "load",
    "open",
    "temporary_store",
]
