"""The benchmark finds what it looks for, and counts it when it does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore import facts
from labcore.errors import ParameterError
from labcore.facts.definitions import Definitions
from labcore.facts.growth import invented_definitions
from labcore.facts.load import load_definitions
from labcore.facts.timing import WAYS, Target, _percentile, sample_targets, time_lookups


def test_invented_definitions_have_the_size_asked_for():
    """2000 entries are two snapshots of 100 messages with nine signals each."""
    made = invented_definitions(2000)
    assert len(made.snapshots) == 2
    assert [len(one.messages) * 10 for one in made.snapshots] == [1000, 1000]


@pytest.mark.parametrize("size", [0, 999, 1500, -1000])
def test_other_sizes_are_refused(size):
    """A size that is rounded in silence would be measured under a wrong name."""
    with pytest.raises(ParameterError, match="the size is a multiple of 1000"):
        invented_definitions(size)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("clients", [1, 3])
def test_every_way_finds_its_target(store, way, clients):
    """Ten look-ups, shared out among the clients; a wrong one would be counted."""
    timing = time_lookups(store, way, sample_targets(store, 10), clients=clients)
    assert (timing.calls, timing.clients, timing.wrong) == (10, clients, 0)
    assert 0 < timing.p50_ms <= timing.p99_ms
    assert timing.per_second > 0


def test_a_look_up_that_fails_is_counted(sqlite_store, base):
    """A fast refusal is not a fast look-up."""
    targets = [Target(scope=base, name="SAMPLE_MSG_NONE.SAMPLE_SIG_NONE")] * 4
    assert time_lookups(sqlite_store, "fetch facts in a scope", targets).wrong == 4


def test_a_client_that_breaks_is_counted(sqlite_url, base):
    """A store that fails is no fast store: the look-ups are missing from the times and counted as wrong."""
    store = facts.open(sqlite_url)
    targets = sample_targets(store, 6)
    store.close()
    timing = time_lookups(store, "fetch facts in a scope", targets, clients=2)
    assert (timing.calls, timing.wrong, timing.p99_ms) == (0, 6, 0.0)


def test_no_look_up_begins_after_the_time(sqlite_store):
    """Each client makes its first one in any case."""
    timing = time_lookups(
        sqlite_store,
        "fetch facts in a scope",
        sample_targets(sqlite_store, 40),
        clients=4,
        most_seconds=0.0,
    )
    assert (timing.calls, timing.wrong) == (4, 0)


def test_there_is_something_to_look_up(sqlite_store, tmp_path):
    """No client without work, and no sample of a store without signals."""
    with pytest.raises(ParameterError, match="each client has something to look up"):
        time_lookups(sqlite_store, "fetch facts in a scope", sample_targets(sqlite_store, 2), clients=3)
    empty = Definitions(name="empty", digest="0", snapshots=())
    load_definitions(empty, into=f"sqlite:///{tmp_path / 'empty.sqlite'}")
    with (
        facts.open(f"sqlite:///{tmp_path / 'empty.sqlite'}") as store,
        pytest.raises(ParameterError, match="a store to be timed holds signals"),
    ):
        sample_targets(store, 1)


def test_a_sample_is_the_same_again(sqlite_store):
    """Two engines are asked for the same names."""
    assert sample_targets(sqlite_store, 5) == sample_targets(sqlite_store, 5)
    assert sample_targets(sqlite_store, 20) != sample_targets(sqlite_store, 20, seed=1)


@pytest.mark.parametrize(("percent", "value"), [(50, 2.0), (99, 4.0), (25, 1.0), (100, 4.0)])
def test_a_percentile_by_nearest_rank(percent, value):
    """Of 1, 2, 3, 4: half are at most 2, and 99 of 100 at most 4."""
    assert _percentile([1.0, 2.0, 3.0, 4.0], percent) == value


@given(st.lists(st.floats(0, 1e6), min_size=1).map(sorted), st.integers(1, 100))
def test_a_percentile_is_one_of_the_times_and_enough(times, percent):
    """At least that share of the times is no greater, and no smaller time would do."""
    value = _percentile(times, percent)
    assert value in times
    assert sum(one <= value for one in times) * 100 >= percent * len(times)
    assert sum(one < value for one in times) * 100 < percent * len(times)
