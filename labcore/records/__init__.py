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
from labcore.records.parameter import Parameter, Value, near_miss, unknown_name
from labcore.records.passage import Passage
from labcore.records.query import Expects, Query, Split
from labcore.records.run import Exclusion, ExclusionReason, Hit, Outcome, Run
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
    "Hit",
    "Insufficient",
    "NamedCheck",
    "Norm",
    "Outcome",
    "Parameter",
    "Passage",
    "Polarity",
    "Query",
    "Run",
    "Scope",
    "Span",
    "Split",
    "Strength",
    "Value",
    "Verdict",
    "from_json",
    "from_trec",
    "near_miss",
    "to_json",
    "to_trec",
    "unknown_name",
]
