"""Judges of proposed statements, ours and other people's, behind one protocol.

A judge that compares texts measures how alike they are. Whether that finds a wrong version, tenant, scope, unit or
number is a question for the kill grid of `labcore.experiments`, and not for the judge's name.
"""

from labcore.judging.adapters import CallableJudge, ForeignJudge, deepeval_score, named_callable, ragas_score
from labcore.judging.chat import API_KEY, INSTRUCTION, ChatJudge
from labcore.judging.exact import ConstantJudge, MembershipJudge, OracleJudge
from labcore.judging.protocol import Judge, Opinion, Ruling, Statement
from labcore.judging.recorded import RecordedJudge, read_rulings, write_rulings
from labcore.judging.registry import JUDGES, THRESHOLDS, judge_named
from labcore.judging.scores import SPAN, number_grounding, quoted_spans, rouge_l, token_overlap
from labcore.judging.statement import state
from labcore.judging.threshold import CosineScore, Score, ThresholdJudge

__all__ = [
    "API_KEY",
    "INSTRUCTION",
    "JUDGES",
    "SPAN",
    "THRESHOLDS",
    "CallableJudge",
    "ChatJudge",
    "ConstantJudge",
    "CosineScore",
    "ForeignJudge",
    "Judge",
    "MembershipJudge",
    "Opinion",
    "OracleJudge",
    "RecordedJudge",
    "Ruling",
    "Score",
    "Statement",
    "ThresholdJudge",
    "deepeval_score",
    "judge_named",
    "named_callable",
    "number_grounding",
    "quoted_spans",
    "ragas_score",
    "read_rulings",
    "rouge_l",
    "state",
    "token_overlap",
    "write_rulings",
]
