"""Holds two graphs of one model against each other, on texts that cover what the tokeniser meets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from labcore.embedder.embedder import Embedder
from labcore.embedder.session import GraphSession
from labcore.embedder.tokeniser import Tokeniser
from labcore.errors import ModelError
from labcore.model import check_bytes, model_folder, read_verified

if TYPE_CHECKING:
    from pathlib import Path

    from labcore.model import LockedModel

__all__ = ["PARITY_TEXTS", "PARITY_TOLERANCE", "Parity", "compare_upstream"]

PARITY_TOLERANCE = 1e-5
"""The largest difference of any component that two graphs of the same weights may have."""

PARITY_TEXTS = (
    "",
    "hello world",
    "One uploaded file may hold at most 5 GB; the organisation's storage is another limit.",
    "Nobody may share a policy, except that nobody is forbidden to.",
    "Größe, naïve café, 日本語の文書, 😀, \u0301\u0302, ﬁ, £ 1,234.56",
    "evidence " * 300,
)
"""Invented; empty, short, long, cut at the limit, and in several scripts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parity:
    """How far two graphs are apart.

    Attributes:
        texts: How many were compared.
        largest_gap: The largest difference of any component of any unit vector.
    """

    texts: int
    largest_gap: float

    @property
    def good(self) -> bool:
        """Whether no component differs by more than PARITY_TOLERANCE."""
        return self.largest_gap <= PARITY_TOLERANCE


def compare_upstream(model: LockedModel, path: Path, root: Path | None = None) -> Parity:
    """Compare the graph that labcore built with the publisher's own export.

    Args:
        model: The pinned model; its lock pins that export too.
        path: The publisher's file.
        root: The cache folder; None for the user's own.

    Raises:
        ModelError: The lock pins no export, the file is not the pinned one, or the cache is not sound.
    """
    pin = model.upstream_graph
    if pin is None:
        raise ModelError("the lock pins no export of the publisher", place=model.name)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(
            "the publisher's export must be readable", got=str(error), place=str(path)
        ) from error
    check = check_bytes(data, pin)
    if not check.good:
        raise ModelError(f"expected {check.expected}, found {check.found}", place=str(path))
    tokens = model.file("tokenizer.json")
    tokeniser = Tokeniser(read_verified(model_folder(model, root) / tokens.name, tokens), model.max_tokens)
    theirs = Embedder(model, tokeniser, GraphSession(data, model.dimensions))
    ours = Embedder.from_cache(model, root=root)
    gap = np.abs(ours.embed(PARITY_TEXTS) - theirs.embed(PARITY_TEXTS)).max()
    return Parity(texts=len(PARITY_TEXTS), largest_gap=float(gap))
