"""sentence-transformers' side of a measurement, run by its own Python: request on stdin, answer on stdout.

Needs torch and sentence-transformers only; labcore is not imported, so that neither side pays for the other.
"""

import json
import resource
import sys
import time


def main() -> None:
    request = json.load(sys.stdin)
    started = time.perf_counter()
    import sentence_transformers
    import torch
    import transformers

    transformers.logging.set_verbosity_error()
    torch.set_num_threads(request["threads"])
    torch.set_num_interop_threads(1)
    model = sentence_transformers.SentenceTransformer(request["folder"], device="cpu")
    loaded = time.perf_counter() - started

    def single(texts: list[str]) -> None:
        for text in texts:
            model.encode([text], show_progress_bar=False, normalize_embeddings=True)

    def batched(texts: list[str]) -> None:
        model.encode(
            texts, batch_size=request["batch_size"], show_progress_bar=False, normalize_embeddings=True
        )

    texts = request["texts"]
    single(texts[:3])
    seconds = {}
    for name, encode in (("single", single), ("batched", batched)):
        seconds[name] = []
        for _ in range(request["repeats"]):
            begun = time.perf_counter()
            encode(texts)
            seconds[name].append(time.perf_counter() - begun)
    answer = {
        "start_seconds": loaded,
        "seconds": seconds,
        "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        "versions": {
            "torch": torch.__version__,
            "sentence-transformers": sentence_transformers.__version__,
            "transformers": transformers.__version__,
        },
    }
    if request.get("vectors"):
        found = model.encode(texts, batch_size=1, show_progress_bar=False, normalize_embeddings=True)
        answer["vectors"] = found.astype(float).tolist()
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
