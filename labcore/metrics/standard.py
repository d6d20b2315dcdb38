"""Recall, nDCG and reciprocal rank, computed by ir_measures in our order of ties."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import ir_measures
from ir_measures import RR, R, nDCG

from labcore.errors import ParameterError
from labcore.records.rules import HIGHEST_GRADE, require_depth

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from labcore.records import Run

__all__ = ["StandardMetrics", "standard_metrics"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandardMetrics:
    """The field's own measures for one query, each from 0 to 1.

    Attributes:
        recall: Required passages among the first k, over all required.
        ndcg: Normalised discounted cumulative gain of the first k, grades as gains.
        reciprocal_rank: 1 over the rank of the first required passage among the first k, else 0.
    """

    recall: float
    ndcg: float
    reciprocal_rank: float


def standard_metrics(
    qrels: Mapping[str, Mapping[str, int]], runs: Sequence[Run], k: int
) -> dict[str, StandardMetrics]:
    """Measure each run against the required evidence.

    The order of a run is kept as it is: scores are replaced by ranks before they are handed over,
    since trec_eval would otherwise break ties by its own rule.

    Args:
        qrels: Query id -> passage id -> grade, at most 1000; above 0 is required.
        runs: One run per query.
        k: The cut-off, from 1.

    Returns:
        Query id -> metrics. A query without required evidence has none: nothing can be recalled.

    Raises:
        ParameterError: k is below 1, two runs are of one query, or a grade is out of range.

    Source: MacAvaney, Macdonald and Ounis, "Streamlining Evaluation with ir-measures", ECIR 2022.
    """
    k = require_depth(k)
    ids = [run.query_id for run in runs]
    twice = next((query for query, count in Counter(ids).items() if count > 1), None)
    if twice is not None:
        raise ParameterError("metrics take one run per query", got=twice)
    needed = {
        query: dict(qrels[query])
        for query in ids
        if any(grade > 0 for grade in qrels.get(query, {}).values())
    }
    if not needed:
        return {}
    _require_grades(needed)
    # a deeper cut-off than there is anything to find changes nothing, and trec_eval counts k in 64 bits
    k = min(k, max(len(listed) for listed in (*needed.values(), *(run.hits for run in runs))))
    ranked = {
        run.query_id: {hit.passage_id: float(len(run.hits) - place) for place, hit in enumerate(run.hits)}
        for run in runs
        if run.query_id in needed
    }
    measures = {R @ k: "recall", nDCG @ k: "ndcg", RR @ k: "reciprocal_rank"}
    found: dict[str, dict[str, float]] = {query: dict.fromkeys(measures.values(), 0.0) for query in needed}
    for metric in ir_measures.iter_calc(list(measures), needed, ranked):
        found[metric.query_id][measures[metric.measure]] = float(metric.value)
    return {query: StandardMetrics(**values) for query, values in found.items()}


def _require_grades(needed: Mapping[str, Mapping[str, int]]) -> None:
    for query, grades in needed.items():
        for passage, grade in grades.items():
            if not -HIGHEST_GRADE <= grade <= HIGHEST_GRADE:
                raise ParameterError(
                    f"grades are at most {HIGHEST_GRADE}", got=f"{grade} for {passage}", place=query
                )
