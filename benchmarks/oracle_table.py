"""The oracle's scalar call and its table call, from a thousand rows to ten million; run it on an idle machine.

    .venv/bin/python benchmarks/oracle_table.py [--most 10000000] [--json benchmarks/oracle.json]
    .venv/bin/python benchmarks/render.py

Each size runs in a process of its own. Rows are the fixture's valid facts, equivalents and mutants, drawn with a fixed
seed. "Distinct" gives every row a number of its own, which is the worst case for looking numbers up.
"""

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from labcore.experiments import fixture_mutants, given_bundle
from labcore.fixture import Fixture, load
from labcore.mutation import equivalents
from labcore.oracle import check, check_table
from labcore.records import Proposition

FIXTURE = Path(__file__).parents[1] / "fixtures" / "limits"
PARTS = ("evidence_id", "version", "tenant", "scope", "unit", "value", "allowed")
SCALAR_MOST = 100_000
ROUNDS = 3


def statements(fixture: Fixture) -> list[tuple[str, Proposition]]:
    """Every valid fact, equivalent and mutant with the id of its fact."""
    facts = [(fact.id, fact) for fact in fixture.propositions]
    facts += [(f.id, e.proposition) for f in fixture.propositions for e in equivalents(f, fixture.units)]
    return facts + [(mutant.fact.id, mutant.proposition) for mutant in fixture_mutants(fixture)]


def table_of(made: list[tuple[str, Proposition]], rows: int, kind: str) -> Any:
    """Draw rows of an Arrow table."""
    columns = {name: [getattr(p, name) for _, p in made] for name in PARTS} | {
        "fact": [fact for fact, _ in made]
    }
    drawn = pa.table(columns).take(pa.array(np.random.default_rng(20261130).integers(0, len(made), rows)))
    if kind == "distinct":
        numbers = pa.array(np.arange(rows) + 10**6).cast(pa.string())
        return drawn.set_column(drawn.schema.get_field_index("value"), "value", numbers)
    if kind == "pandas":
        return drawn.to_pandas(types_mapper={pa.bool_(): pd.BooleanDtype()}.get)
    return drawn


def measure(kind: str, rows: int) -> dict[str, Any]:
    """Time one kind at one size; memory is what the call added to the process's peak."""
    fixture = load(FIXTURE)
    made, bundle, facts = statements(fixture), given_bundle(fixture), {f.id: f for f in fixture.propositions}
    if kind == "scalar":
        work = [(made[n % len(made)][1], facts[made[n % len(made)][0]]) for n in range(rows)]

        def call() -> None:
            for candidate, fact in work:
                check(candidate, fact, bundle, fixture.units)
    else:
        frame = table_of(made, rows, kind)

        def call() -> None:
            check_table(frame, fixture.propositions, fixture.units, bundle=bundle)

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seconds = []
    for _ in range(ROUNDS):
        started = perf_counter()
        call()
        seconds.append(perf_counter() - started)
    added = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    return {
        "kind": kind,
        "rows": rows,
        "seconds": seconds,
        "rows_a_second": rows / median(seconds),
        "added_bytes": added,
    }


def in_a_process(kind: str, rows: int) -> dict[str, Any]:
    """Measure in a fresh process, so that no size profits from the one before."""
    return said_by(sys.executable, __file__, "--once", kind, str(rows))


def said_by(*command: str) -> dict[str, Any]:
    """Run a command and read the JSON that it prints."""
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    """Print a table, and write the JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=10_000_000)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--once", nargs=2)
    asked = parser.parse_args()
    if asked.once:
        print(json.dumps(measure(asked.once[0], int(asked.once[1]))))
        return
    sizes = [10**power for power in range(3, 8) if 10**power <= asked.most]
    results = []
    about = said_by(sys.executable, str(Path(__file__).with_name("machine.py")), "pyarrow", "numpy", "pandas")
    print(
        "| call | rows | seconds | rows a second | bytes a row added |\n| --- | ---: | ---: | ---: | ---: |"
    )
    for kind in ("scalar", "table", "pandas", "distinct"):
        for rows in sizes:
            if kind == "scalar" and rows > SCALAR_MOST:
                continue
            found = in_a_process(kind, rows)
            results.append(found)
            second, rate = median(found["seconds"]), found["rows_a_second"]
            print(
                f"| {kind} | {rows:,} | {second:.4f} | {rate:,.0f} | {found['added_bytes'] / rows:.1f} |",
                flush=True,
            )
    if asked.json:
        batches = said_by(sys.executable, "-m", "labcore", "bench", "oracle", str(FIXTURE), "--json")
        report = {"about": about, "batches": batches, "tables": results}
        asked.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
