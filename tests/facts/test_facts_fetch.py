"""Fetch: one entry, one complete scope, by its exact name, or a refusal that says why."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labcore.errors import StoreError
from labcore.facts import ROUTES, SCOPE_PARTS, Kind, Status, session
from labcore.facts.definitions import Definitions, SnapshotDefinitions
from labcore.facts.entries import AliasDefinition, MessageDefinition, SignalDefinition
from labcore.facts.registry import packaged_registry
from labcore.facts.sqlite_load import load_sqlite
from labcore.facts.store import open_store

ENGINE, GEAR = "SAMPLE_MSG_ENGINE_STATUS", "SAMPLE_MSG_GEAR_REPORT"


def test_a_superseded_entry_keeps_its_values_and_says_what_replaced_it(store, base):
    """Four bytes and no period in the base, whatever the revision says; the scope of the new one is a fact."""
    result = store.fetch("message_facts", base, GEAR)
    (row,) = result.rows
    assert (row["payload_byte_length"], row["transmit_period_ms"]) == (4, None)
    assert row["superseded_by_snapshot"] == "SAMPLE_SNAP_REVISED"
    assert any("SAMPLE_SNAP_REVISED has replaced" in one for one in result.evidence.limitations)


def test_signals_of_a_superseded_message_say_so_too(store, base):
    """Its layout is as old as it is."""
    result = store.fetch("signal_facts", base, f"{GEAR}.SAMPLE_SIG_GEAR_ACTUAL")
    assert any("has replaced" in one for one in result.evidence.limitations)


def test_decimals_come_as_the_source_wrote_them(store, base, revised):
    """A quarter in one snapshot, a half in the next, exactly."""
    rows = [
        store.fetch("signal_facts", scope, f"{ENGINE}.SAMPLE_SIG_ENGINE_SPEED").rows[0]
        for scope in (base, revised)
    ]
    assert [(row["factor"], row["maximum"]) for row in rows] == [("0.25", "16383.75"), ("0.5", "32767.5")]


def test_signals_of_a_message_come_by_start_bit(store, revised):
    """Engine speed at bit 0, temperature at 16, pressure at 24."""
    rows = store.fetch("message_signals", revised, ENGINE).rows
    assert [row["start_bit"] for row in rows] == [0, 16, 24]


def test_a_cycle_time_that_is_not_recorded_is_a_gap(store, survey):
    """The survey recorded frames only; that it knows no period says nothing about the message."""
    result = store.fetch("message_period", survey, "SAMPLE_MSG_WHEEL_SPEED")
    assert result.status is Status.COVERAGE_GAP
    assert "does not record transmit_mode and transmit_period_ms" in result.message


def test_other_facts_of_that_message_are_answered_with_the_limitation(store, survey):
    """Frame and length are there; what is not recorded is said."""
    result = store.fetch("message_facts", survey, "SAMPLE_MSG_WHEEL_SPEED")
    assert result.rows[0]["frame_identifier"] == 288
    assert (
        "This snapshot does not record transmit_mode and transmit_period_ms." in result.evidence.limitations
    )


def test_a_period_that_the_source_leaves_open_is_a_limitation(store, body):
    """An event message has a mode and no period: an answer, and what it lacks."""
    result = store.fetch("message_period", body, "SAMPLE_MSG_DOOR_STATE")
    assert (result.status, result.rows[0]["transmit_mode"]) == (Status.ANSWERED, "SAMPLE_MODE_EVENT")
    assert "The source does not state transmit_period_ms." in result.evidence.limitations


@pytest.mark.parametrize("lacking", SCOPE_PARTS)
def test_a_scope_that_lacks_one_part_reads_nothing(store, base, lacking):
    """Whichever part is missing, scopes are offered and no fact comes."""
    scope = {part: value for part, value in base.to_dict().items() if part != lacking}
    result = store.fetch("message_facts", scope, ENGINE)
    assert (result.status, result.missing) == (Status.AMBIGUOUS, (lacking,))
    assert all(use.query != "message_facts" for use in result.evidence.queries)


def test_a_bare_signal_name_in_two_messages_is_ambiguous(store, body):
    """Both full names are listed, and each of them can be fetched."""
    result = store.fetch("signal_facts", body, "SAMPLE_SIG_ALIVE_COUNTER")
    assert result.status is Status.AMBIGUOUS
    assert "Choose one by its full name" in result.message
    for one in result.candidates:
        assert (
            store.fetch("signal_facts", body, one.name).rows[0]["message_key"] == one.name.partition(".")[0]
        )


@pytest.mark.parametrize(
    ("route", "name", "kind"),
    [
        pytest.param("signal_facts", ENGINE, Kind.MESSAGE, id="a message asked for as a signal"),
        pytest.param(
            "message_facts", "SAMPLE_SIG_ENGINE_SPEED", Kind.SIGNAL, id="a signal asked for as a message"
        ),
        pytest.param(
            "message_facts", "SAMPLE_MAP_COOLANT_TO_CABIN", Kind.MAPPING, id="a mapping as a message"
        ),
    ],
)
def test_another_kind_is_named(store, base, route, name, kind):
    """With and without a scope the result says what the name is."""
    for scope in (base, None):
        result = store.fetch(route, scope, name)
        assert result.status is Status.NOT_FOUND
        assert {one.kind for one in result.found_as} == {kind}


def test_an_alias_fetches_nothing(store, base):
    """It finds an entry for a person to confirm; a fact hangs on the name."""
    assert store.fetch("message_facts", base, "engine status").status is Status.NOT_FOUND
    assert store.fetch("message_facts", None, "engine status").status is Status.NOT_FOUND


def test_a_scope_with_an_alias_only_is_not_offered(tmp_path, base, revised):
    """X is a message in one scope and an approved alias in another: only the first can be fetched."""
    records = {Kind.MESSAGE: ("payload_byte_length",)}
    named = MessageDefinition(name="X", source="m:1", payload_byte_length=1)
    other = MessageDefinition(name="Y", source="m:2", payload_byte_length=2)
    alias = AliasDefinition(kind=Kind.MESSAGE, name="Y", alias="X", approved=True, source="a:1")
    one = SnapshotDefinitions(scope=base, recorded_on=date(2026, 1, 1), records=records, messages=(named,))
    two = SnapshotDefinitions(
        scope=revised, recorded_on=date(2026, 1, 1), records=records, messages=(other,), aliases=(alias,)
    )
    load_sqlite(Definitions(name="d", digest="0", snapshots=(one, two)), tmp_path / "d.sqlite")
    with open_store(f"sqlite:///{tmp_path / 'd.sqlite'}") as opened:
        assert len(opened.search("X").scopes) == 2
        result = opened.fetch("message_facts", None, "X")
    assert (result.status, result.scopes) == (Status.AMBIGUOUS, (base,))
    assert [candidate.name for candidate in result.candidates] == ["X"]


def test_a_route_that_is_not_there_lists_those_that_are(store, base):
    """Unsupported is an answer about the tool, not about the data."""
    result = store.fetch("message_author", base, ENGINE)
    assert result.status is Status.UNSUPPORTED
    assert all(route in result.message for route in ROUTES)


@pytest.mark.parametrize("route", [None, 7, ["message_facts"]])
def test_a_route_that_is_no_text_is_malformed(store, base, route):
    result = store.fetch(route, base, ENGINE)
    assert (result.status, result.message) == (Status.INVALID_REQUEST, "The route must be a text.")


def test_coverage_lists_snapshots_and_routes(store, body):
    """Entries are counted by kind; a kind that is not recorded is absent; each route says what it leaves out."""
    coverage = store.coverage()
    assert len(coverage.snapshots) == 4
    mine = next(one for one in coverage.snapshots if one.scope == body)
    assert mine.entries == {"message": 2, "signal": 3, "mapping": 0}
    assert "mapping" not in mine.records
    assert [route.name for route in coverage.routes] == list(ROUTES)
    assert all(route.does_not_cover for route in coverage.routes)
    assert coverage.evidence.queries[0].query == "coverage"
    totals = [
        sum(one.entries[kind] for one in coverage.snapshots) for kind in ("message", "signal", "mapping")
    ]
    assert totals == [7, 13, 3]


def test_coverage_has_a_json_form(store):
    """What a service sends names every field."""
    data = store.coverage().to_dict()
    assert sorted(data) == ["evidence", "routes", "snapshots"]
    assert data["snapshots"][0]["scope"]["snapshot"]
    assert data["routes"][0]["digest"] == store.registry["mapping_facts"].digest


@pytest.fixture
def faulty(tmp_path, base):
    """A store whose source defines one message twice, and one message without signals."""
    signal = SignalDefinition(name="S", source="f:3", start_bit=0, bit_length=8)
    messages = (
        MessageDefinition(name="TWICE", source="f:2", frame_identifier=1, signals=(signal,)),
        MessageDefinition(name="TWICE", source="f:9", frame_identifier=2, signals=(signal,)),
        MessageDefinition(name="EMPTY", source="f:12", limitations=("It was mended.",)),
    )
    records = {
        Kind.MESSAGE: ("frame_identifier", "transmit_period_ms"),
        Kind.SIGNAL: ("start_bit", "bit_length"),
    }
    snapshot = SnapshotDefinitions(
        scope=base, recorded_on=date(2026, 1, 1), records=records, messages=messages
    )
    path = tmp_path / "faulty.sqlite"
    load_sqlite(Definitions(name="faulty", digest="0", snapshots=(snapshot,)), path)
    with open_store(f"sqlite:///{path}") as opened:
        yield opened


@pytest.mark.parametrize("route", ["message_facts", "message_signals"])
def test_a_message_twice_in_one_source_stays_ambiguous(faulty, base, route):
    """Nothing tells the two apart but their lines; both are listed and none is read."""
    result = faulty.fetch(route, base, "TWICE")
    assert result.status is Status.AMBIGUOUS
    assert {one.name for one in result.candidates} == {"TWICE"}
    assert "The source defines it more than once." in result.message


def test_a_twice_defined_name_is_ambiguous_in_search_too(faulty, base):
    """Two entries of one name, told apart by where they stand."""
    result = faulty.search("TWICE", base)
    assert result.status is Status.AMBIGUOUS
    assert [one.source for one in result.candidates] == ["f:2", "f:9"]


def test_a_message_without_signals_is_told_from_no_message(faulty, base):
    """It is there; it only holds none."""
    result = faulty.fetch("message_signals", base, "EMPTY")
    assert result.status is Status.NOT_FOUND
    assert "stands in this scope and holds no signals" in result.message


def test_a_period_that_is_recorded_and_not_stated_is_a_gap(faulty, base):
    """The snapshot records periods, and for this message the source says nothing at all."""
    result = faulty.fetch("message_period", base, "EMPTY")
    assert result.status is Status.COVERAGE_GAP
    assert "The source states no transmit_mode and transmit_period_ms for EMPTY" in result.message
    assert "It was mended." in result.evidence.limitations


def test_signals_that_a_snapshot_does_not_record_are_a_gap(tmp_path, base):
    """A source of messages alone says nothing about their signals."""
    message = MessageDefinition(name="M", source="f:2")
    snapshot = SnapshotDefinitions(
        scope=base, recorded_on=date(2026, 1, 1), records={Kind.MESSAGE: ()}, messages=(message,)
    )
    path = tmp_path / "messages.sqlite"
    load_sqlite(Definitions(name="m", digest="0", snapshots=(snapshot,)), path)
    with open_store(f"sqlite:///{path}") as opened:
        assert opened.fetch("message_signals", base, "M").status is Status.COVERAGE_GAP
        assert opened.fetch("message_facts", base, "M").status is Status.ANSWERED


def test_rows_that_do_not_fit_their_header_are_a_failure(sqlite_store, base):
    """A column too few would shift values under the wrong names."""

    class Short:
        """A reader that gives one column."""

        def run(self, *_):
            return [(1,)]

    broken = session.Session(
        engine=sqlite_store.engine, reader=Short(), registry=packaged_registry(), route="message_facts"
    )
    with pytest.raises(StoreError, match="message_facts: a query gives the columns of its header, got 1"):
        broken.run("message_facts", **base.to_dict(), name="X")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80)
@given(data=st.data())
def test_facts_never_come_from_another_scope(sqlite_store, data):
    """Whatever combination of parts is asked, an answer's source line belongs to that snapshot."""
    scopes = [one.scope for one in sqlite_store.coverage().snapshots]
    parts = {part: data.draw(st.sampled_from([getattr(one, part) for one in scopes])) for part in SCOPE_PARTS}
    result = sqlite_store.fetch("message_facts", parts, data.draw(st.sampled_from([ENGINE, GEAR])))
    if result.status is Status.ANSWERED:
        line = int(result.evidence.source_trace[0].rpartition(":")[2])
        expected = {2: "BASE", 3: "BASE", 4: "REVISED", 5: "REVISED"}[line]
        assert parts["snapshot"] == f"SAMPLE_SNAP_{expected}"
    else:
        assert result.rows == ()
