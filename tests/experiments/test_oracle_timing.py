"""The measurement of the scalar check."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import FixtureError, ParameterError
from labcore.experiments import oracle_timing
from labcore.experiments.oracle_timing import Batch, all_accepted, time_oracle
from labcore.fixture import load
from labcore.oracle import check

LIMITS = load(Path(__file__).parents[2] / "fixtures" / "limits")


def test_every_call_checks_the_first_valid_candidate(monkeypatch):
    """500 calls of preparation, 7 timed, 7 traced."""
    seen = []
    monkeypatch.setattr(oracle_timing, "check", lambda *case: seen.append(case) or check(*case))
    batch = time_oracle(LIMITS, calls=7)
    assert (batch.calls, batch.accepted) == (7, 7)
    assert len(seen) == 500 + 7 + 7
    assert {candidate.id for candidate, *_ in seen} == {"upload-limit-valid"}


def test_time_and_memory_are_measured():
    batch = time_oracle(LIMITS, calls=50)
    assert batch.milliseconds > 0
    assert batch.peak_bytes > 0
    assert batch.held_bytes < 2_000


def test_time_grows_with_the_calls():
    assert time_oracle(LIMITS, calls=4000).milliseconds > time_oracle(LIMITS, calls=40).milliseconds


@pytest.mark.parametrize("calls", [0, -1])
def test_a_batch_without_calls_is_refused(calls):
    with pytest.raises(ParameterError, match=f"a batch has at least one call, got {calls}"):
        time_oracle(LIMITS, calls=calls)


def test_a_fixture_without_a_valid_candidate_is_refused():
    with pytest.raises(
        FixtureError, match="limits: timing needs a candidate that is expected to be accepted"
    ):
        time_oracle(replace(LIMITS, candidates=()))


@given(st.lists(st.tuples(st.integers(1, 99), st.integers(0, 99)), min_size=1, max_size=4))
def test_law_the_assertion_passes_when_every_call_accepted_and_only_then(pairs):
    batches = [
        Batch(calls=calls, milliseconds=1, peak_bytes=0, held_bytes=0, accepted=min(accepted, calls))
        for calls, accepted in pairs
    ]
    asserted = all_accepted(batches)
    assert asserted.passed is all(accepted >= calls for calls, accepted in pairs)
    assert asserted.group == "timing"
