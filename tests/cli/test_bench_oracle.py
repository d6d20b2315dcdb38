"""``labcore bench oracle`` as a person and a program call it."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from labcore.cli import bench_oracle
from labcore.cli.main import root
from labcore.experiments.oracle_timing import Batch

LIMITS = Path(__file__).parents[2] / "fixtures" / "limits"


def call(*args):
    return CliRunner().invoke(root, ["bench", *map(str, args)], catch_exceptions=False)


@pytest.fixture
def measured(monkeypatch):
    """Three batches of 2, 6 and 4 ms in place of three processes."""
    times = iter([2.0, 6.0, 4.0] * 3)
    accepted = iter([10] * 9)
    monkeypatch.setattr(
        bench_oracle,
        "_in_a_process",
        lambda _, calls: Batch(
            calls=calls, milliseconds=next(times), peak_bytes=900, held_bytes=0, accepted=next(accepted)
        ),
    )
    return monkeypatch


def test_the_median_and_the_separate_assertion_are_printed(measured):
    """Of 2, 4 and 6 ms the median is 4; for 10 calls that is 400 microseconds a call."""
    result = call("oracle", LIMITS, "--calls", 10)
    assert result.exit_code == 0
    assert "median 4.00 ms for 10 calls, 400.00 microseconds a call" in result.output
    assert "1 assertion, apart from the named checks: 30 of 30 accepted" in result.output


def test_for_programs_every_batch_is_given(measured):
    report = json.loads(call("oracle", LIMITS, "--calls", 10, "--json").output)
    assert [batch["milliseconds"] for batch in report["batches"]] == [2, 6, 4]
    assert (report["median_milliseconds"], report["microseconds_a_call"]) == (4, 400)
    assert report["assertion"]["group"] == "timing"


def test_a_call_that_did_not_accept_ends_with_1(measured):
    assert call("oracle", LIMITS, "--calls", 11).exit_code == 1


def test_a_process_of_its_own_gives_a_batch():
    batch = bench_oracle._in_a_process(LIMITS, 20)
    assert (batch.calls, batch.accepted) == (20, 20)
    assert batch.milliseconds > 0


def test_a_process_that_fails_says_why(tmp_path):
    with pytest.raises(click.ClickException, match="error: .*a fixture is a folder"):
        bench_oracle._in_a_process(tmp_path / "none", 1)


def test_help_names_what_can_be_measured():
    assert "oracle  Time the scalar check" in call("--help").output
    assert call("nothing").exit_code == 2
