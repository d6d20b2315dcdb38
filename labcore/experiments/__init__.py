"""Experiments join the parts: rankers over queries, judges over grids, answers over bundles."""

from labcore.experiments.checks import GROUPS, MEANINGS, PRESERVED, named_checks
from labcore.experiments.citing import CitationRow, CiteReport, QuestionRow, check_citations
from labcore.experiments.comparison import Comparison, FamilyRow, QueryRow, compare_rankers
from labcore.experiments.replay_checks import LACKING

__all__ = [
    "GROUPS",
    "LACKING",
    "MEANINGS",
    "PRESERVED",
    "CitationRow",
    "CiteReport",
    "Comparison",
    "FamilyRow",
    "QueryRow",
    "QuestionRow",
    "check_citations",
    "compare_rankers",
    "named_checks",
]
