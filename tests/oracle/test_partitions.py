"""Tables on Dask: the same outcomes, partition by partition, on two workers."""

import sys

import pandas as pd
import pytest
from dask import config
from dask import dataframe as dd
from distributed import Client, LocalCluster
from hypothesis import given, settings
from hypothesis import strategies as st

from labcore.errors import ExtraMissingError, ParameterError
from labcore.oracle import OUTCOMES, check_table
from labcore.oracle.columns import COLUMNS
from labcore.records import Proposition
from labcore.units import Units

UNITS = Units.of({"data": {"bytes": "1", "MB": "1000000"}, "time": {"days": "1"}})
FACT = Proposition(id="f", evidence_id="P", version="v", tenant="t", scope="s", unit="MB", value="20")
RIGHT = {"fact": "f", **{name: getattr(FACT, name) for name in COLUMNS[1:]}}


def frame_of(rows):
    frame = pd.DataFrame([{**RIGHT, **row} for row in rows], columns=COLUMNS)
    return frame.astype(dict.fromkeys(COLUMNS[:-1], "str") | {"allowed": "boolean"})


def test_two_workers_give_the_outcomes_of_one_call():
    frame = frame_of(
        [{"value": str(19 + place % 3), "unit": "MB" if place % 5 else "days"} for place in range(500)]
    )
    wanted = check_table(frame, [FACT], UNITS, bundle={"P"})
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        lazy = check_table(dd.from_pandas(frame, npartitions=4), [FACT], UNITS, bundle={"P"})
        assert len(client.scheduler_info()["workers"]) == 2
        pd.testing.assert_series_equal(lazy.compute(), wanted)
        counts = lazy.value_counts().compute()
    assert counts.to_dict() == wanted.value_counts().to_dict()
    assert {name for name, count in counts.items() if count} == {"accepted", "value", "unit"}


@settings(max_examples=10, deadline=None)
@given(st.lists(st.sampled_from(["20", "20.0", "21", "x", None]), min_size=1, max_size=9), st.integers(1, 4))
def test_law_the_number_of_partitions_changes_nothing(values, partitions):
    frame = frame_of([{"value": value} for value in values])
    with config.set(scheduler="synchronous"):
        lazy = check_table(dd.from_pandas(frame, npartitions=partitions), [FACT], UNITS, bundle={"P"})
        assert tuple(lazy.dtype.categories) == OUTCOMES
        pd.testing.assert_series_equal(lazy.compute(), check_table(frame, [FACT], UNITS, bundle={"P"}))


def test_a_missing_column_is_refused_before_any_worker_starts():
    lazy = dd.from_pandas(frame_of([{}]).drop(columns="unit"), npartitions=1)
    with pytest.raises(ParameterError, match="Missing or twice: unit"):
        check_table(lazy, [FACT], UNITS, bundle={"P"})


def test_no_fact_is_refused_before_any_worker_starts():
    with pytest.raises(ParameterError, match="checked against facts with different ids"):
        check_table(dd.from_pandas(frame_of([{}]), npartitions=1), [], UNITS, bundle={"P"})


def test_without_dask_the_extra_is_named(monkeypatch):
    lazy = dd.from_pandas(frame_of([{}]), npartitions=1)
    monkeypatch.delitem(sys.modules, "labcore.oracle.partitions", raising=False)
    monkeypatch.setitem(sys.modules, "dask.dataframe", None)
    with pytest.raises(ExtraMissingError, match=r"checking a dask table needs the optional part \[dask\]"):
        check_table(lazy, [FACT], UNITS, bundle={"P"})
