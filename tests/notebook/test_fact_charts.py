"""The charts of notebook 08: what they draw, and that they compile."""

from __future__ import annotations

from pathlib import Path

import pytest

import labcore.notebook as lab
from labcore.errors import FixtureError, ParameterError
from labcore.facts import temporary_store
from labcore.notebook import fact_stores, periods, readings

FIXTURE = Path(__file__).parents[2] / "fixtures" / "definitions"
NAME = "SAMPLE_MSG_ENGINE_STATUS"
SPEED = f"{NAME}.SAMPLE_SIG_ENGINE_SPEED"


@pytest.fixture(scope="module")
def store():
    with temporary_store(FIXTURE) as opened:
        yield opened


def values_of(chart):
    """The rows that every layer of a chart draws from."""
    (rows,) = chart.to_dict()["datasets"].values()
    return rows


def test_frames_stand_at_multiples_of_their_period(store):
    """Twelve gaps of 20 ms are 240 ms, and those are 24 gaps of 10 ms."""
    chart = periods.timeline(periods.of(store, store.search(NAME)))
    gaps = values_of(chart)
    starts = {
        label: [one["from"] for one in gaps if one["version"] == label]
        for label in ("SAMPLE_SNAP_BASE", "SAMPLE_SNAP_REVISED")
    }
    assert starts == {
        "SAMPLE_SNAP_BASE": list(range(0, 240, 10)),
        "SAMPLE_SNAP_REVISED": list(range(0, 240, 20)),
    }


def test_the_title_states_both_periods(store):
    chart = periods.timeline(periods.of(store, store.search(NAME)))
    assert "every 10 ms in SAMPLE_SNAP_BASE, every 20 ms in SAMPLE_SNAP_REVISED" in lab.title_of(
        chart.to_dict()
    )


def test_the_receiver_begins_with_half_a_period_more(store):
    """1.5 times 10 ms; the slider goes to three times 20 ms."""
    (param,) = periods.timeline(periods.of(store, store.search(NAME))).to_dict()["params"]
    assert (param["name"], param["value"], param["bind"]["max"]) == ("time_out", 15, 60)


def test_a_message_without_a_period_is_left_out(store):
    """The event message of the base states none; its successor does."""
    (answer,) = periods.of(store, store.search("SAMPLE_MSG_GEAR_REPORT"))
    assert answer.rows[0]["transmit_period_ms"] == 50


def test_nothing_to_draw_is_refused(store):
    assert periods.of(store, store.search("nothing")) == []
    with pytest.raises(ParameterError, match="at least one message with a period"):
        periods.timeline([])


def test_a_signal_is_read_in_each_scope(store):
    """0.25 rpm a step in the base and 0.5 in the revision."""
    found = readings.of(store, SPEED)
    assert [one.facts["factor"] for one in found] == ["0.25", "0.5"]


def test_the_line_of_each_scope_ends_at_its_largest_value(store):
    """16 bits: 65535 * 0.25 = 16383.75 and 65535 * 0.5 = 32767.5."""
    ends = [one["value"] for one in values_of(readings.lines(readings.of(store, SPEED))) if one["number"]]
    assert ends == [16383.75, 32767.5]


@pytest.mark.parametrize("name", ["nothing", NAME])
def test_what_is_no_signal_is_refused(store, name):
    with pytest.raises(ParameterError, match="a signal stands in some scope"):
        readings.of(store, name)


def test_one_reading_is_no_comparison(store):
    with pytest.raises(ParameterError, match="at least two readings of one unit"):
        readings.lines(readings.of(store, SPEED)[:1])


def test_both_charts_compile_as_notebooks_draw_them(store):
    lab.setup()
    for chart in (
        periods.timeline(periods.of(store, store.search(NAME))),
        readings.lines(readings.of(store, SPEED)),
    ):
        assert "image/svg+xml" in lab.bundle(chart.to_dict())


@pytest.mark.skipif(
    not fact_stores.real_files_installed(), reason="opendbc says itself that it is for Python below 3.13"
)
def test_real_files_mean_other_values_by_the_same_bytes():
    """By hand: 0x012c = 300, and 300 * 0.2 = 60, 300 * 0.4 = 120; 0x2710 = 10000, 10000 * 0.01 = 100, * 0.0062 = 62."""
    store = fact_stores.open_real_files()
    payload = bytes.fromhex("2c01000000271000")
    limits, speeds = (
        [row["the same bytes mean"] for row in readings.differences(store, name, payload)]
        for name in ("DAS_status2.DAS_accSpeedLimit", "SPEED.SPEED")
    )
    assert limits == ["60 mph", "120 mph"]
    assert speeds == ["100 km/h", "62 mph"]


def test_a_real_file_that_is_not_there_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(fact_stores, "_folder", lambda: tmp_path)
    with pytest.raises(ParameterError, match="holds the file, got none.dbc"):
        fact_stores.open_real_files(["none.dbc"])


def test_a_package_that_is_not_there_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(fact_stores.importlib.util, "find_spec", lambda _name: None)
    assert not fact_stores.real_files_installed()
    with pytest.raises(ParameterError, match="come with the package opendbc.*pip install"):
        fact_stores.open_real_files()


def test_a_broken_folder_opens_nothing(tmp_path):
    with pytest.raises(FixtureError):
        fact_stores.open_definitions(tmp_path)
