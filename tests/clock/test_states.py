"""States of a passage on a day."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.clock import State, missing, state, why
from labcore.records import Passage

DAY = date(2026, 1, 1)
ON = [DAY + timedelta(days=n) for n in range(40)]
# the article's passage: published on day 1, effective on day 10, retrieved on day 20
ARTICLE = Passage(id="p", text="", published_at=ON[1], effective_from=ON[10], retrieved_at=ON[20])


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        pytest.param(0, State.UNPUBLISHED, id="the day before publication"),
        pytest.param(1, State.PENDING, id="the day of publication"),
        pytest.param(5, State.PENDING, id="the article's question about day 5"),
        pytest.param(9, State.PENDING, id="the day before it takes effect"),
        pytest.param(10, State.IN_FORCE, id="the first day"),
        pytest.param(19, State.IN_FORCE, id="in force although not yet retrieved"),
    ],
)
def test_effective_time_and_not_retrieval_decides(day, expected):
    assert state(ARTICLE, ON[day]) is expected


def test_the_last_day_is_outside():
    """Intervals are half-open: effective_until is the first day that is no longer in force."""
    passage = Passage(id="p", text="", published_at=ON[0], effective_from=ON[0], effective_until=ON[10])
    assert [state(passage, ON[day]) for day in (9, 10)] == [State.IN_FORCE, State.EXPIRED]


@pytest.mark.parametrize(
    ("missing", "expected"), [("published_at", State.UNPUBLISHED), ("effective_from", State.PENDING)]
)
def test_a_missing_date_fails_closed(missing, expected):
    """What nobody stated is never taken for in force."""
    dates = {"published_at": ON[0], "effective_from": ON[0]} | {missing: None}
    assert state(Passage(id="p", text="", **dates), ON[39]) is expected


@given(st.integers(0, 39), st.integers(0, 39), st.integers(1, 39), st.integers(0, 38))
def test_states_only_move_forward(published, start, length, day):
    """From one day to the next a passage never returns to an earlier state."""
    passage = Passage(
        id="p",
        text="",
        published_at=ON[published],
        effective_from=ON[start],
        effective_until=ON[start] + timedelta(days=length),
    )
    order = list(State)
    assert order.index(state(passage, ON[day])) <= order.index(state(passage, ON[day + 1]))


@pytest.mark.parametrize(
    ("day", "words"),
    [
        pytest.param(
            0, "unpublished on 2026-01-01: nobody could read it before 2026-01-02", id="unpublished"
        ),
        pytest.param(5, "pending on 2026-01-06: published 2026-01-02, applies from 2026-01-11", id="pending"),
        pytest.param(
            10, "in force on 2026-01-11: applies from 2026-01-11, without a stated end", id="in force"
        ),
    ],
)
def test_the_deciding_date_is_named(day, words):
    assert why(ARTICLE, ON[day]) == words


def test_an_end_is_named_on_both_sides():
    passage = Passage(id="p", text="", published_at=ON[0], effective_from=ON[0], effective_until=ON[10])
    assert why(passage, ON[9]).endswith("before 2026-01-11")
    assert why(passage, ON[10]) == "expired on 2026-01-11: 2026-01-11 is the first day without it"


@pytest.mark.parametrize(
    ("dates", "absent", "words"),
    [
        pytest.param(
            {"effective_from": ON[0]},
            ("published_at",),
            "no day of publication is stated",
            id="no publication",
        ),
        pytest.param(
            {"published_at": ON[0]}, ("effective_from",), "no first day is stated", id="no first day"
        ),
        pytest.param({}, ("published_at", "effective_from"), "counts as unpublished", id="neither"),
    ],
)
def test_a_missing_date_is_said(dates, absent, words):
    passage = Passage(id="p", text="", **dates)
    assert missing(passage) == absent
    assert words in why(passage, ON[39])


def test_a_passage_with_both_dates_misses_none():
    assert missing(ARTICLE) == ()


@given(st.lists(st.integers(1, 12), min_size=1, max_size=6, unique=False), st.integers(-3, 80))
def test_a_gapless_chain_has_exactly_one_version_in_force_each_day(lengths, day):
    """Law: each version ends on the day on which the next one starts, so every day of the chain has one."""
    starts = [DAY + timedelta(days=sum(lengths[:number])) for number in range(len(lengths) + 1)]
    chain = [
        Passage(id=f"v{number}", text="", published_at=starts[0], effective_from=start, effective_until=end)
        for number, (start, end) in enumerate(pairwise(starts))
    ]
    asked = DAY + timedelta(days=day)
    in_force = [passage.id for passage in chain if state(passage, asked) is State.IN_FORCE]
    assert len(in_force) == (1 if starts[0] <= asked < starts[-1] else 0)
