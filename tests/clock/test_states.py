"""States of a passage on a day."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.clock import State, state
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
