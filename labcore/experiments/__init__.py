"""Experiments join the parts: rankers over queries, judges over grids, answers over bundles."""

from labcore.experiments.comparison import Comparison, FamilyRow, QueryRow, compare_rankers

__all__ = ["Comparison", "FamilyRow", "QueryRow", "compare_rankers"]
