"""Records that cross module borders: frozen, slotted, and valid as soon as they exist."""

from labcore.records.candidate import Candidate, GateReason, Relation, Transformation
from labcore.records.corpus import Corpus
from labcore.records.exchange import from_json, from_trec, to_json, to_trec
from labcore.records.parameter import Parameter, Value, near_miss, unknown_name
from labcore.records.passage import Passage
from labcore.records.proposition import Proposition, Wording
from labcore.records.query import Expects, Query, Split
from labcore.records.run import Exclusion, ExclusionReason, Hit, Outcome, Run
from labcore.records.scope import PUBLIC, Dimension, Scope
from labcore.records.verdict import NamedCheck, Verdict

__all__ = [
    "PUBLIC",
    "Candidate",
    "Corpus",
    "Dimension",
    "Exclusion",
    "ExclusionReason",
    "Expects",
    "GateReason",
    "Hit",
    "NamedCheck",
    "Outcome",
    "Parameter",
    "Passage",
    "Proposition",
    "Query",
    "Relation",
    "Run",
    "Scope",
    "Split",
    "Transformation",
    "Value",
    "Verdict",
    "Wording",
    "from_json",
    "from_trec",
    "near_miss",
    "to_json",
    "to_trec",
    "unknown_name",
]
