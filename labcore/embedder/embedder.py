"""The embedder: texts in, unit vectors out, from a verified model and nothing else."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from tqdm import tqdm

from labcore.embedder.batching import plan_batches
from labcore.embedder.explanation import Explanation
from labcore.embedder.pooling import mean_pool, normalise
from labcore.embedder.session import GraphSession
from labcore.embedder.side_by_side import Runner
from labcore.embedder.tokeniser import Tokeniser, TokenRow, require_texts
from labcore.embedder.vectors import VectorCache
from labcore.errors import ParameterError
from labcore.model import locked_model, model_folder, read_verified

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from labcore.model import LockedModel

__all__ = ["WINDOW", "Embedder"]

WINDOW = 1024
"""Texts that are held as tokens at once: enough to find many of equal length among them."""

_PADDING = 0  # the id of [PAD]; any id would do, as nothing looks at a masked position


class Embedder:
    """Turns texts into unit vectors with one pinned model.

    A text's vector does not depend on the other texts of a call, nor on the number of threads: on one
    machine it is the same in every bit. Between machines it differs in the seventh digit.

    Args:
        model: The pinned model; it names the graph and bounds the input.
        tokeniser: Cuts texts into tokens.
        session: Runs the graph.
        one_thread: Loads another session of the same graph, with one thread, for many texts at once; None
            for none.
    """

    def __init__(
        self,
        model: LockedModel,
        tokeniser: Tokeniser,
        session: GraphSession,
        one_thread: Callable[[], GraphSession] | None = None,
    ) -> None:
        self.model = model
        self._tokeniser = tokeniser
        self._runner = Runner(session, one_thread)

    @classmethod
    def from_lock(
        cls, name: str | None = None, *, threads: int | None = None, root: Path | None = None
    ) -> Embedder:
        """Load a pinned model from the cache; every byte of it is verified first, and nothing is downloaded.

        Args:
            name: The model's name in models.lock.json; None for the default.
            threads: How many cores are reserved for it, from 1; None for a machine that others use too.
            root: The cache folder; None for the user's own.

        Raises:
            ModelError: A file is missing, short or altered; the message names the command that mends it.
        """
        return cls.from_cache(locked_model(name), threads=threads, root=root)

    @classmethod
    def from_cache(
        cls, model: LockedModel, *, threads: int | None = None, root: Path | None = None
    ) -> Embedder:
        """Load a given pinned model from the cache; otherwise as from_lock."""
        folder = model_folder(model, root)
        pins = (model.file("tokenizer.json"), model.graph)
        tokens, graph = (read_verified(folder / pin.name, pin) for pin in pins)
        session = GraphSession(graph, model.dimensions, threads)

        def one_thread() -> GraphSession:
            return GraphSession(read_verified(folder / model.graph.name, model.graph), model.dimensions, 1)

        return cls(model, Tokeniser(tokens, model.max_tokens), session, one_thread)

    def embed(self, texts: Sequence[str], *, progress: bool = False) -> NDArray[np.float32]:
        """Give one unit vector a text, in the order of the texts.

        Args:
            texts: Any number of texts; the empty text is allowed, and a long one is cut at max_tokens.
            progress: Draw a bar on stderr, if somebody watches it.

        Returns:
            float32, shape (n, dimensions), rows of length 1; (0, dimensions) for no texts.

        Raises:
            ParameterError: texts is one bare text, or an item is not a text in valid Unicode.
        """
        require_texts(texts)
        vectors = np.empty((len(texts), self.model.dimensions), dtype=np.float32)
        done = 0
        with tqdm(total=len(texts), unit="text", disable=None if progress else True, leave=False) as bar:
            for chunk in self._chunks(texts, WINDOW, bar.update):
                vectors[done : done + len(chunk)] = chunk
                done += len(chunk)
        return vectors

    def embed_iter(self, texts: Iterable[str], *, window: int = WINDOW) -> Iterator[NDArray[np.float32]]:
        """Embed any number of texts in bounded memory.

        Args:
            texts: Read lazily, one window at a time, and never ahead of what was asked for.
            window: Texts of one chunk, at least 1.

        Returns:
            Chunks of float32, shape (window, dimensions), in the order of the texts; the last may be
            shorter, and no texts give no chunk.

        Raises:
            ParameterError: window is below 1, or an item is not a text in valid Unicode.
        """
        if isinstance(texts, str):
            require_texts(texts)  # one bare text would be taken for its characters
        if window < 1:
            raise ParameterError("window must be at least 1", got=window)
        return self._chunks(texts, window, lambda _: None)

    def embed_cached(
        self, texts: Sequence[str], *, cache: VectorCache | None = None, progress: bool = False
    ) -> NDArray[np.float32]:
        """Give what embed gives, but compute only what no earlier call has kept on disk.

        Args:
            texts: As for embed.
            cache: Where vectors are kept; None for this model's part of the user's cache folder.
            progress: As for embed.
        """
        require_texts(texts)
        cache = cache or self.vector_cache()
        found = {text: cache.load(text) for text in dict.fromkeys(texts)}
        new = [text for text, vector in found.items() if vector is None]
        for text, vector in zip(new, self.embed(new, progress=progress), strict=True):
            cache.store(text, vector)
            found[text] = vector
        return np.array([found[text] for text in texts], dtype=np.float32).reshape(-1, self.model.dimensions)

    def vector_cache(self, folder: Path | None = None) -> VectorCache:
        """Give the store of this model's vectors; another model, graph or runtime finds nothing in it."""
        model = self.model
        parts = (
            model.graph.sha256,
            model.file("tokenizer.json").sha256,
            str(model.max_tokens),
            self._runner.session.runtime,
        )
        return VectorCache(" ".join(parts), model.dimensions, folder)

    def explain(self, text: str, *, padding: int = 0) -> Explanation:
        """Give every step from one text to its vector.

        Args:
            text: The text.
            padding: Masked positions to append; they change nothing beyond rounding.

        Raises:
            ParameterError: padding is negative or does not fit the model's positions, or as for embed.
        """
        (row,) = self._tokeniser.rows([text])
        room = self.model.architecture.positions - len(row)
        if not 0 <= padding <= room:
            raise ParameterError(f"padding must lie between 0 and {room} for this text", got=padding)
        fill = (0,) * padding
        padded = TokenRow(ids=row.ids + (_PADDING,) * padding, mask=row.mask + fill, types=row.types + fill)
        token_vectors = _token_vectors(self._runner.session, [padded])
        pooled = mean_pool(token_vectors, np.array([padded.mask], dtype=np.int64))
        return Explanation(
            text=text,
            tokens=self._tokeniser.pieces(padded.ids),
            token_ids=padded.ids,
            mask=padded.mask,
            token_vectors=token_vectors[0],
            pooled=pooled[0],
            vector=normalise(pooled)[0],
        )

    def tokenise(self, texts: Sequence[str]) -> list[TokenRow]:
        """Do the first half of embed: one row of token ids a text.

        Raises:
            ParameterError: As for embed.
        """
        return self._tokeniser.rows(texts)

    def embed_rows(
        self, rows: Sequence[TokenRow], count: Callable[[int], object] = lambda _: None
    ) -> NDArray[np.float32]:
        """Do the second half of embed: run the graph, pool, normalise; one vector a row, in order.

        Args:
            rows: What tokenise gave; none gives (0, dimensions).
            count: Called with the number of rows of each finished batch.
        """
        vectors = np.empty((len(rows), self.model.dimensions), dtype=np.float32)

        def work(session: GraphSession, batch: list[int]) -> None:
            alike = [rows[number] for number in batch]
            mask = np.array([row.mask for row in alike], dtype=np.int64)
            vectors[batch] = normalise(mean_pool(_token_vectors(session, alike), mask))

        plan = plan_batches([len(row) for row in rows])
        for batch in self._runner.each(plan, len(rows), work):
            count(len(batch))
        return vectors

    def _chunks(
        self, texts: Iterable[str], window: int, count: Callable[[int], object]
    ) -> Iterator[NDArray[np.float32]]:
        source = iter(texts)
        first = 0
        while chunk := list(islice(source, window)):
            yield self.embed_rows(self._tokeniser.rows(chunk, first=first), count)
            first += len(chunk)


def _token_vectors(session: GraphSession, rows: Sequence[TokenRow]) -> NDArray[np.float32]:
    ids, mask, types = (
        np.array([getattr(row, name) for row in rows], dtype=np.int64) for name in ("ids", "mask", "types")
    )
    return session.run(ids, mask, types)
