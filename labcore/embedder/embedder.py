"""The embedder: texts in, unit vectors out, from a verified model and nothing else."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from tqdm import tqdm

from labcore.embedder.batching import TOKEN_BUDGET, pad, plan_batches
from labcore.embedder.explanation import Explanation
from labcore.embedder.pooling import mean_pool, normalise
from labcore.embedder.session import GraphSession
from labcore.embedder.tokeniser import Tokeniser, TokenRow
from labcore.errors import ParameterError
from labcore.model import locked_model, model_folder, read_verified

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from labcore.model import LockedModel

__all__ = ["Embedder"]

WINDOW = 1024
"""Texts that embed_iter holds at once: enough to find rows of like length among them."""


class Embedder:
    """Turns texts into unit vectors with one pinned model.

    Args:
        model: The pinned model; names it and bounds its input.
        tokeniser: Cuts texts into tokens.
        session: Runs the graph.
    """

    def __init__(self, model: LockedModel, tokeniser: Tokeniser, session: GraphSession) -> None:
        self.model = model
        self._tokeniser = tokeniser
        self._session = session

    @classmethod
    def from_lock(
        cls, name: str | None = None, *, threads: int | None = None, root: Path | None = None
    ) -> Embedder:
        """Load a pinned model from the cache; every byte of it is verified first, and nothing is downloaded.

        Args:
            name: The model's name in models.lock.json; None for the default.
            threads: Threads of one run; None for one a core.
            root: The cache folder; None for the user's own.

        Raises:
            ModelError: A file is missing, short or altered; the message names the command that mends it.
        """
        model = locked_model(name)
        folder = model_folder(model, root)
        tokens, graph = (
            read_verified(folder / pin.name, pin) for pin in (model.file("tokenizer.json"), model.graph)
        )
        return cls(
            model, Tokeniser(tokens, model.max_tokens), GraphSession(graph, model.dimensions, threads=threads)
        )

    def embed(self, texts: Sequence[str], *, progress: bool = False) -> NDArray[np.float32]:
        """Give one unit vector a text, in the order of the texts.

        Args:
            texts: Any number of texts; the empty text is allowed, and a long one is cut at max_tokens.
            progress: Draw a bar on stderr.

        Returns:
            float32, shape (n, dimensions), rows of length 1; (0, dimensions) for no texts.

        Raises:
            ParameterError: An item is not a text, or texts is one bare text.
        """
        if isinstance(texts, str):
            raise ParameterError(
                "texts must be a sequence of texts, not one text", got=repr(texts), remedy="Write [text]"
            )
        rows = self._tokeniser.rows(texts)
        vectors = np.empty((len(rows), self.model.dimensions), dtype=np.float32)
        with tqdm(total=len(rows), unit="text", disable=not progress, leave=False) as bar:
            for batch in plan_batches([len(row) for row in rows], TOKEN_BUDGET):
                vectors[batch] = self._unit_vectors([rows[number] for number in batch])
                bar.update(len(batch))
        return vectors

    def embed_iter(self, texts: Iterable[str], *, window: int = WINDOW) -> Iterator[NDArray[np.float32]]:
        """Embed any number of texts in bounded memory.

        Args:
            texts: Read lazily, never more than one window ahead of what was given out.
            window: Texts held at once, at least 1.

        Yields:
            float32, shape (window, dimensions), in the order of the texts; the last may be shorter.

        Raises:
            ParameterError: As for embed; the index in the message counts from the window's first text.
        """
        if window < 1:
            raise ParameterError("window must be at least 1", got=window)
        source = iter(texts)
        while chunk := list(islice(source, window)):
            yield self.embed(chunk)

    def explain(self, text: str) -> Explanation:
        """Give every step from one text to its vector."""
        (row,) = self._tokeniser.rows([text])
        mask = pad([row.mask])
        token_vectors = self._token_vectors([row])
        pooled = mean_pool(token_vectors, mask)
        return Explanation(
            text=text,
            tokens=row.tokens,
            token_ids=row.ids,
            mask=row.mask,
            token_vectors=token_vectors[0],
            pooled=pooled[0],
            vector=normalise(pooled)[0],
        )

    def _unit_vectors(self, rows: Sequence[TokenRow]) -> NDArray[np.float32]:
        return normalise(mean_pool(self._token_vectors(rows), pad([row.mask for row in rows])))

    def _token_vectors(self, rows: Sequence[TokenRow]) -> NDArray[np.float32]:
        return self._session.run(
            *(pad([getattr(row, name) for row in rows]) for name in ("ids", "mask", "types"))
        )
