"""Experiments join the parts: rankers over queries, judges over grids, answers over bundles."""

from labcore.experiments.answerers import ANSWERERS
from labcore.experiments.answers import AnswerReport, check_answers
from labcore.experiments.asking import Answerer
from labcore.experiments.checks import GROUPS, MEANINGS, PRESERVED, named_checks
from labcore.experiments.citing import CitationRow, CiteReport, QuestionRow, check_citations
from labcore.experiments.comparison import Comparison, FamilyRow, QueryRow, compare_rankers
from labcore.experiments.kill_grid import Case, Cell, KillGrid, Kind, grid_cases, kill_grid
from labcore.experiments.oracle_checks import fixture_mutants, given_bundle, outcome
from labcore.experiments.over_time import DayRow, ask_on_days
from labcore.experiments.placement import Placed, Placement, place_filter
from labcore.experiments.replay_checks import LACKING
from labcore.experiments.structured_answers import (
    MAX_ATTEMPTS,
    AnswersReport,
    Attempt,
    RawAnswer,
    ask,
    judge_answers,
    read_raw_answers,
)
from labcore.experiments.threshold_curve import CurvePoint, threshold_curve
from labcore.experiments.vectors import Nearness, PaddingEffect, nearness, padding_effect

__all__ = [
    "ANSWERERS",
    "GROUPS",
    "LACKING",
    "MAX_ATTEMPTS",
    "MEANINGS",
    "PRESERVED",
    "AnswerReport",
    "Answerer",
    "AnswersReport",
    "Attempt",
    "Case",
    "Cell",
    "CitationRow",
    "CiteReport",
    "Comparison",
    "CurvePoint",
    "DayRow",
    "FamilyRow",
    "KillGrid",
    "Kind",
    "Nearness",
    "PaddingEffect",
    "Placed",
    "Placement",
    "QueryRow",
    "QuestionRow",
    "RawAnswer",
    "ask",
    "ask_on_days",
    "check_answers",
    "check_citations",
    "compare_rankers",
    "fixture_mutants",
    "given_bundle",
    "grid_cases",
    "judge_answers",
    "kill_grid",
    "named_checks",
    "nearness",
    "outcome",
    "padding_effect",
    "place_filter",
    "read_raw_answers",
    "threshold_curve",
]
