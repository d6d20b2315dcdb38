"""The oracle: whether a typed candidate states a declared fact, by gates in a fixed order.

It decides membership, version, tenant, scope, unit, value and polarity of what was written down as a fact.
It does not read natural language, and it knows no truth outside the fixture.
"""

from labcore.oracle.answers import ReadAnswer, Reading, answer_schema, read_answer
from labcore.oracle.check import check
from labcore.oracle.compare import Comparison, compare, explain_comparison
from labcore.oracle.compiled import OUTCOMES
from labcore.oracle.gates import GATES, NEXT_STEPS, Gate
from labcore.oracle.scopes import ScopeTree
from labcore.oracle.table import check_table

__all__ = [
    "GATES",
    "NEXT_STEPS",
    "OUTCOMES",
    "Comparison",
    "Gate",
    "ReadAnswer",
    "Reading",
    "ScopeTree",
    "answer_schema",
    "check",
    "check_table",
    "compare",
    "explain_comparison",
    "read_answer",
]
