"""labcore's side of the comparison with sentence-transformers: the embedder as anybody calls it."""

import time

STARTED = time.perf_counter()

from side import answer, in_turn, peak_bytes, request  # noqa: E402  # the clock starts before any import


def main() -> None:
    asked = request()
    from labcore.embedder import Embedder

    embedder = Embedder.from_lock(threads=asked["threads"])
    start = time.perf_counter() - STARTED
    texts = asked["texts"]
    seconds = in_turn(
        {
            "single": lambda: [embedder.embed([text]) for text in texts],
            "batched": lambda: embedder.embed(texts),
        },
        asked["repeats"],
    )
    tokens = sum(len(row) for row in embedder.tokenise(texts))
    answer({"start_seconds": start, "seconds": seconds, "peak_bytes": peak_bytes(), "tokens": tokens})


if __name__ == "__main__":
    main()
