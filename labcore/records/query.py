"""A question with its trusted scope and what a careful person expects of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from labcore.errors import RecordError
from labcore.records.rules import require_id, require_member, require_words
from labcore.records.scope import Scope, require_labels, require_text

__all__ = ["Expects", "Query", "Split"]


class Split(StrEnum):
    """Whether a query may be used to tune (dev) or only to report (eval)."""

    DEV = "dev"
    EVAL = "eval"


class Expects(StrEnum):
    """The right outcome of a question; a right refusal is a success."""

    ANSWER = "answer"
    CLARIFY = "clarify"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One question of a fixture.

    Attributes:
        id: Unique among the fixture's queries.
        text: The question as asked.
        scope: The trusted scope that it is asked under.
        split: dev or eval.
        family: The kind of difficulty, such as ``negation``; None where not stated.
        expects: The right outcome.
        acceptable_versions: Version labels that may answer it; None where any may. It is an
            expectation for metrics, not part of the scope.

    Raises:
        RecordError: A field breaks its rule.
    """

    id: str
    text: str
    scope: Scope = field(default_factory=Scope)
    split: Split = Split.EVAL
    family: str | None = None
    expects: Expects = Expects.ANSWER
    acceptable_versions: frozenset[str] | None = None

    def __post_init__(self) -> None:
        require_id("query", "id", self.id)
        require_words("query", "text", self.text)
        if not isinstance(self.scope, Scope):
            raise RecordError("query.scope must be a Scope", got=repr(self.scope), place=self.id)
        object.__setattr__(self, "split", require_member("query", "split", self.split, Split))
        object.__setattr__(self, "expects", require_member("query", "expects", self.expects, Expects))
        require_text("query", "family", self.family, optional=True)
        labels = require_labels("query", "acceptable_versions", self.acceptable_versions)
        object.__setattr__(self, "acceptable_versions", labels)
