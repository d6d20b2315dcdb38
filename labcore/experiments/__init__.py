"""Experiments join the parts: rankers over queries, judges over grids, answers over bundles."""

from labcore.experiments.answerers import ANSWERERS
from labcore.experiments.answers import AnswerReport, check_answers
from labcore.experiments.asking import Answerer
from labcore.experiments.checks import GROUPS, MEANINGS, PRESERVED, named_checks
from labcore.experiments.citing import CitationRow, CiteReport, QuestionRow, check_citations
from labcore.experiments.comparison import Comparison, FamilyRow, QueryRow, compare_rankers
from labcore.experiments.replay_checks import LACKING

__all__ = [
    "ANSWERERS",
    "GROUPS",
    "LACKING",
    "MEANINGS",
    "PRESERVED",
    "AnswerReport",
    "Answerer",
    "CitationRow",
    "CiteReport",
    "Comparison",
    "FamilyRow",
    "QueryRow",
    "QuestionRow",
    "check_answers",
    "check_citations",
    "compare_rankers",
    "named_checks",
]
