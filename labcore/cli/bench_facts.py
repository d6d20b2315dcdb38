"""``labcore bench facts``: look-ups per second of a store, alone and under many clients, and as it grows."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from labcore import facts
from labcore.cli.tables import table
from labcore.errors import ParameterError
from labcore.facts.growth import invented_definitions
from labcore.facts.load import load_definitions
from labcore.facts.timing import WAYS, Timing, sample_targets, time_lookups

__all__ = ["facts_bench"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Report:
    engine: str
    invented_entries: int | None
    load_seconds: float | None
    connections: int
    timings: list[Timing]


@click.command("facts", short_help="Look-ups a second of a fact store, and as it grows.")
@click.option("--store", help="The store to read from; a temporary SQLite store when left out, with --grow.")
@click.option(
    "--grow",
    multiple=True,
    type=int,
    help="Load this many invented entries first; may be given several times.",
)
@click.option("--admin", help="PostgreSQL with --grow: the URL to load through.")
@click.option("--reader", help="PostgreSQL with --grow: the role that --store reads through.")
@click.option(
    "--calls", default=2000, show_default=True, type=click.IntRange(min=1), help="Look-ups of each way."
)
@click.option(
    "--clients", multiple=True, default=(1, 50), show_default=True, help="Threads that ask at once."
)
@click.option(
    "--connections",
    default=8,
    show_default=True,
    type=click.IntRange(min=1),
    help="Connections that the threads share.",
)
@click.option(
    "--seconds",
    default=20.0,
    show_default=True,
    type=click.FloatRange(min=0, min_open=True),
    help="The most that one way may take.",
)
@click.option("--json", "as_json", is_flag=True, help="Print every timing as JSON.")
def facts_bench(
    store: str | None,
    grow: tuple[int, ...],
    admin: str | None,
    reader: str | None,
    calls: int,
    clients: tuple[int, ...],
    connections: int,
    seconds: float,
    *,
    as_json: bool,
) -> None:
    """Time five ways of looking up, each on the same sample of signals drawn from the whole store.

    With --grow the store is REPLACED by invented definitions of each size in turn.

    Example: labcore bench facts --grow 1000 --grow 10000
    """
    if store is None and not grow:
        raise ParameterError("there is something to measure", remedy="Give --store URL, or --grow N, or both")
    reports: list[_Report] = []
    with tempfile.TemporaryDirectory(prefix="labcore-bench-") as folder:
        place = store or f"sqlite:///{Path(folder) / 'facts.sqlite'}"
        for size in grow or (None,):
            loading = None
            if size is not None:
                definitions = invented_definitions(size)
                began = time.perf_counter()
                load_definitions(definitions, into=admin or place, reader=reader)
                loading = time.perf_counter() - began
            timings = _measure(place, calls, clients, connections, seconds)
            report = _Report(
                engine=place.partition(":")[0],
                invented_entries=size,
                load_seconds=loading,
                connections=connections,
                timings=timings,
            )
            reports.append(report)
            if not as_json:
                click.echo(_for_people(report) + "\n")
    if as_json:
        click.echo(json.dumps([asdict(report) for report in reports], indent=2))
    sys.exit(int(any(timing.wrong for report in reports for timing in report.timings)))


def _measure(
    url: str, calls: int, clients: tuple[int, ...], connections: int, seconds: float
) -> list[Timing]:
    with facts.open(url, connections=connections) as store:
        targets = sample_targets(store, max(calls, *clients))
        for way in WAYS:
            time_lookups(
                store, way, targets[: max(clients)], clients=max(clients)
            )  # open connections, warm caches
        return [
            time_lookups(store, way, targets, clients=number, most_seconds=seconds)
            for number in clients
            for way in WAYS
        ]


def _for_people(report: _Report) -> str:
    rows = [
        (t.way, t.clients, t.calls, round(t.per_second), t.p50_ms, t.p99_ms, t.wrong) for t in report.timings
    ]
    size = f"{report.invented_entries} invented" if report.invented_entries else "the loaded"
    head = f"{report.engine}, {size} entries, {report.connections} connections"
    if report.load_seconds is not None:
        head += f", loaded in {report.load_seconds:.1f} s"
    return (
        f"{head}\n{table(('look-up', 'clients', 'calls', 'per second', 'p50 ms', 'p99 ms', 'wrong'), rows)}"
    )
