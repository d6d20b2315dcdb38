"""One name in several definitions: found, and shown field by field."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore import facts
from labcore.errors import FixtureError, ParameterError
from labcore.facts.dbc_source import collect_dbc, read_dbc_folder, snapshot_name
from labcore.facts.disagreement import _comparable, compare, disagreeing
from labcore.facts.manifest import MANIFEST, read_manifest

ENGINE = "SAMPLE_MSG_ENGINE_STATUS"
MPH = ' SG_ SPEED : 47|16@0+ (0.0062,0) [0|115] "mph" XXX'
KMH = ' SG_ SPEED : 47|16@0+ (0.01,0) [0|250] "km/h" XXX'


@pytest.fixture
def roads(tmp_path):
    """A source of two DBC files of the test's own, in which one message is meant in two units."""
    folder = tmp_path / "files"
    (folder / "sub").mkdir(parents=True)
    for name, signal in (("a.dbc", MPH), ("sub/b.DBC", KMH)):
        (folder / name).write_text(f'VERSION ""\nBU_: XXX\nBO_ 180 SPEED: 8 XXX\n{signal}\n')
    (folder / "notes.txt").write_text("not a definition file")
    return folder


def collected(folder, out, **changes):
    """Collect a folder with everything stated."""
    stated = {
        "project": "car",
        "revision": "1",
        "network": None,
        "licence": "MIT",
        "imported": date(2026, 11, 30),
    }
    return collect_dbc(folder, out, **{**stated, **changes})


def test_names_that_disagree_are_listed(store):
    """In the fixture two messages and two signals carry other values in another snapshot."""
    assert disagreeing(store, "message") == (ENGINE, "SAMPLE_MSG_GEAR_REPORT")
    assert disagreeing(store, "signal") == (f"{ENGINE}.SAMPLE_SIG_ENGINE_SPEED",)
    assert disagreeing(store, "message", limit=1) == (ENGINE,)


def test_fields_that_differ_are_shown_side_by_side(store, base, revised):
    """10 ms and 20 ms; frame, length and mode are the same and are not listed."""
    (one,) = compare(store, "message_facts", ENGINE, [base, revised])
    assert (one.field, one.values) == ("transmit_period_ms", (10, 20))


@pytest.mark.parametrize(
    ("kind", "limit"),
    [pytest.param("mapping", 5, id="no such query"), pytest.param("signal", 0, id="no names at all")],
)
def test_a_list_that_cannot_be_made_is_refused(sqlite_store, kind, limit):
    """Messages and signals are compared, at least one."""
    with pytest.raises(ParameterError, match="names are listed for messages or signals, at least 1"):
        disagreeing(sqlite_store, kind, limit=limit)


def test_a_comparison_has_two_sides_with_one_row_each(sqlite_store, base, body):
    """One scope, or a scope without the name, gives no comparison."""
    with pytest.raises(ParameterError, match="at least two scopes, got 1"):
        compare(sqlite_store, "message_facts", ENGINE, [base])
    with pytest.raises(ParameterError, match="each scope gives one row, got not_found"):
        compare(sqlite_store, "message_facts", ENGINE, [base, body])


@given(st.decimals(allow_nan=False, allow_infinity=False), st.integers(0, 3))
def test_decimals_agree_as_numbers(number, zeros):
    """0.5 and 0.500 are one factor; units are compared as texts."""
    text = f"{number:f}"
    longer = (text if "." in text else f"{text}.") + "0" * (zeros + 1)
    assert _comparable("factor", text) == _comparable("factor", longer)
    assert _comparable("unit", text) == text
    assert _comparable("factor", "no number") == "no number"


def test_the_same_bytes_mean_two_speeds(roads, tmp_path):
    """Raw 10000 is 62 mph in one file and 100 km/h in the other, which are not one speed by accident."""
    collected(roads, tmp_path / "source")
    url = f"sqlite:///{tmp_path / 'store.sqlite'}"
    facts.load(tmp_path / "source", into=url)
    payload = bytes.fromhex("0000000000271000")
    with facts.open(url) as store:
        assert disagreeing(store, "signal") == ("SPEED.SPEED",)
        found = store.search("SPEED.SPEED")
        rows = [store.fetch("signal_facts", one.scope, one.name).rows[0] for one in found.candidates]
        compared = compare(store, "signal_facts", "SPEED.SPEED", list(found.scopes))
    assert [(facts.decode_signal(row, payload), row["unit"]) for row in rows] == [(62, "mph"), (100, "km/h")]
    assert [one.field for one in compared] == ["factor", "maximum", "unit"]


def test_collected_files_carry_their_stated_scope(roads, tmp_path):
    """Two files, found in sub-folders and by either case of the ending; the network is the path that was asked for."""
    assert collected(roads, tmp_path / "source") == 2
    manifest = read_manifest(tmp_path / "source")
    scopes = [one.scope for one in read_dbc_folder(tmp_path / "source", manifest).snapshots]
    assert [scope.network for scope in scopes] == ["a", "sub/b"]
    assert {scope.project for scope in scopes} == {"car"}
    assert scopes[0].snapshot == snapshot_name(manifest.files[0].sha256, date(2026, 11, 30))
    assert str(scopes[0].snapshot).endswith(".2026-11-30")


def test_one_network_can_be_stated_for_all(roads, tmp_path):
    """The snapshots still differ, by the hash of the file."""
    collected(roads, tmp_path / "source", network="bus0")
    read = read_dbc_folder(tmp_path / "source", read_manifest(tmp_path / "source"))
    assert {one.scope.network for one in read.snapshots} == {"bus0"}
    assert len({one.scope for one in read.snapshots}) == 2


def test_collecting_needs_files_and_a_new_folder(roads, tmp_path):
    """Nothing is written over, and an empty source is not made."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(ParameterError, match="there is a DBC file to collect"):
        collected(tmp_path / "empty", tmp_path / "source")
    with pytest.raises(ParameterError, match="the folder to write is new"):
        collected(roads, tmp_path / "empty")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        pytest.param('"network": "a"', '"network": " "', r"scope\.network must not be blank", id="a blank network"),
        pytest.param('"network": "a"', '"bus": "a"', "a DBC file's entry holds network, project, revision", id="no network"),
        pytest.param('"a.dbc": {\n      "project"', '"x.dbc": {\n      "project"', "of each DBC file, got a.dbc", id="a file without entry"),
    ],
)  # fmt: skip
def test_a_manifest_states_every_scope(roads, tmp_path, old, new, message):
    """What a file does not say is never made up."""
    collected(roads, tmp_path / "source")
    path = tmp_path / "source" / MANIFEST
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(FixtureError, match=message):
        read_dbc_folder(tmp_path / "source", read_manifest(tmp_path / "source"))
