"""The worked example: one name, two versions, 10 ms or 20 ms."""

from __future__ import annotations

from labcore import facts

NAME = "SAMPLE_MSG_ENGINE_STATUS"


def test_same_name_in_two_snapshots_is_two_things(sqlite_url):
    """Without a scope both are offered; with each scope its own period is read."""
    with facts.open(sqlite_url) as store:
        found = store.search(NAME)
        assert found.status is facts.Status.AMBIGUOUS
        rows = [store.fetch("message_facts", one.scope, one.name).rows[0] for one in found.candidates]
    assert [row["transmit_period_ms"] for row in rows] == [10, 20]
