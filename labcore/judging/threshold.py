"""Judges that score two texts and accept from a threshold on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Protocol

import numpy as np

from labcore.errors import ParameterError
from labcore.judging.protocol import Opinion, Ruling

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from labcore.judging.protocol import Statement
    from labcore.records import Passage

__all__ = ["CosineScore", "Score", "ThresholdJudge", "require_threshold"]


class Score(Protocol):
    """Scores a candidate; higher is more alike."""

    def __call__(self, candidate: Statement, expected: Statement, passage: Passage) -> float:
        """Give a finite number."""
        ...


class ThresholdJudge:
    """Accepts from a threshold on; the threshold is a parameter, and its curve belongs beside it.

    Args:
        name: The name to show, without the threshold.
        score: What is compared with the threshold.
        threshold: Accepted from here on.

    Raises:
        ParameterError: The threshold is not a finite number.
    """

    def __init__(self, name: str, score: Score, threshold: float) -> None:
        require_threshold(threshold, name)
        self.name = f"{name}@{threshold:g}"
        self.threshold = threshold
        self._score = score

    def judges(self, candidate: Statement, expected: Statement, passage: Passage) -> Ruling:
        """Accept from the threshold on; a score that is no finite number abstains."""
        score = float(self._score(candidate, expected, passage))
        if not math.isfinite(score):
            return Ruling(opinion=Opinion.ABSTAIN, detail=f"the score is {score}")
        accepted = score >= self.threshold
        return Ruling(
            opinion=Opinion.ACCEPT if accepted else Opinion.REJECT,
            score=score,
            detail=f"{score:.3f} is {'at least' if accepted else 'below'} {self.threshold:g}",
        )


def require_threshold(threshold: float, place: str) -> None:
    """Refuse a threshold above which, or below which, nothing can be.

    Raises:
        ParameterError: It is not a finite number.
    """
    if not math.isfinite(threshold):
        raise ParameterError("a threshold is a finite number", got=threshold, place=place)


class CosineScore:
    """Cosine of the candidate's and the expected sentence's vectors, -1 to 1.

    Args:
        embed: Texts -> float32 ``(n, d)`` with rows of unit length; by default the pinned model, loaded
            at the first score. Each text is embedded once.
    """

    def __init__(self, embed: Callable[[Sequence[str]], NDArray[np.float32]] | None = None) -> None:
        self._embed = embed
        self._vectors: dict[str, NDArray[np.float32]] = {}

    def __call__(self, candidate: Statement, expected: Statement, passage: Passage) -> float:  # noqa: ARG002  # Score
        """Give the dot product of the two unit vectors, to six decimals: float32 keeps no more."""
        return round(float(np.dot(self._vector(candidate.text), self._vector(expected.text))), 6)

    def _vector(self, text: str) -> NDArray[np.float32]:
        if self._embed is None:
            from labcore.embedder import Embedder  # noqa: PLC0415  # the runtime loads only when vectors are asked for

            self._embed = Embedder.from_lock().embed
        if text not in self._vectors:
            self._vectors[text] = self._embed([text])[0]
        return self._vectors[text]
