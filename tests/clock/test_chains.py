"""Versions of one source in time."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.clock import ClockRule, State, state
from labcore.clock.chains import chain_problems
from labcore.records import Passage

DAY = date(2026, 1, 1)


def on(day):
    return None if day is None else DAY + timedelta(days=day)


def version(name, start, end, **fields):
    base = {"source_id": "rule", "version": name, "published_at": DAY}
    return Passage(id=name, text="", effective_from=on(start), effective_until=on(end), **(base | fields))


def found(*passages):
    return [
        (problem.rule.value, problem.passage_id, problem.other_id) for problem in chain_problems(passages)
    ]


@pytest.mark.parametrize(
    ("passages", "expected"),
    [
        pytest.param([version("a", 0, 10), version("b", 10, None)], [], id="the next starts on the last day"),
        pytest.param(
            [version("a", 0, 10), version("b", 11, None)], [("gap", "b", "a")], id="one day without a rule"
        ),
        pytest.param(
            [version("a", 0, 10), version("b", 9, None)], [("overlap", "b", "a")], id="one day with two"
        ),
        pytest.param(
            [version("a", 0, None), version("b", 10, None)], [("overlap", "b", "a")], id="an open end before"
        ),
        pytest.param([version("b", 10, None), version("a", 0, 10)], [], id="in any file order"),
        pytest.param(
            [version("a", 0, 30), version("b", 5, 10), version("c", 30, None)],
            [("overlap", "b", "a")],
            id="one inside another: the longest reach counts",
        ),
        pytest.param(
            [version("a", 0, 5), version("b", 3, 9), version("c", 10, None)],
            [("overlap", "b", "a"), ("gap", "c", "b")],
            id="an overlap and then a gap",
        ),
        pytest.param(
            [version("a", 0, 10), version("b", None, 20)], [], id="without a first day it takes no part"
        ),
        pytest.param(
            [version("a", 0, 10), version("b", 20, None, source_id="other")], [], id="another source"
        ),
        pytest.param([version("a", 0, None), version("b", 0, None, product="x")], [], id="another product"),
        pytest.param([version("a", 0, None), version("b", 0, None, tenant="x")], [], id="another tenant"),
        pytest.param(
            [version("a", 0, None), version("b", 0, None, record_type="x")], [], id="another record type"
        ),
        pytest.param([], [], id="no passage"),
    ],
)
def test_neighbours(passages, expected):
    assert found(*passages) == expected


def test_passages_of_one_version_share_its_interval():
    """Two fragments of one version are no overlap; a third with another end is a mistake."""
    first, second = version("v1", 0, 10), version("v1", 0, 10)
    other = Passage(
        id="odd", text="", source_id="rule", version="v1", effective_from=on(0), effective_until=on(9)
    )
    assert found(first, second) == []
    assert found(first, second, other) == [("mixed_intervals", "odd", "v1")]


def test_the_detail_names_both_intervals():
    problem = next(chain_problems([version("a", 0, 10), version("b", 11, None)]))
    assert problem.detail == "a [2026-01-01, 2026-01-11) is followed by b [2026-01-12, open)"


def test_a_version_without_a_label_is_said_to_be_one():
    problem = next(chain_problems([version("a", 0, None), version("b", 1, None, version=None)]))
    assert "the version without a label [2026-01-02, open)" in problem.detail


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 20)), min_size=2, max_size=5))
def test_silence_means_one_version_on_each_day(intervals):
    """Second opinion: nothing is found exactly if counting day by day finds one version in force throughout."""
    passages = [version(f"v{n}", start, start + length) for n, (start, length) in enumerate(intervals)]
    first = min(start for start, _ in intervals)
    last = max(start + length for start, length in intervals)
    counts = [
        sum(state(passage, on(day)) is State.IN_FORCE for passage in passages) for day in range(first, last)
    ]
    rules = {problem.rule for problem in chain_problems(passages)}
    assert (ClockRule.OVERLAP in rules) == (max(counts) > 1)
    assert (ClockRule.GAP in rules) == (min(counts) < 1)


@given(st.lists(st.integers(1, 30), min_size=2, max_size=8))
def test_a_gapless_chain_is_clean(lengths):
    edges = [sum(lengths[:n]) for n in range(len(lengths) + 1)]
    assert found(*(version(f"v{n}", *pair) for n, pair in enumerate(pairwise(edges)))) == []
