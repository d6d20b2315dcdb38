"""How long the oracle takes for one valid candidate: a measurement of the checker alone."""

from __future__ import annotations

import tracemalloc
from dataclasses import dataclass
from time import perf_counter_ns
from typing import TYPE_CHECKING

from labcore.errors import FixtureError, ParameterError
from labcore.experiments.oracle_checks import given_bundle
from labcore.oracle import check
from labcore.records import NamedCheck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.fixture import Fixture

__all__ = ["Batch", "all_accepted", "time_oracle"]

PREPARATION = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """One timed batch of one process.

    Attributes:
        calls: How many calls of `labcore.oracle.check`, all of the same valid candidate.
        milliseconds: For the whole batch, without tracing.
        peak_bytes: The most that was held above the start, in a second, traced batch.
        held_bytes: What was still held after it.
        accepted: How many calls accepted.
    """

    calls: int
    milliseconds: float
    peak_bytes: int
    held_bytes: int
    accepted: int


def time_oracle(fixture: Fixture, calls: int = 10_000) -> Batch:
    """Time one batch in this process, after a short preparation; nothing is retrieved, parsed or shown.

    CPython does not count allocated bytes in total, as .NET does: what is freed is used again. So the
    most held at once and the rest that stays are given, from a batch of their own, because tracing slows.

    Args:
        fixture: Its first candidate that is expected to be accepted is checked.
        calls: Calls of one batch, from 1.

    Raises:
        ParameterError: calls is below 1. FixtureError: No candidate is expected to be accepted.
    """
    if calls < 1:
        raise ParameterError("a batch has at least one call", got=calls)
    facts = {fact.id: fact for fact in fixture.propositions}
    valid = next((candidate for candidate in fixture.candidates if candidate.expects is None), None)
    if valid is None:
        raise FixtureError("timing needs a candidate that is expected to be accepted", place=fixture.name)
    fact, bundle, units = facts[valid.fact_id], given_bundle(fixture), fixture.units

    def batch(size: int) -> int:
        return sum(check(valid.proposition, fact, bundle, units).accepted for _ in range(size))

    batch(PREPARATION)
    started = perf_counter_ns()
    accepted = batch(calls)
    spent = perf_counter_ns() - started
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tracemalloc.reset_peak()
    batch(calls)
    after, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return Batch(
        calls=calls,
        milliseconds=spent / 1e6,
        peak_bytes=peak - before,
        held_bytes=after - before,
        accepted=accepted,
    )


def all_accepted(batches: Sequence[Batch]) -> NamedCheck:
    """The one assertion of a timing; repeated calls are not new cases, so it joins no other count."""
    calls, accepted = sum(b.calls for b in batches), sum(b.accepted for b in batches)
    return NamedCheck(
        group="timing",
        name="every timed call accepted",
        passed=calls == accepted > 0,
        expected=str(calls),
        actual=str(accepted),
        detail="the same valid candidate every time",
    )
