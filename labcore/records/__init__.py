"""Records that cross module borders: frozen, slotted, and valid as soon as they exist."""

from labcore.records.answer import (
    Answer,
    AnswerCase,
    Answered,
    BundleCase,
    BundleKind,
    Clarify,
    Insufficient,
)
from labcore.records.candidate import Candidate, GateReason, Relation, Transformation
from labcore.records.citation import (
    ACCEPTED,
    Citation,
    CitationCase,
    CitationReason,
    CitationVerdict,
    Span,
)
from labcore.records.claim import Claim, Frequency, Norm, Polarity, Strength
from labcore.records.corpus import Corpus
from labcore.records.exchange import from_json, from_trec, to_json, to_trec
from labcore.records.journey import GateName, Journey
from labcore.records.parameter import Parameter, Value, near_miss, unknown_name
from labcore.records.passage import Passage
from labcore.records.proposition import Proposition, Wording
from labcore.records.query import Expects, Query, Split
from labcore.records.run import Exclusion, ExclusionReason, Hit, Outcome, Run, require_trec_names
from labcore.records.scope import PUBLIC, Dimension, Scope
from labcore.records.verdict import NamedCheck, Verdict

__all__ = [
    "ACCEPTED",
    "PUBLIC",
    "Answer",
    "AnswerCase",
    "Answered",
    "BundleCase",
    "BundleKind",
    "Candidate",
    "Citation",
    "CitationCase",
    "CitationReason",
    "CitationVerdict",
    "Claim",
    "Clarify",
    "Corpus",
    "Dimension",
    "Exclusion",
    "ExclusionReason",
    "Expects",
    "Frequency",
    "GateName",
    "GateReason",
    "Hit",
    "Insufficient",
    "Journey",
    "NamedCheck",
    "Norm",
    "Outcome",
    "Parameter",
    "Passage",
    "Polarity",
    "Proposition",
    "Query",
    "Relation",
    "Run",
    "Scope",
    "Span",
    "Split",
    "Strength",
    "Transformation",
    "Value",
    "Verdict",
    "Wording",
    "from_json",
    "from_trec",
    "near_miss",
    "require_trec_names",
    "to_json",
    "to_trec",
    "unknown_name",
]
