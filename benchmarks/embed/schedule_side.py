"""Times how texts are put together and how threads wait: the choices that are not in the graph."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import onnxruntime
from side import answer, in_turn, request

from labcore.embedder import Embedder, mean_pool, normalise
from labcore.embedder.batching import plan_batches
from labcore.model import INPUTS, locked_model, model_folder, read_verified


def session(graph: bytes, threads: int, *, spin: bool = True) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 4
    options.add_session_config_entry("session.intra_op.allow_spinning", str(int(spin)))
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def padded_plan(lengths: list[int], budget: int) -> list[list[int]]:
    """Sort by length and fill up to the budget, padding counted: the usual way."""
    plan: list[list[int]] = []
    for row in sorted(range(len(lengths)), key=lambda number: lengths[number]):
        if plan and (len(plan[-1]) + 1) * lengths[row] <= budget:
            plan[-1].append(row)
        else:
            plan.append([row])
    return plan


def main() -> None:
    asked = request()
    model = locked_model()
    graph = read_verified(model_folder(model) / model.graph.name, model.graph)
    rows = Embedder.from_lock(threads=1).tokenise(asked["texts"])
    lengths = [len(row) for row in rows]
    threads = asked["threads"]

    def run(ready: onnxruntime.InferenceSession, batch: list[int]) -> None:
        width = max(lengths[number] for number in batch)
        ids, mask = np.zeros((2, len(batch), width), dtype=np.int64)
        for place, number in enumerate(batch):
            ids[place, : lengths[number]], mask[place, : lengths[number]] = rows[number].ids, 1
        (vectors,) = ready.run(None, dict(zip(INPUTS, (ids, mask, np.zeros_like(ids)), strict=True)))
        normalise(mean_pool(vectors, mask))

    alone = [[number] for number in range(len(rows))]
    spinning, waiting = session(graph, threads), session(graph, threads, spin=False)
    calls = {
        "single items": lambda: [run(spinning, batch) for batch in alone],
        "single items, threads sleep while they wait": lambda: [run(waiting, batch) for batch in alone],
    }
    for budget in asked["budgets"]:
        equal, padded = plan_batches(lengths, budget), padded_plan(lengths, budget)
        calls[f"equal lengths, {budget} tokens"] = lambda plan=equal: [run(spinning, batch) for batch in plan]
        calls[f"padded, {budget} tokens"] = lambda plan=padded: [run(spinning, batch) for batch in plan]
    middle = asked["budgets"][len(asked["budgets"]) // 2]
    plan = plan_batches(lengths, middle)
    calls[f"equal lengths, {middle} tokens, threads sleep while they wait"] = lambda: [
        run(waiting, batch) for batch in plan
    ]
    if threads > 1:
        one, pool = session(graph, 1), ThreadPoolExecutor(threads)
        calls[f"equal lengths, {middle} tokens, {threads} batches side by side"] = lambda: list(
            pool.map(lambda batch: run(one, batch), plan)
        )
    answer({"seconds": in_turn(calls, asked["repeats"]), "tokens": sum(lengths), "texts": len(rows)})


if __name__ == "__main__":
    main()
