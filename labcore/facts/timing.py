"""Times look-ups of a store, one by one and from many threads at once."""

from __future__ import annotations

import math
import random
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.errors import ParameterError, StoreError
from labcore.facts.scope import SCOPE_PARTS, FactScope
from labcore.facts.status import Status
from labcore.facts.text import MAX_WORDS, term_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from labcore.facts.result import Result
    from labcore.facts.store import FactStore

__all__ = ["WAYS", "Target", "Timing", "sample_targets", "time_lookups"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One signal to look up.

    Attributes:
        scope: Its complete scope.
        name: Its full name.
    """

    scope: FactScope
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """How one way of looking up went.

    Attributes:
        way: Which one.
        clients: Threads that asked at the same time.
        calls: Look-ups that came back.
        seconds: From the first to the last, on the wall clock.
        per_second: Look-ups a second, all clients together.
        p50_ms: Half of the look-ups took at most this long, in milliseconds.
        p99_ms: 99 of 100 took at most this long.
        wrong: Look-ups that failed or whose status was not the expected one; above 0 the timing is void.
    """

    way: str
    clients: int
    calls: int
    seconds: float
    per_second: float
    p50_ms: float
    p99_ms: float
    wrong: int


def _some_words(target: Target) -> str:
    return " ".join(term_words(target.name.rpartition(".")[2])[:MAX_WORDS])


WAYS: dict[str, Callable[[FactStore, Target], Result]] = {
    "fetch facts in a scope": lambda store, target: store.fetch("signal_facts", target.scope, target.name),
    "search a name in a scope": lambda store, target: store.search(target.name, target.scope),
    "search a name everywhere": lambda store, target: store.search(target.name),
    "search words in a scope": lambda store, target: store.search(_some_words(target), target.scope),
    "search words everywhere": lambda store, target: store.search(_some_words(target)),
}
"""The ways that are timed; each finds what it looks for, so that no time is won by failing."""

_EXPECTED = (Status.ANSWERED, Status.AMBIGUOUS)


def sample_targets(store: FactStore, count: int, *, seed: int = 20261130) -> tuple[Target, ...]:
    """Draw signals from the whole store, with repetition, the same ones for the same store and seed.

    Raises:
        ParameterError: The store holds no signal.
    """
    scopes = {
        row[0]: FactScope(**dict(zip(SCOPE_PARTS, map(str, row[1:5]), strict=True)))
        for row in store.engine.table("snapshot")
    }
    signals = [(row[1], str(row[4])) for row in store.engine.table("entry") if row[2] == "signal"]
    if not signals:
        raise ParameterError("a store to be timed holds signals", got="none")
    drawn = random.Random(seed).choices(signals, k=count)  # noqa: S311 - a sample, not a secret
    return tuple(Target(scope=scopes[scope_id], name=name) for scope_id, name in drawn)


def time_lookups(
    store: FactStore,
    way: str,
    targets: Sequence[Target],
    *,
    clients: int = 1,
    most_seconds: float = math.inf,
) -> Timing:
    """Look every target up once, shared out among threads that start together.

    Args:
        store: The store to ask.
        way: A key of ``WAYS``.
        targets: What to look up, at least one for each client.
        clients: How many threads ask at the same time.
        most_seconds: No look-up begins later than this; each client makes one at least.

    Raises:
        ParameterError: There are fewer targets than clients.
    """
    if not 1 <= clients <= len(targets):
        raise ParameterError(
            "each client has something to look up", got=f"{clients} clients, {len(targets)} targets"
        )
    times: list[list[float]] = [[] for _ in range(clients)]
    wrong = [0] * clients
    start = threading.Barrier(clients + 1)

    def work(number: int) -> None:
        start.wait()
        until = time.perf_counter() + most_seconds
        for place, target in enumerate(targets[number::clients]):
            began = time.perf_counter()
            if place and began > until:
                break
            try:
                status = WAYS[way](store, target).status
            except StoreError:
                wrong[number] += 1
                continue
            times[number].append(time.perf_counter() - began)
            wrong[number] += status not in _EXPECTED

    threads = [threading.Thread(target=work, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    start.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - began
    taken = [1000 * one for row in times for one in row]
    return _timing(way, clients, sorted(taken), seconds, sum(wrong))


def _timing(way: str, clients: int, taken: Sequence[float], seconds: float, wrong: int) -> Timing:
    return Timing(
        way=way,
        clients=clients,
        calls=len(taken),
        seconds=seconds,
        per_second=len(taken) / seconds,
        p50_ms=_percentile(taken, 50),
        p99_ms=_percentile(taken, 99),
        wrong=wrong,
    )


def _percentile(ordered: Sequence[float], percent: int) -> float:
    """Give the nearest-rank percentile of times in rising order; 0 of none."""
    return ordered[math.ceil(len(ordered) * percent / 100) - 1] if ordered else 0.0
