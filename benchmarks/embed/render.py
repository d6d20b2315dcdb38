"""Turns results.json into README.md; every figure in its text comes from the measurement.

python benchmarks/embed/render.py
"""

import json
from collections.abc import Sequence
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
MODES = {"single": "single items", "batched": "batches"}
GIGA = 1e9
MEGA = 1e6


def main() -> None:
    report = json.loads((HERE / "results.json").read_text(encoding="utf-8"))
    (HERE / "README.md").write_text(page(report), encoding="utf-8")


def page(report: dict) -> str:
    parts = [opening, speed, start, limits, graphs, schedules, again]
    return "\n\n".join(part(report) for part in parts) + "\n"


def opening(report: dict) -> str:
    about = report["about"]
    others = ", ".join(f"{name} {number}" for name, number in about["other"].items())
    ours = ", ".join(f"{name} {number}" for name, number in about["packages"].items())
    return f"""# Speed of the embedder

This page is written by `render.py` from `results.json`; nothing in it is typed by hand.

Measured {about["measured_at"]} on {about["processor"]}, {about["cores"]} cores, {about["system"]}, Python
{about["python"]}, {ours}; beside it {others}. The load before the start was {about["load_before"]:.2f}.

The texts are those of the fixtures `policies` and `peps`: {about["texts"]} of them, {about["tokens"]} tokens,
{about["tokens"] / about["texts"]:.0f} tokens and {about["characters"]} characters on average. Both sides tokenise,
run the same weights, pool and normalise. They ran in turn, each round in a fresh process. Times are medians; in
brackets the best."""


def speed(report: dict) -> str:
    about = report["about"]
    rows, said = [], []
    for threads in report["sides"]:
        for mode, name in MODES.items():
            ours, theirs = (times(report, side, threads, mode) for side in ("labcore", "torch"))
            ratio = median(theirs) / median(ours)
            rows.append(
                [
                    threads,
                    name,
                    *(f"{median(t):.2f} ({min(t):.2f})" for t in (ours, theirs)),
                    *(f"{about['texts'] / median(t):.0f}" for t in (ours, theirs)),
                    *(f"{about['tokens'] / median(t):.0f}" for t in (ours, theirs)),
                    f"{ratio:.2f}",
                ]
            )
            said.append(f"{ratio:.1f} times on {name} with {counted(threads)}")
    head = [
        "threads",
        "",
        "labcore s",
        "s-t s",
        "labcore texts/s",
        "s-t texts/s",
        "labcore tokens/s",
        "s-t tokens/s",
        "ratio",
    ]
    return f"""## Beside sentence-transformers

{table(head, rows)}

labcore's speed is {", ".join(said[:-1])} and {said[-1]} that of sentence-transformers (s-t), whose batch size is the
best of those tried."""


def start(report: dict) -> str:
    rows = []
    for threads, sides in report["sides"].items():
        for side, label in (("labcore", "labcore"), ("torch", "sentence-transformers")):
            began = median(run["start_seconds"] for run in sides[side])
            peaks = [run["peak_bytes"] for run in sides[side] if run["peak_bytes"]]
            memory = f"{median(peaks) / MEGA:.0f} MB" if peaks else "not said by the system"
            rows.append([threads, label, f"{began:.2f} s", memory])
    return f"""## Start and memory

From the start of the interpreter's first line to a model that can embed (labcore hashes every byte of it on the way),
and the most memory that the process held while it did all of the above.

{table(["threads", "", "start", "peak memory"], rows)}"""


def limits(report: dict) -> str:
    about = report["about"]
    rows, shares = [], {}
    for threads in report["sides"]:
        rates = report["peak"][threads]["flop_per_second"]
        small, large = (rates[size] for size in sorted(rates, key=int))
        for mode, name in MODES.items():
            reached = about["tokens"] * about["flop_a_token"] / min(times(report, "labcore", threads, mode))
            bound = small if mode == "single" else large
            shares[threads, mode] = reached / bound
            rows.append(
                [
                    threads,
                    name,
                    *(f"{rate / GIGA:.0f}" for rate in (reached, bound, large)),
                    f"{reached / bound:.0%}",
                    f"{reached / large:.0%}",
                ]
            )
    lengths = sorted(report["peak"]["1"]["flop_per_second"], key=int)
    one = shares["1", "batched"]
    weights = about["flop_a_token"] * 2 / MEGA  # half as many weights as FLOP, four bytes each
    return f"""## What limits the rest

A token costs {about["flop_a_token"] / MEGA:.1f} MFLOP in matrix products with weights. The bound is what the runtime's own
float32 MatMul reaches in the same run on the same shapes, with {lengths[0]} rows (one text) and {lengths[1]} rows (a batch);
everything else that an embedding needs costs nothing in it.

{table(["threads", "", "GFLOP/s reached", "MatMul, as many rows", f"MatMul, {lengths[1]} rows", "share of that", f"share of {lengths[1]} rows"], rows)}

On one thread, batches reach {one:.0%} of the bound: at most a factor of {1 / one:.2f} is left there in float32, whatever is
done around the products. Attention scores, softmax, GELU, normalisation, bias additions and tokenising share it. A single
text is bound by its few rows: the {weights:.0f} MB of encoder weights are read for each of them, and that does not get less
when the text gets shorter. More threads share that reading and wait for each other some hundred times a text. What would
go further needs fewer bits or other hardware; dynamic int8 was tried and moves components by 0.05 to 0.12, which is no
longer the same model."""


def graphs(report: dict) -> str:
    names = list(dict.fromkeys(item["graph"] for item in report["graphs"]["1"]["results"]))
    shapes = list(dict.fromkeys((i["batch"], i["length"]) for i in report["graphs"]["1"]["results"]))
    sections = []
    for threads, found in report["graphs"].items():
        best = {(i["graph"], i["batch"], i["length"]): min(i["seconds"]) for i in found["results"]}
        rows = [[name, *(f"{best[name, *shape] * 1000:.1f}" for shape in shapes)] for name in names]
        head = [f"{counted(threads)}, ms", *(f"{batch} x {length}" for batch, length in shapes)]
        sections.append(table(head, rows))
    gap = max(item["gap"] for found in report["graphs"].values() for item in found["results"])
    body = "\n\n".join(sections)
    return f"""## Which operators

The best of many runs in turn, texts x tokens. All ways agree to {gap:.0e} in every component of a token's vector.

{body}

The pinned graph has standard operators only: any runtime of its opset can run it, and the runtime's own optimiser joins
what is worth joining."""


def schedules(report: dict) -> str:
    sections = []
    for threads, found in report["schedules"].items():
        rows = [
            [name, f"{min(seconds):.2f}", f"{median(seconds):.2f}"]
            for name, seconds in found["seconds"].items()
        ]
        sections.append(table([counted(threads), "best s", "median s"], rows))
    body = "\n\n".join(sections)
    return f"""## How texts are put together, and how threads wait

{body}

Batches of equal length are chosen although padding by length is usual: without padding no sum is rounded in another
order, so that a text's vector is the same in every bit, alone or in company, on one thread or on two. Many texts run
as batches side by side, each on a thread of its own: the threads of one batch wait for each other between operators.
That needs a second session of the graph, which the peak memory above shows."""


def again(_: dict) -> str:
    return """## Measure again

    python benchmarks/embed/measure.py --torch-python PYTHON_WITH_SENTENCE_TRANSFORMERS
    python benchmarks/embed/render.py

`labcore bench embed` repeats the article's own experiment, three fresh processes with forty single items each, and needs
neither torch nor this folder. `reference.py` makes the vectors that `tests/embedder/test_parity.py` compares with."""


def times(report: dict, side: str, threads: str, mode: str) -> list[float]:
    """Give every time of one side; for batches of sentence-transformers, those of its best batch size."""
    runs = [run["seconds"] for run in report["sides"][threads][side]]
    names = [name for name in runs[0] if name.split()[0] == mode]
    pooled = [[second for run in runs for second in run[name]] for name in names]
    return min(pooled, key=median)


def counted(threads: str) -> str:
    return f"{threads} thread{'s' * (threads != '1')}"


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


if __name__ == "__main__":
    main()
