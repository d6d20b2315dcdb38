"""Turns what was measured into README.md; every figure in its text comes from a measurement.

.venv/bin/python benchmarks/render.py
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ARTICLE_MICROSECONDS = 2.4
"""One check in the article's C#, on another machine; its median of batches of ten thousand calls."""
ENGINES = ("sqlite", "postgresql")
TOLD = {
    "table": "Arrow",
    "pandas": "pandas",
    "distinct": "Arrow, every number another",
    "scalar": "one by one",
}


def main() -> None:
    (HERE / "README.md").write_text(page(read("oracle.json"), facts(HERE / "facts")), encoding="utf-8")


def read(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def facts(folder: Path) -> dict[str, Any]:
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}


def page(oracle: dict[str, Any], store: dict[str, Any]) -> str:
    parts = [OPENING, *oracle_parts(oracle), *facts_parts(store)]
    return "\n\n".join(part.strip() for part in parts) + "\n"


OPENING = """
# What was measured

This page is written by `render.py` from the files beside it; nothing in it is typed by hand. Each part names the
command that measures it again. Times say something about one machine and nothing about being right.

- [embed](embed/README.md): the embedder beside sentence-transformers, and what bounds it
- [mutation-testing.md](mutation-testing.md): the oracle's own code, broken on purpose
- below: the oracle call by call and in tables, and the look-ups of the fact store
"""


def machine(about: dict[str, Any]) -> str:
    packages = ", ".join(f"{name} {number}" for name, number in about["packages"].items())
    return (
        f"Measured {about['measured_at']} on {about['processor']}, {about['cores']} cores, {about['system']}, "
        f"Python {about['python']}, {packages}; the load before the start was {about['load_before']:.2f}."
    )


def oracle_parts(report: dict[str, Any]) -> Iterable[str]:
    yield "## The oracle\n\n`benchmarks/oracle_table.py --json benchmarks/oracle.json`. " + machine(
        report["about"]
    )
    bench = report["batches"]
    calls = bench["batches"][0]["calls"]
    rows = [
        [number, f"{one['milliseconds']:.1f}", one["peak_bytes"], one["held_bytes"]]
        for number, one in enumerate(bench["batches"], start=1)
    ]
    micro = bench["microseconds_a_call"]
    yield f"""### One call

`labcore bench oracle`: the same valid candidate {calls:,} times in each of {len(rows)} fresh processes. Its one assertion,
that every call accepted, held for {bench["assertion"]["actual"]} of {bench["assertion"]["expected"]} calls; it belongs to no other count.

{table(["process", "batch, ms", "bytes at most", "bytes kept"], rows)}

The median is {micro:.1f} microseconds a call. The article's C# took {ARTICLE_MICROSECONDS} on another machine, so the two are no race."""
    found = report["tables"]
    sizes = sorted({one["rows"] for one in found})
    rate = {(one["kind"], one["rows"]): one for one in found}
    rows = [
        [words, *(f"{rate[kind, n]['rows_a_second']:,.0f}" if (kind, n) in rate else "" for n in sizes)]
        for kind, words in TOLD.items()
    ]
    most = rate["table", sizes[-1]]
    added = [
        [words, *(f"{rate[kind, n]['added_bytes'] / 1e6:,.1f}" if (kind, n) in rate else "" for n in sizes)]
        for kind, words in TOLD.items()
    ]
    head = ["input", *(f"{n:,}" for n in sizes)]
    yield f"""### Tables

Rows a second of `check_table`, medians, by number of rows; the rows are the fixture's facts, equivalents and mutants.

{table(head, rows)}

At {sizes[-1]:,} rows of an Arrow table that is {most["rows_a_second"] / 1e6:.1f} million rows a second. In the worst case no number comes
twice, and the candidates among them are read by the exact decimal rules one by one.

Megabytes that the call adds to the most that the process has held; nothing where making the table took more than
checking it. Beside one byte a row for the outcomes, the call holds a batch of rows for each core.

{table(head, added)}"""


def facts_parts(store: dict[str, Any]) -> Iterable[str]:
    yield "## Look-ups of scoped facts\n\n`bash benchmarks/facts.sh`. " + machine(store["machine"])
    for engine in ENGINES:
        (report,) = store[f"real-{engine}"]
        rows = [
            [
                t["clients"],
                t["way"],
                f"{t['per_second']:,.0f}",
                f"{t['p50_ms']:.2f}",
                f"{t['p99_ms']:.2f}",
                t["wrong"],
            ]
            for t in report["timings"]
        ]
        yield f"""### Every DBC file of opendbc, in {engine}

Calls from one process, {report["connections"]} connections shared by its threads.

{table(["clients", "look-up", "a second", "p50 ms", "p99 ms", "wrong"], rows)}"""
        over = store[f"http-{engine}"]
        rows = [
            [
                t["clients"],
                t["question"],
                f"{t['per_second']:,.0f}",
                f"{t['p50_ms']:.2f}",
                f"{t['p99_ms']:.2f}",
                t["failed"],
            ]
            for t in over["runs"]
        ]
        yield f"""The same store through `labcore serve`, over HTTP connections that stay open; {over["names"]} different messages. The
clients share the machine with the service, so that these are lower bounds.

{table(["clients", "question", "a second", "p50 ms", "p99 ms", "failed"], rows)}"""
    for engine in ENGINES:
        reports = store[f"growth-{engine}"]
        ways = [t["way"] for t in reports[0]["timings"]]
        rows = [
            [way, *(told(next(t for t in one["timings"] if t["way"] == way)) for one in reports)]
            for way in ways
        ]
        loads = ["loading, s", *(f"{one['load_seconds']:.1f}" for one in reports)]
        yield f"""### Growth in {engine}

Invented entries, {TIMES}; one client. Every snapshot holds the same names, so that a search everywhere finds as many
entries as there are snapshots, up to its limit.

{table(["", *(f"{one['invented_entries']:,}" for one in reports)], [*rows, loads])}"""


TIMES = "p50 and p99 in ms"


def told(timing: dict[str, Any]) -> str:
    times = f"{timing['p50_ms']:.2f}, {timing['p99_ms']:.2f}"
    return times if not timing["wrong"] else f"{times} (void: {timing['wrong']} wrong)"


def table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


if __name__ == "__main__":
    main()
