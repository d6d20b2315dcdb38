"""Measures the embedder beside sentence-transformers, and what bounds it; writes results.json.

    python benchmarks/embed/measure.py --torch-python /somewhere/bin/python
    python benchmarks/embed/render.py

Run it on a machine that does nothing else. The Python named by --torch-python needs torch and
sentence-transformers; labcore needs neither. Both sides get the same texts, in turn, each in fresh processes.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import mean

from module_folder import write_module_folder
from tqdm import tqdm

from labcore.fixture import load
from labcore.model import LockedModel, locked_model

HERE = Path(__file__).parent
FIXTURES = HERE.parents[1] / "fixtures"
THREADS = (1, 2)
BUDGETS = (128, 256, 512, 1024, 2048)
SHAPES = ((1, 12), (1, 36), (14, 36), (4, 128))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--torch-python", required=True, help="A Python that has sentence-transformers.")
    parser.add_argument("--rounds", type=int, default=3, help="Fresh processes a side and thread count.")
    parser.add_argument("--repeats", type=int, default=3, help="Repetitions in each process.")
    parser.add_argument(
        "--every", type=int, default=None, metavar="N", help="Take every Nth text only, to try it out."
    )
    parser.add_argument("--out", type=Path, default=HERE / "results.json")
    asked = parser.parse_args()
    model = locked_model()
    texts = own_texts()[:: asked.every]
    with tempfile.TemporaryDirectory() as folder:
        write_module_folder(model, Path(folder))
        report = measure(model, texts, folder, asked.torch_python, asked.rounds, asked.repeats)
    asked.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def own_texts() -> list[str]:
    """Give every passage and query of two fixtures: invented policies and real proposals."""
    fixtures = [load(FIXTURES / name) for name in ("policies", "peps")]
    return [
        text
        for fixture in fixtures
        for text in [
            *(passage.searchable for passage in fixture.corpus),
            *(query.text for query in fixture.queries),
        ]
    ]


def measure(
    model: LockedModel, texts: list[str], folder: str, torch_python: str, rounds: int, repeats: int
) -> dict:
    size = model.architecture
    request = {
        "texts": texts,
        "folder": folder,
        "repeats": repeats,
        "batch_sizes": [8, 16, 32],
        "budgets": BUDGETS,
        "shapes": SHAPES,
        "vectors": False,
        "hidden": size.hidden,
        "intermediate": size.intermediate,
        "work": 2e9,
    }
    sides = {"labcore": (sys.executable, "labcore_side.py"), "torch": (torch_python, "torch_side.py")}
    report = {"about": about(model, texts), "sides": {}, "peak": {}, "graphs": {}, "schedules": {}}
    with tqdm(total=len(THREADS) * (2 * rounds + 3), unit="process", disable=None) as bar:
        for threads in THREADS:
            found = {side: [] for side in sides}
            # In turn, so that a slow quarter of an hour meets both sides.
            for _ in range(rounds):
                for side, (python, script) in sides.items():
                    found[side].append(ask(python, script, request | {"threads": threads}))
                    bar.update()
            report["sides"][str(threads)] = found
            tokens = found["labcore"][0]["tokens"]
            rows = [round(tokens / len(texts)), 512]
            # Short calls are repeated often; the schedules are many, and each embeds every text.
            for part, script, often in (
                ("peak", "matmul", 3 * rounds),
                ("graphs", "graph", 3 * rounds),
                ("schedules", "schedule", rounds),
            ):
                full = request | {"threads": threads, "rows": rows, "repeats": often}
                report[part][str(threads)] = ask(sys.executable, f"{script}_side.py", full)
                bar.update()
    report["about"]["tokens"] = tokens
    report["about"]["other"] = found["torch"][0]["versions"]
    report["about"]["flop_a_token"] = (
        2 * size.layers * (4 * size.hidden * size.hidden + 2 * size.hidden * size.intermediate)
    )
    return report


def ask(python: str, script: str, request: dict) -> dict:
    done = subprocess.run(
        [python, HERE / script], input=json.dumps(request), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{script} ended with {done.returncode}:\n{done.stderr[-2000:]}")
    answer: dict = json.loads(done.stdout)
    return answer


def about(model: LockedModel, texts: list[str]) -> dict:
    packages = ("onnxruntime", "numpy", "tokenizers", "onnx")
    said = subprocess.run(
        [sys.executable, HERE.parent / "machine.py", *packages], capture_output=True, text=True, check=True
    )
    return json.loads(said.stdout) | {
        "model": f"{model.name} at {model.revision}",
        "graph_sha256": model.graph.sha256,
        "graph_bytes": model.graph.bytes,
        "texts": len(texts),
        "characters": round(mean(len(text) for text in texts)),
    }


if __name__ == "__main__":
    main()
