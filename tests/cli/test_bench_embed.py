"""``labcore bench embed`` as a person and a program call it."""

import json
from dataclasses import replace
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from labcore.cli import bench_embed
from labcore.cli.main import root
from labcore.experiments.embed_timing import EncodedBatch

POLICIES = Path(__file__).parents[2] / "fixtures" / "policies"
BATCH = EncodedBatch(
    items=40,
    tokens=832,
    milliseconds=0.0,
    load_milliseconds=200.0,
    tokenise_milliseconds=3.0,
    largest_gap=1e-8,
    vectors_sha256="a",
)


def call(*args):
    return CliRunner().invoke(root, ["bench", "embed", *map(str, args)], catch_exceptions=False)


@pytest.fixture
def measured(monkeypatch):
    """Three batches of 300, 500 and 400 ms in place of three processes."""
    times = iter([300.0, 500.0, 400.0])
    monkeypatch.setattr(bench_embed, "_in_a_process", lambda _: replace(BATCH, milliseconds=next(times)))


def test_each_batch_and_the_median_are_printed(measured):
    """Of 300, 400 and 500 ms the median is 400; loading stands beside it."""
    result = call(POLICIES)
    lines = result.output.splitlines()
    assert [line.split()[1:3] for line in lines[2:5]] == [
        ["300.00", "200.00"],
        ["500.00", "200.00"],
        ["400.00", "200.00"],
    ]
    assert lines[5] == "median 400.00 ms for 40 single items of 832 tokens, one thread"
    assert lines[6].startswith("1 assertion, apart from the named checks: 1 set of vectors")
    assert result.exit_code == 0


def test_programs_get_every_batch(measured):
    report = json.loads(call(POLICIES, "--json").output)
    assert [batch["milliseconds"] for batch in report["batches"]] == [300.0, 500.0, 400.0]
    assert report["median_milliseconds"] == 400.0
    assert report["assertion"]["passed"] is True


def test_vectors_that_differ_end_with_1(monkeypatch):
    digests = iter("ab")
    monkeypatch.setattr(bench_embed, "_in_a_process", lambda _: replace(BATCH, vectors_sha256=next(digests)))
    assert call(POLICIES, "--processes", 2).exit_code == 1


def test_a_process_of_its_own_gives_a_batch():
    batch = bench_embed._in_a_process(POLICIES)
    assert (batch.items, batch.largest_gap < 1e-5) == (40, True)


def test_a_process_that_fails_is_an_error(tmp_path):
    with pytest.raises(click.ClickException):
        bench_embed._in_a_process(tmp_path / "absent")


def test_help_has_an_example():
    assert "Example: labcore bench embed" in call("--help").output
