"""Times each way to write the graph on the same batches, and says how far their outputs are apart."""

import numpy as np
import onnxruntime
from graph_variants import variants
from side import answer, in_turn, request

from labcore.model import INPUTS, locked_model, model_folder, read_verified


def main() -> None:
    asked = request()
    model = locked_model()
    pin = model.file("model.safetensors")
    graphs = variants(read_verified(model_folder(model) / pin.name, pin), model.architecture)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = asked["threads"]
    options.log_severity_level = 4
    sessions = {
        name: onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        for name, graph in graphs.items()
    }
    random = np.random.default_rng(0)
    results = []
    for batch, length in asked["shapes"]:
        ids = random.integers(1000, 30000, (batch, length))
        feed = dict(zip(INPUTS, (ids, np.ones_like(ids), np.zeros_like(ids)), strict=True))
        outputs = {name: session.run(None, feed)[0] for name, session in sessions.items()}
        pinned = next(iter(outputs.values()))
        calls = {
            name: lambda session=session, feed=feed: session.run(None, feed)
            for name, session in sessions.items()
        }
        seconds = in_turn(calls, asked["repeats"])
        for name in sessions:
            gap = float(np.abs(outputs[name] - pinned).max())
            results.append(
                {"graph": name, "batch": batch, "length": length, "seconds": seconds[name], "gap": gap}
            )
    answer({"results": results})


if __name__ == "__main__":
    main()
