"""The store as its users call it: the worked example, and each status on each engine."""

from __future__ import annotations

import pytest

from labcore import facts
from labcore.errors import StoreError
from labcore.facts import Status

NAME = "SAMPLE_MSG_ENGINE_STATUS"


def test_same_name_in_two_snapshots_is_two_things(store):
    """Without a scope both are offered; with each scope its own period is read."""
    found = store.search(NAME)
    assert found.status is Status.AMBIGUOUS
    rows = [store.fetch("message_facts", one.scope, one.name).rows[0] for one in found.candidates]
    assert [row["transmit_period_ms"] for row in rows] == [10, 20]


def test_the_facts_are_listed_as_the_case_study_lists_them(store, base):
    """Frame 256, eight bytes, cyclic every 10 ms, replaced by nothing; columns in the order of their names."""
    (row,) = store.fetch("message_facts", base, NAME).rows
    assert row.fields == (
        ("frame_identifier", 256),
        ("message_key", NAME),
        ("payload_byte_length", 8),
        ("superseded_by_network", None),
        ("superseded_by_project", None),
        ("superseded_by_revision", None),
        ("superseded_by_snapshot", None),
        ("transmit_mode", "SAMPLE_MODE_CYCLIC"),
        ("transmit_period_ms", 10),
    )


def test_a_signal_asked_for_as_a_message_is_named_as_a_signal(store):
    """Temperature is no message; the result says what it is instead."""
    result = store.search("temperature", kind="message")
    assert result.status is Status.NOT_FOUND
    assert {one.kind for one in result.found_as} == {facts.Kind.SIGNAL}
    assert "It is a signal: " in result.message


@pytest.mark.parametrize(
    ("ask", "status"),
    [
        pytest.param(
            lambda s, scope: s.search("SAMPLE_MSG_NONE", scope), "not_found", id="covered and not there"
        ),
        pytest.param(
            lambda s, scope: s.search("x", {**scope.to_dict(), "snapshot": "SAMPLE_SNAP_NEXT"}),
            "coverage_gap",
            id="a snapshot that is not loaded",
        ),
        pytest.param(lambda s, _: s.search(NAME), "ambiguous", id="no scope"),
        pytest.param(
            lambda s, scope: s.fetch("message_author", scope, NAME), "unsupported", id="no such route"
        ),
        pytest.param(lambda s, scope: s.search("a\0b", scope), "invalid_request", id="a NUL byte"),
    ],
)
def test_each_negative_status_carries_its_evidence(store, base, ask, status):
    """A refusal says as much about itself as an answer: engine, role, safeguards, registry and contract."""
    result = ask(store, base)
    assert result.status == status
    evidence = result.evidence
    assert (evidence.engine, evidence.role) == (store.engine.name, store.engine.role)
    assert evidence.safeguards == store.engine.safeguards
    assert evidence.registry == store.registry.digest
    assert evidence.contract == facts.CONTRACT
    assert not result.rows


def test_every_result_survives_its_json_form(store, base):
    """What a service sends can be read back as the same record."""
    for result in (store.search(NAME), store.search(NAME, base), store.fetch("message_signals", base, NAME)):
        assert facts.Result.from_dict(result.to_dict()) == result


def test_a_closed_store_answers_nothing(sqlite_url, base):
    """Closing is final; it is not a not_found."""
    store = facts.open(sqlite_url)
    store.close()
    with pytest.raises(StoreError, match="a closed store answers nothing"):
        store.search(NAME, base)
