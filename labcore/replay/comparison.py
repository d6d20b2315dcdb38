"""A later inference beside the recorded one: what still agrees, and what does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from labcore.errors import ParameterError
from labcore.records import NamedCheck

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from labcore.records import Run
    from labcore.replay.recording import Recording

__all__ = ["ORDER_TOLERANCE", "VECTOR_TOLERANCE", "compare_recording", "same_order"]

VECTOR_TOLERANCE = 1e-5
"""The largest difference of any component that still counts as the same vector."""

ORDER_TOLERANCE = 1e-6
"""Scores closer than this may change places: processors differ in the seventh digit."""


def compare_recording(
    recording: Recording, vectors: NDArray[np.float32], runs: Mapping[str, Sequence[Run]]
) -> tuple[NamedCheck, ...]:
    """Compare today's vectors and lists with the recorded ones; nothing is written.

    Args:
        recording: The recorded runs and vectors.
        vectors: float32, the recorded shape, of the same texts.
        runs: Ranker name -> today's runs; every recorded ranker must be there.

    Raises:
        ParameterError: A recorded ranker is missing from runs.
    """
    checks = [_vectors(recording.vectors, vectors)]
    for name, recorded in recording.runs.items():
        if name not in runs:
            raise ParameterError(
                "a replay needs today's runs of every recorded ranker", got=f"none of {name}"
            )
        today = {run.query_id: run for run in runs[name]}
        checks.extend(_list(name, run, today.get(run.query_id)) for run in recorded)
    return tuple(checks)


def _vectors(recorded: NDArray[np.float32], today: NDArray[np.float32]) -> NamedCheck:
    same_shape = recorded.shape == today.shape
    gap = float(np.abs(recorded - today).max(initial=0.0)) if same_shape else float("inf")
    return NamedCheck(
        group="recorded vectors",
        name="largest difference of a component",
        passed=gap <= VECTOR_TOLERANCE,
        expected=f"at most {VECTOR_TOLERANCE:g}, shape {recorded.shape}",
        actual=f"{gap:.2e}, shape {today.shape}",
        detail="the same texts, embedded again",
    )


def _list(ranker: str, recorded: Run, today: Run | None) -> NamedCheck:
    return NamedCheck(
        group=f"recorded lists of {ranker}",
        name=recorded.query_id,
        passed=today is not None and same_order(recorded, today),
        expected=" ".join(recorded.passage_ids),
        actual=" ".join(today.passage_ids) if today is not None else "no run of this query",
        detail=f"the same passages in the same order, scores within {ORDER_TOLERANCE:g} aside",
    )


def same_order(recorded: Run, today: Run) -> bool:
    """Tell whether two lists agree, where only scores within the tolerance may have changed places."""
    if len(recorded.hits) != len(today.hits):
        return False
    scores = {hit.passage_id: hit.score for hit in recorded.hits}
    for was, now in zip(recorded.hits, today.hits, strict=True):
        here = scores.get(now.passage_id)
        if now.passage_id != was.passage_id and (here is None or abs(here - was.score) > ORDER_TOLERANCE):
            return False
    return True
