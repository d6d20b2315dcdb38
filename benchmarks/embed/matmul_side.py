"""How fast the machine multiplies: the runtime's own MatMul on the shapes of the model, nothing else."""

from collections.abc import Callable

import numpy as np
import onnxruntime
from side import answer, request, timed

from labcore.model.writer import GraphWriter


def session(rows: int, inner: int, columns: int, threads: int) -> Callable[[], object]:
    """Give a call that multiplies (rows, inner) by a constant (inner, columns)."""
    random = np.random.default_rng(0)
    writer = GraphWriter("product")
    matrix = writer.array("matrix", random.standard_normal((inner, columns)).astype(np.float32))
    writer.node("MatMul", ["x", matrix], "y")
    graph = writer.serialise(inputs={"x": (writer.FLOAT, ("rows", inner))}, output=("y", ("rows", columns)))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    ready = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    left = {"x": random.standard_normal((rows, inner)).astype(np.float32)}
    return lambda: ready.run(None, left)


def main() -> None:
    asked = request()
    hidden, wide = asked["hidden"], asked["intermediate"]
    # One layer: query, key, value and output are square; two products go out to the wide part and back.
    shapes = {(hidden, hidden): 4, (hidden, wide): 1, (wide, hidden): 1}
    rates = {}
    for rows in asked["rows"]:
        seconds = 0.0
        for (inner, columns), count in shapes.items():
            call = session(rows, inner, columns, asked["threads"])
            loops = max(1, round(asked["work"] / (2 * rows * inner * columns)))
            call()
            best = min(timed(lambda call=call, loops=loops: [call() for _ in range(loops)], asked["repeats"]))
            seconds += count * best / loops
        flop = sum(2 * rows * inner * columns * count for (inner, columns), count in shapes.items())
        rates[str(rows)] = flop / seconds
    answer({"flop_per_second": rates})


if __name__ == "__main__":
    main()
