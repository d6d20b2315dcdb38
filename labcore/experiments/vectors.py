"""What a vector sees: padding under the mask and without it, and rules that say the opposite of each other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from labcore.records import PUBLIC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from labcore.embedder import Embedder
    from labcore.fixture import Fixture

__all__ = ["Nearness", "PaddingEffect", "nearness", "padding_effect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaddingEffect:
    """One text with some empty positions appended, beside the same text alone.

    Attributes:
        padding: How many positions.
        masked: Cosine between the two vectors when the mask leaves the positions out of the mean.
        unmasked: The same when every position is averaged.
        largest: The largest difference of one component, masked.
    """

    padding: int
    masked: float
    unmasked: float
    largest: float


def padding_effect(embedder: Embedder, text: str, paddings: Sequence[int]) -> tuple[PaddingEffect, ...]:
    """Append empty positions to a text and see what the mask keeps out.

    Args:
        embedder: The embedder.
        text: Any text.
        paddings: How many positions to append, each from 0.

    Raises:
        ParameterError: A padding does not fit the model.
    """
    alone = embedder.explain(text).vector
    effects = []
    for padding in paddings:
        padded = embedder.explain(text, padding=padding)
        careless = padded.token_vectors.mean(axis=0)
        effects.append(
            PaddingEffect(
                padding=padding,
                masked=float(alone @ padded.vector),
                unmasked=float(alone @ careless / np.linalg.norm(careless)),
                largest=float(np.abs(alone - padded.vector).max()),
            )
        )
    return tuple(effects)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearness:
    """Two texts and how close their vectors are.

    Attributes:
        kind: ``rules`` for two passages of one title and different tenants, ``question`` for a question and a
            passage that it requires.
        about: What the pair is about: the rules' title, or the question.
        left: The first text.
        right: The second text.
        similarity: The dot product of the two unit vectors, -1 to 1.
    """

    kind: str
    about: str
    left: str
    right: str
    similarity: float


def nearness(fixture: Fixture, embedder: Embedder) -> tuple[Nearness, ...]:
    """Measure how close two tenants' rules about one matter are, and how close questions are to their evidence.

    Versions of one rule are left out: a passage with an end is no rule of today.

    Args:
        fixture: Corpus, questions and required evidence.
        embedder: The embedder.

    Returns:
        First the rules, then the questions, each in fixture order.
    """
    owned = [p for p in fixture.corpus if p.tenant not in {None, PUBLIC} and p.effective_until is None]
    rules = [(a, b) for a, b in combinations(owned, 2) if a.title == b.title and a.tenant != b.tenant]
    asked = [
        (query.text, fixture.corpus.get(name))
        for query in fixture.queries
        for name, grade in fixture.qrels.get(query.id, {}).items()
        if grade > 0
    ]
    pairs = [("rules", a.title, a.text, b.text, a.searchable, b.searchable) for a, b in rules]
    pairs += [("question", text, text, p.text, text, p.searchable) for text, p in asked if p is not None]
    vectors = embedder.embed([text for pair in pairs for text in pair[4:]])
    return tuple(
        Nearness(kind=kind, about=about, left=left, right=right, similarity=_dot(vectors, 2 * place))
        for place, (kind, about, left, right, *_) in enumerate(pairs)
    )


def _dot(vectors: NDArray[np.float32], place: int) -> float:
    return float(vectors[place] @ vectors[place + 1])
