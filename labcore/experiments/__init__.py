"""Experiments join the parts: rankers over queries, judges over grids, answers over bundles."""

from labcore.experiments.citing import CitationRow, CiteReport, QuestionRow, check_citations
from labcore.experiments.comparison import Comparison, FamilyRow, QueryRow, compare_rankers

__all__ = [
    "CitationRow",
    "CiteReport",
    "Comparison",
    "FamilyRow",
    "QueryRow",
    "QuestionRow",
    "check_citations",
    "compare_rankers",
]
