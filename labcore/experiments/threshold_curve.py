"""What a scored judge would have said at every threshold, without asking it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.errors import ParameterError
from labcore.experiments.kill_grid import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.experiments.kill_grid import KillGrid

__all__ = ["CurvePoint", "threshold_curve"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """The counts of one threshold.

    Attributes:
        threshold: Accepted from here on.
        killed: Mutants below it.
        valid: Valid statements at or above it.
        equivalent: Equivalents at or above it.
    """

    threshold: float
    killed: int
    valid: int
    equivalent: int


def threshold_curve(grid: KillGrid, thresholds: Sequence[float] | None = None) -> tuple[CurvePoint, ...]:
    """Count at every threshold where something changes: at each score, and just above the highest.

    Args:
        grid: The grid of a judge whose rulings have scores. A case without a score is an abstention,
            and counts at no threshold.
        thresholds: Where to count instead; None for every place of a change.

    Raises:
        ParameterError: No ruling has a score.
    """
    scored = [(cell.case.kind, cell.ruling.score) for cell in grid.cells if cell.ruling.score is not None]
    if not scored:
        raise ParameterError("a curve needs a judge with scores", got=grid.judge)
    scores = sorted({score for _, score in scored})
    steps = [*scores, scores[-1] + 1e-6] if thresholds is None else thresholds
    return tuple(
        CurvePoint(
            threshold=step,
            killed=sum(kind is Kind.MUTANT and score < step for kind, score in scored),
            valid=sum(kind is Kind.VALID and score >= step for kind, score in scored),
            equivalent=sum(kind is Kind.EQUIVALENT and score >= step for kind, score in scored),
        )
        for step in steps
    )
