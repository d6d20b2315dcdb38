"""What an answerer may say: an answer with its evidence, a question back, or that evidence is lacking."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from labcore.errors import RecordError
from labcore.records.citation import Citation
from labcore.records.claim import Claim, require_claims
from labcore.records.query import Expects
from labcore.records.scope import require_labels, require_text

__all__ = ["Answer", "AnswerCase", "Answered", "BundleCase", "BundleKind", "Clarify", "Insufficient"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Claims and what is offered for them; nothing here is trusted before it is checked.

    Attributes:
        claims: At least one.
        citations: May be empty; then every claim is absent from the evidence.

    Raises:
        RecordError: There is no claim, or a member is of another kind.
    """

    claims: tuple[Claim, ...]
    citations: tuple[Citation, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "claims", require_claims("answered", "claims", self.claims))
        if not self.claims:
            raise RecordError("an answer states at least one claim", got="no claim")
        object.__setattr__(self, "citations", _require_citations(self.citations))


@dataclass(frozen=True, slots=True, kw_only=True)
class Clarify:
    """A question back to the asker; right where sources in force disagree or the question has two readings."""

    question: str

    def __post_init__(self) -> None:
        require_text("clarify", "question", self.question)


@dataclass(frozen=True, slots=True, kw_only=True)
class Insufficient:
    """The evidence does not settle the question; a right refusal is a success."""

    why: str

    def __post_init__(self) -> None:
        require_text("insufficient", "why", self.why)


def _require_citations(value: object) -> tuple[Citation, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(item, Citation) for item in value):
        raise RecordError("answered.citations must be citations", got=repr(value))
    return tuple(value)


Answer: TypeAlias = "Answered | Clarify | Insufficient"


class BundleKind(StrEnum):
    """What a fixed bundle is made to show."""

    COMPLETE = "complete"
    INCOMPLETE = "incomplete"
    CONFLICTING = "conflicting"
    HOSTILE = "hostile"


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleCase:
    """The passages that an answerer is given, and what a careful person then expects of it.

    Attributes:
        id: Unique in its case.
        kind: complete, incomplete, conflicting, or hostile: complete, with a passage that gives orders.
        passage_ids: In the order in which they are given.
        expects: The right outcomes; where sources disagree, a question back and a refusal may both be.
        claims: What an answer must state; empty where none is right.

    Raises:
        RecordError: A label is empty, a passage stands twice, or claims are required where no answer is.
    """

    id: str
    kind: BundleKind
    passage_ids: tuple[str, ...]
    expects: frozenset[Expects]
    claims: tuple[Claim, ...] = ()

    def __post_init__(self) -> None:
        require_text("bundle", "id", self.id)
        object.__setattr__(self, "passage_ids", tuple(self.passage_ids))
        if len(set(self.passage_ids)) != len(self.passage_ids):
            raise RecordError("a bundle names each passage once", got=self.passage_ids, place=self.id)
        require_labels("bundle", "expects", self.expects)
        object.__setattr__(self, "claims", require_claims("bundle", "claims", self.claims))
        if bool(self.claims) != (Expects.ANSWER in self.expects):
            raise RecordError("a bundle requires claims exactly where it expects an answer", place=self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerCase:
    """One question in several wordings over several fixed bundles.

    Attributes:
        id: Unique among the fixture's cases.
        query_id: The question; its scope applies to every bundle.
        paraphrases: Other wordings that must change nothing.
        bundles: At least one.

    Raises:
        RecordError: A label is empty, or there is no bundle, or two share an id.
    """

    id: str
    query_id: str
    bundles: tuple[BundleCase, ...]
    paraphrases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        require_text("answer case", "id", self.id)
        require_text("answer case", "query_id", self.query_id)
        for wording in self.paraphrases:
            require_text("answer case", "paraphrases", wording)
        object.__setattr__(self, "paraphrases", tuple(self.paraphrases))
        object.__setattr__(self, "bundles", tuple(self.bundles))
        ids = [bundle.id for bundle in self.bundles]
        if not ids or len(set(ids)) != len(ids):
            raise RecordError("an answer case has bundles with ids of their own", got=ids, place=self.id)
