"""``labcore bench embed``: three fresh processes, the same single items, model loading apart."""

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
from labcore.experiments.embed_timing import EncodedBatch, all_agreed, time_embedding
from labcore.fixture import load

__all__ = ["embed"]


@click.command("embed", short_help="Time single items on their way to vectors.")
@click.argument("fixture", type=click.Path(path_type=Path), default=Path("fixtures/policies"))
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
def embed(fixture: Path, processes: int, *, once: bool, as_json: bool) -> None:
    """Time every passage and query of FIXTURE, each alone, on one thread, in fresh processes.

    The time of a batch holds graph, pooling, normalisation and the comparison with the recorded vectors;
    reading the model and tokenising are given beside it. The first inference is included. It is no
    latency of a search, and nothing follows from it for many callers at once.

    Example: labcore bench embed fixtures/policies
    """
    if once:
        click.echo(json.dumps(asdict(time_embedding(load(fixture)))))
        return
    bar = tqdm(range(processes), unit="process", disable=None, leave=False)
    batches = [_in_a_process(fixture) for _ in bar]
    agreed = all_agreed(batches)
    middle = median(batch.milliseconds for batch in batches)
    if as_json:
        report = {"batches": [asdict(batch) for batch in batches], "median_milliseconds": middle}
        click.echo(json.dumps(report | {"assertion": asdict(agreed)}, indent=2))
    else:
        rows = [
            [n, b.milliseconds, b.load_milliseconds, b.tokenise_milliseconds]
            for n, b in enumerate(batches, start=1)
        ]
        click.echo(table(["process", "batch ms", "loading ms", "tokenising ms"], rows))
        items, tokens = batches[0].items, batches[0].tokens
        click.echo(f"median {middle:.2f} ms for {items} single items of {tokens} tokens, one thread")
        click.echo(f"1 assertion, apart from the named checks: {agreed.actual}")
    sys.exit(0 if agreed.passed else 1)


def _in_a_process(fixture: Path) -> EncodedBatch:
    command = [sys.executable, "-m", "labcore", "bench", "embed", str(fixture), "--once"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own command
    if done.returncode:
        raise click.ClickException(done.stderr.strip() or f"a process ended with {done.returncode}")
    return EncodedBatch(**json.loads(done.stdout))
