"""Connections are lent to one thread at a time, never more than there may be."""

from __future__ import annotations

import threading

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
