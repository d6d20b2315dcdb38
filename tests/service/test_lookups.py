"""Look-ups that take long, fail, or are too many."""

import asyncio
import threading
import time

import pytest

from labcore.errors import StoreError
from labcore.facts import Result, Status
from labcore.service.limits import Limits
from labcore.service.lookups import Lookups
from labcore.service.refusals import Refusal, Why


class SlowStore:
    """Waits in every search until it is let go."""

    def __init__(self, store, error=None):
        self.engine, self.registry = store.engine, store.registry
        self.go = threading.Event()
        self.running = 0
        self.most = 0
        self._lock = threading.Lock()
        self._store, self._error = store, error

    def search(self, *args):
        with self._lock:
            self.running += 1
            self.most = max(self.most, self.running)
        self.go.wait(20)
        with self._lock:
            self.running -= 1
        if self._error:
            raise self._error
        return self._store.search(*args)


@pytest.fixture
def slow(sqlite_store):
    store = SlowStore(sqlite_store)
    yield store
    store.go.set()


def asked(lookups, times=1):
    async def main():
        return await asyncio.gather(*(lookups.ask("search", {"term": "x"}) for _ in range(times)))

    return asyncio.run(main())


def test_a_look_up_gives_the_stores_result(slow):
    slow.go.set()
    (result,) = asked(Lookups(slow, Limits()))
    assert result.status is Status.NOT_FOUND


def test_a_slow_look_up_is_given_up_in_time(slow):
    """The client hears after 0.1 s, long before the store answers."""
    begun = time.monotonic()
    (outcome,) = asked(Lookups(slow, Limits(lookup_seconds=0.1)))
    assert outcome == Refusal(why=Why.TIMED_OUT)
    assert time.monotonic() - begun < 5


def test_slow_look_ups_take_no_more_threads_than_the_limit(slow):
    """Of six, two run; four give up waiting, and none of them starts later."""
    outcomes = asked(Lookups(slow, Limits(lookups=2, lookup_seconds=0.2)), 6)
    assert outcomes == [Refusal(why=Why.TIMED_OUT)] * 6
    slow.go.set()
    time.sleep(0.1)
    assert slow.most == 2


def test_more_than_may_wait_are_refused_at_once(slow):
    """Two run or wait; the third hears that it is too many."""
    outcomes = asked(Lookups(slow, Limits(lookups=1, waiting=1, lookup_seconds=0.2)), 3)
    assert [one.why for one in outcomes] == [Why.TIMED_OUT, Why.TIMED_OUT, Why.BUSY]
    assert outcomes[2].headers == (("retry-after", "1"),)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        pytest.param(StoreError("gone"), Why.STORE_FAILED, id="the store failed"),
        pytest.param(ValueError("x"), Why.FAILED, id="anything else failed"),
    ],
)
def test_a_failure_is_a_refusal(sqlite_store, error, why, caplog):
    """It is logged, and it is no exception."""
    store = SlowStore(sqlite_store, error)
    store.go.set()
    assert asked(Lookups(store, Limits())) == [Refusal(why=why)]
    assert caplog.records


def test_look_ups_work_again_after_a_failure(slow):
    """What timed out does not count against those that come later."""
    lookups = Lookups(slow, Limits(lookups=1, waiting=1, lookup_seconds=0.1))
    asked(lookups, 3)
    slow.go.set()
    time.sleep(0.1)
    (result,) = asked(lookups)
    assert isinstance(result, Result)
