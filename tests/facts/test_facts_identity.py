"""Every part of a scope counts: snapshots that differ in one part alone never stand in for each other."""

from __future__ import annotations

from datetime import date

import pytest

from labcore import facts
from labcore.facts import SCOPE_PARTS, FactScope, Kind, MatchedBy, Status, find
from labcore.facts.definitions import RECORDABLE, Definitions, SnapshotDefinitions
from labcore.facts.entries import AliasDefinition, MappingDefinition, MessageDefinition, SignalDefinition
from labcore.facts.load import load_definitions

FIRST = dict.fromkeys(SCOPE_PARTS, "A")
SCOPES = [FactScope(**FIRST), *(FactScope(**{**FIRST, part: "B"}) for part in SCOPE_PARTS)]
"""One scope, and four others that differ from it in one part each."""


def snapshot(number, scope):
    """The same names in every scope; each value and each source line tells the scope's number."""
    signal = SignalDefinition(name="S", source=f"s:{number}", factor=f"{number}", start_bit=0, bit_length=8)
    message = MessageDefinition(name="M", source=f"m:{number}", transmit_period_ms=number, signals=(signal,))
    mapping = MappingDefinition(
        name="X",
        source=f"x:{number}",
        source_signal="M.S",
        target_network=f"n{number}",
        target_message="T",
        target_signal="U",
    )
    alias = AliasDefinition(
        kind=Kind.MESSAGE, name="M", alias="nickname", approved=True, source=f"a:{number}"
    )
    return SnapshotDefinitions(
        scope=scope,
        recorded_on=date(2026, 1, number),
        records=RECORDABLE,
        messages=(message,),
        mappings=(mapping,),
        aliases=(alias,),
    )


@pytest.fixture(
    params=[
        pytest.param("sqlite", id="SQLite"),
        pytest.param("postgresql", id="PostgreSQL", marks=pytest.mark.postgres),
    ]
)
def five(request, tmp_path):
    """A store of the five scopes, once on each engine."""
    snapshots = tuple(snapshot(number, scope) for number, scope in enumerate(SCOPES, start=1))
    made = Definitions(name="five", digest="0", snapshots=snapshots)
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'five.sqlite'}"
        load_definitions(made, into=url)
    else:
        database = request.getfixturevalue("fresh_database")
        load_definitions(made, into=database.admin, reader=database.role)
        url = database.reader
    with facts.open(url) as store:
        yield store


@pytest.mark.parametrize(
    ("route", "name", "column", "value"),
    [
        ("message_facts", "M", "transmit_period_ms", lambda number: number),
        ("message_period", "M", "transmit_period_ms", lambda number: number),
        ("message_signals", "M", "factor", str),
        ("signal_facts", "M.S", "factor", str),
        ("signal_facts", "S", "factor", str),
        ("mapping_facts", "X", "target_network", lambda number: f"n{number}"),
    ],
)
def test_a_fetch_reads_its_own_scope_alone(five, route, name, column, value):
    """Each scope gives its own number by every route, and exactly one row."""
    for number, scope in enumerate(SCOPES, start=1):
        result = five.fetch(route, scope, name)
        assert [row[column] for row in result.rows] == [value(number)]


@pytest.mark.parametrize(
    ("term", "kind", "matched_by"),
    [
        pytest.param("M", "message", MatchedBy.EXACT, id="by name"),
        pytest.param("nickname", None, MatchedBy.ALIAS, id="by alias"),
        pytest.param("m", "message", MatchedBy.WORDS, id="by words"),
    ],
)
def test_a_search_stays_in_its_scope(five, term, kind, matched_by):
    """One entry in each scope, from that scope's own line; without a scope all five are offered."""
    for number, scope in enumerate(SCOPES, start=1):
        result = five.search(term, scope, kind)
        found = result.candidates or (result.identified,)
        assert [(one.scope, one.source, one.matched_by) for one in found] == [
            (scope, f"m:{number}", matched_by)
        ]
    assert set(five.search(term, None, kind).scopes) == set(SCOPES)


@pytest.mark.parametrize("part", SCOPE_PARTS)
def test_one_part_alone_narrows_a_search(five, part):
    """Four scopes have A in a part and one has B; names, aliases and words all keep to it."""
    for term in ("M", "nickname", "m"):
        assert len(five.search(term, {part: "A"}, "message").scopes) == 4
        assert five.search(term, {part: "B"}, "message").scopes == (FactScope(**{**FIRST, part: "B"}),)


@pytest.mark.parametrize("part", SCOPE_PARTS)
def test_the_full_list_of_scopes_keeps_to_a_part_too(five, part, monkeypatch):
    """When candidates are cut, the scopes come from queries of their own; these obey the same part."""
    monkeypatch.setattr(find, "MAX_CANDIDATES", 1)
    for term in ("M", "nickname", "m"):
        assert len(five.search(term, {part: "A"}, "message").scopes) == 4


@pytest.mark.parametrize("part", SCOPE_PARTS)
def test_a_combination_that_is_not_loaded_gives_no_fact(five, part):
    """Two parts that are B never stand together; nothing close is taken instead."""
    other = SCOPE_PARTS[(SCOPE_PARTS.index(part) + 1) % 4]
    scope = {**FIRST, part: "B", other: "B"}
    result = five.fetch("message_facts", scope, "M")
    assert result.status is Status.INVALID_REQUEST
    assert result.rows == ()
