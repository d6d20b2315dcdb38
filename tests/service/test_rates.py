"""The token bucket, with a clock that the test turns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.service.rates import RateLimit


class Clock:
    """Seconds that only the test moves."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def limit(clock, **more):
    return RateLimit(**{"rate": 2.0, "burst": 3, "clients": 10, "clock": clock, **more})


def test_a_burst_is_let_through_and_the_next_one_waits():
    """Three tokens, three requests; at 2 tokens a second the fourth waits half a second, told as 1."""
    rates = limit(Clock())
    assert [rates.wait("a") for _ in range(4)] == [0, 0, 0, 1]


def test_tokens_come_back_with_time():
    """After 3 spent tokens, 1 second at 2 a second gives 2 more requests and not a third."""
    clock = Clock()
    rates = limit(clock)
    assert [rates.wait("a") for _ in range(3)] == [0, 0, 0]
    clock.now += 1.0
    assert [rates.wait("a") for _ in range(3)] == [0, 0, 1]


def test_a_long_pause_gives_no_more_than_a_burst():
    clock = Clock()
    rates = limit(clock)
    rates.wait("a")
    clock.now += 1e6
    assert [rates.wait("a") for _ in range(4)] == [0, 0, 0, 1]


def test_a_slow_rate_says_how_many_seconds():
    """At one token in ten seconds, an empty bucket is worth a wait of 10 s."""
    rates = limit(Clock(), rate=0.1, burst=1)
    assert [rates.wait("a"), rates.wait("a")] == [0, 10]


def test_clients_have_buckets_of_their_own():
    rates = limit(Clock(), burst=1)
    assert [rates.wait("a"), rates.wait("b"), rates.wait("a")] == [0, 0, 1]


def test_the_client_longest_silent_is_forgotten_first():
    """With room for two, c pushes out b, because a was heard again after b."""
    rates = limit(Clock(), clients=2, burst=1)
    for client in ("a", "b", "a", "c"):
        rates.wait(client)
    assert len(rates) == 2
    assert [rates.wait("a"), rates.wait("b")] == [1, 0]


@given(pauses=st.lists(st.floats(0, 5), max_size=60), rate=st.floats(0.1, 50), burst=st.integers(1, 20))
def test_never_more_than_a_burst_and_the_rate(pauses, rate, burst):
    """Over any time, at most burst + rate * seconds requests get through."""
    clock = Clock()
    rates = limit(clock, rate=rate, burst=burst)
    passed = 0
    for pause in pauses:
        clock.now += pause
        passed += rates.wait("a") == 0
    assert passed <= burst + rate * sum(pauses) + 1e-6


@given(rate=st.floats(0.01, 100), burst=st.integers(1, 5))
def test_the_wait_that_is_told_is_long_enough(rate, burst):
    """Who waits as long as was said gets through."""
    clock = Clock()
    rates = limit(clock, rate=rate, burst=burst)
    while (wait := rates.wait("a")) == 0:
        pass
    clock.now += wait
    assert rates.wait("a") == 0


@pytest.mark.parametrize("clients", [1, 5])
def test_strangers_cannot_fill_the_memory(clients):
    rates = limit(Clock(), clients=clients)
    for number in range(1000):
        rates.wait(f"10.0.{number // 256}.{number % 256}")
    assert len(rates) == clients
