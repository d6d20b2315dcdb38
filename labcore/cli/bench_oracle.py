"""``labcore bench oracle``: three fresh processes, the same valid candidate, nothing but the check."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from statistics import median

import click
from tqdm import tqdm

from labcore.cli.tables import table
from labcore.experiments.oracle_timing import Batch, all_accepted, time_oracle
from labcore.fixture import load

__all__ = ["oracle"]


@click.command("oracle", short_help="Time the scalar check of one valid candidate.")
@click.argument("fixture", type=click.Path(path_type=Path), default=Path("fixtures/limits"))
@click.option(
    "--calls", type=click.IntRange(min=1), default=10_000, show_default=True, help="Calls a process, from 1."
)
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Fresh processes, one by one.",
)
@click.option(
    "--once", is_flag=True, help="Measure in this process and print JSON; each process is called so."
)
@click.option("--json", "as_json", is_flag=True, help="Print every batch as JSON.")
def oracle(fixture: Path, calls: int, processes: int, *, once: bool, as_json: bool) -> None:
    """Time batches of the same valid candidate of FIXTURE, each in a process of its own.

    The median of batch times is no percentile of single calls, and says nothing of retrieval, parsing or
    a model. Its one assertion, that every call accepted, is counted apart from ``labcore check``.

    Example: labcore bench oracle fixtures/limits
    """
    if once:
        click.echo(json.dumps(asdict(time_oracle(load(fixture), calls))))
        return
    bar = tqdm(range(processes), unit="process", disable=None, leave=False)
    batches = [_in_a_process(fixture, calls) for _ in bar]
    asserted = all_accepted(batches)
    middle = median(batch.milliseconds for batch in batches)
    if as_json:
        report = {"batches": [asdict(b) for b in batches], "median_milliseconds": middle}
        report |= {"microseconds_a_call": middle * 1000 / calls, "assertion": asdict(asserted)}
        click.echo(json.dumps(report, indent=2))
    else:
        rows = [[n, b.milliseconds, b.peak_bytes, b.held_bytes] for n, b in enumerate(batches, start=1)]
        click.echo(table(["process", "milliseconds", "peak bytes", "bytes still held"], rows))
        click.echo(
            f"median {middle:.2f} ms for {calls} calls, {middle * 1000 / calls:.2f} microseconds a call"
        )
        click.echo(
            f"1 assertion, apart from the named checks: {asserted.actual} of {asserted.expected} accepted"
        )
    sys.exit(0 if asserted.passed else 1)


def _in_a_process(fixture: Path, calls: int) -> Batch:
    command = [
        sys.executable,
        "-m",
        "labcore",
        "bench",
        "oracle",
        str(fixture),
        "--once",
        "--calls",
        str(calls),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own command
    if done.returncode:
        raise click.ClickException(done.stderr.strip() or f"a process ended with {done.returncode}")
    return Batch(**json.loads(done.stdout))
