"""Keeps vectors on disk, keyed by what they were made from; a damaged entry counts as absent."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from labcore.errors import ModelError, ParameterError
from labcore.model import cache_root, whole_file

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["VectorCache"]

_FORM = "labcore-vector-1"
"""Changed when the meaning of an entry changes, so that older entries are never found."""


class VectorCache:
    """One small file a vector, named by a hash of the text and of everything that made the vector.

    An entry ends with a hash of its key and its bytes. A short, flipped or misplaced entry does not
    have the right one: it is treated as absent, the vector is computed again and the entry replaced.
    Entries are written whole, so processes may share a folder without a lock.

    Args:
        maker: Everything but the text that decides a vector: hashes of graph and tokeniser, the
            longest input, the runtime and its version.
        dimensions: The length of a vector.
        folder: Where entries are kept; None for the user's cache folder.
    """

    def __init__(self, maker: str, dimensions: int, folder: Path | None = None) -> None:
        self._maker = hashlib.sha256(f"{_FORM}\0{maker}\0{dimensions}".encode()).digest()
        self._dimensions = dimensions
        self._folder = (folder or cache_root() / "vectors") / self._maker.hex()[:16]

    def load(self, text: str) -> NDArray[np.float32] | None:
        """Give the vector of a text, float32, shape (dimensions,); None where there is no sound entry."""
        key = self._key(text)
        try:
            data = self._path(key).read_bytes()
        except OSError:
            return None
        size = self._dimensions * np.dtype("<f4").itemsize
        if len(data) < size or data[size:] != _seal(key, data[:size]):
            return None
        vector: NDArray[np.float32] = np.frombuffer(data, dtype="<f4", count=self._dimensions).astype(
            np.float32
        )
        return vector

    def store(self, text: str, vector: NDArray[np.float32]) -> None:
        """Keep the vector of a text; where the folder cannot be written, nothing is kept.

        Raises:
            ParameterError: The vector has another shape.
        """
        if vector.shape != (self._dimensions,):
            raise ParameterError(f"a vector must have shape ({self._dimensions},)", got=str(vector.shape))
        key = self._key(text)
        data = vector.astype("<f4").tobytes()
        # A cache that cannot be kept costs time, not truth; and a lost entry is only computed again.
        with suppress(ModelError), whole_file(self._path(key), len(data), durable=False) as write:
            write(data + _seal(key, data))

    def _key(self, text: str) -> bytes:
        return hashlib.sha256(self._maker + text.encode()).digest()

    def _path(self, key: bytes) -> Path:
        name = key.hex()
        return self._folder / name[:2] / f"{name[2:]}.f32"


def _seal(key: bytes, data: bytes) -> bytes:
    return hashlib.sha256(key + data).digest()
