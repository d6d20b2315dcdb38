"""sentence-transformers' side, run by a Python that has it; labcore is not imported here."""

import time

STARTED = time.perf_counter()

from side import answer, in_turn, peak_bytes, request  # noqa: E402  # the clock starts before any import


def main() -> None:
    asked = request()
    import sentence_transformers
    import torch
    import transformers

    transformers.logging.set_verbosity_error()
    torch.set_num_threads(asked["threads"])
    torch.set_num_interop_threads(1)
    model = sentence_transformers.SentenceTransformer(asked["folder"], device="cpu")
    start = time.perf_counter() - STARTED

    def encode(texts: list[str], batch_size: int = 1) -> object:
        return model.encode(texts, batch_size=batch_size, show_progress_bar=False, normalize_embeddings=True)

    texts = asked["texts"]
    calls = {"single": lambda: [encode([text]) for text in texts]}
    # Its own default is 32; the best of several sizes is what it is compared by.
    for size in asked["batch_sizes"]:
        calls[f"batched {size}"] = lambda size=size: encode(texts, size)
    found = {
        "start_seconds": start,
        "seconds": in_turn(calls, asked["repeats"]),
        "peak_bytes": peak_bytes(),
        "versions": {
            "torch": torch.__version__,
            "sentence-transformers": sentence_transformers.__version__,
            "transformers": transformers.__version__,
        },
    }
    if asked["vectors"]:
        found["vectors"] = encode(texts).astype(float).tolist()
    answer(found)


if __name__ == "__main__":
    main()
