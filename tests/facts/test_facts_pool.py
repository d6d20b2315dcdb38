"""Connections are lent to one thread at a time, never more than there may be."""

from __future__ import annotations

import queue
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import StoreError
from labcore.facts.pool import Pool


class Connection:
    """A connection that knows whether it is closed."""

    def __init__(self, made):
        self.open = True
        made.append(self)

    def close(self):
        self.open = False


def pool(size=2, patience=5.0):
    """A pool and the list of the connections that it made."""
    made: list[Connection] = []
    return Pool(lambda: Connection(made), size=size, patience=patience), made


def test_a_connection_is_used_again():
    """Two requests one after the other share one connection."""
    lender, made = pool()
    with lender.lend() as first:
        pass
    with lender.lend() as second:
        assert second is first
    assert len(made) == 1


def test_a_connection_that_failed_is_not_lent_again():
    """After an error nobody knows its state."""
    lender, made = pool(size=1)
    with pytest.raises(ZeroDivisionError), lender.lend():
        raise ZeroDivisionError
    assert not made[0].open
    with lender.lend() as next_one:
        assert next_one.open


def test_a_connection_that_cannot_be_opened_frees_its_place():
    """A server that comes back finds the pool as large as before."""

    def refuse():
        raise OSError("refused")

    lender = Pool(refuse, size=1, patience=0.1)
    for _ in range(3):
        with pytest.raises(OSError, match="refused"), lender.lend():
            pass


def test_a_busy_pool_refuses_in_time():
    """A caller gets an answer that says what to do."""
    lender, _ = pool(size=1, patience=0.05)
    with (
        lender.lend(),
        pytest.raises(StoreError, match=r"every connection stayed busy for 0\.05 s"),
        lender.lend(),
    ):
        pass


def test_closing_reaches_those_that_are_lent():
    """One that is out closes when it comes back, and nothing is lent any more."""
    lender, made = pool()
    with lender.lend():
        lender.close()
        assert made[0].open
    assert not made[0].open
    with pytest.raises(StoreError, match="a closed store answers nothing"), lender.lend():
        pass


@given(st.integers(1, 4), st.integers(1, 12))
def test_no_two_threads_hold_one_connection(size, threads):
    """However many ask, at most ``size`` connections are made, and each is held by one thread."""
    lender, made = pool(size=size)
    held: set[Connection] = set()
    lock, twice = threading.Lock(), []

    def work():
        with lender.lend() as connection:
            with lock:
                twice.extend([connection] if connection in held else [])
                held.add(connection)
            with lock:
                held.discard(connection)

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert twice == []
    assert len(made) <= size


def test_who_waits_longest_is_served_first():
    """Also before the thread that has just given a connection back and asks again."""
    lender, _ = pool(size=1)
    served, workers = [], []

    def work(name):
        with lender.lend():
            served.append(name)

    with lender.lend():
        for name in range(5):
            workers.append(threading.Thread(target=work, args=(name,)))
            workers[-1].start()
            while len(lender._waiting) <= name:
                time.sleep(0.001)
    work("again")
    for worker in workers:
        worker.join()
    assert served == [0, 1, 2, 3, 4, "again"]


def waiting_ends_with(error, lender, monkeypatch, *, handed):
    """Make the next waiting end with an error, with or without a connection that comes in that moment."""

    class Ends(queue.SimpleQueue):
        def get(self, timeout=None):
            if timeout is None:
                return super().get()
            if handed:
                lender._give_back(None)
            raise error

    monkeypatch.setattr("labcore.facts.pool.queue.SimpleQueue", Ends)


def test_a_connection_that_comes_as_the_waiting_ends_is_taken(monkeypatch):
    lender, _ = pool(size=1)
    lender._take()
    waiting_ends_with(queue.Empty, lender, monkeypatch, handed=True)
    with lender.lend() as connection:
        assert connection.open
    assert lender._free == [connection]


@pytest.mark.parametrize("handed", [True, False])
def test_an_interrupted_wait_loses_no_connection(monkeypatch, handed):
    lender, _ = pool(size=1)
    lender._take()
    waiting_ends_with(KeyboardInterrupt, lender, monkeypatch, handed=handed)
    with pytest.raises(KeyboardInterrupt), lender.lend():
        pass
    assert not lender._waiting
    assert lender._free == [None] * handed


def test_who_waits_while_the_pool_is_closed_is_refused():
    """It gets no connection, and opens none."""
    lender, made = pool(size=1)
    refused = []

    def wait():
        try:
            with lender.lend():
                pass
        except StoreError as error:
            refused.append(error.rule)

    with lender.lend():
        waiter = threading.Thread(target=wait)
        waiter.start()
        while not lender._waiting:
            time.sleep(0.001)
        lender.close()
    waiter.join()
    assert refused == ["a closed store answers nothing"]
    assert [one.open for one in made] == [False]


def test_a_connection_that_cannot_be_closed_frees_its_place():
    lender, made = pool(size=1)

    def gone():
        raise OSError("gone")

    def fail():
        with lender.lend() as connection:
            connection.close = gone
            raise ZeroDivisionError

    with pytest.raises(OSError, match="gone"):
        fail()
    with lender.lend():
        assert len(made) == 2
