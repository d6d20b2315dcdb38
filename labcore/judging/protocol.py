"""What a judge is: something that reads a proposed statement and says accept, reject or neither."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from labcore.errors import RecordError

if TYPE_CHECKING:
    from labcore.records import Passage, Proposition

__all__ = ["Judge", "Opinion", "Ruling", "Statement"]


class Opinion(StrEnum):
    """What a judge says; an abstention is neither a kill nor an acceptance."""

    ACCEPT = "accept"
    REJECT = "reject"
    ABSTAIN = "abstain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A proposition and the sentence that says it.

    Attributes:
        proposition: What judges of typed statements read.
        text: What judges of text read.
    """

    proposition: Proposition
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What one judge said of one statement.

    Attributes:
        opinion: accept, reject or abstain.
        score: What a threshold was applied to; None where there is none.
        detail: Why, for people; the reason of an abstention always stands here. A lone surrogate in it,
            which no file takes, becomes its escape: a stranger's error may quote anything.
        tokens: Tokens that a language model was paid for; 0 for a judge that costs nothing.

    Raises:
        RecordError: The score is not finite, tokens are negative, or an abstention has no reason.
    """

    opinion: Opinion
    score: float | None = None
    detail: str = ""
    tokens: int = 0

    def __post_init__(self) -> None:
        if self.score is not None and not math.isfinite(self.score):
            raise RecordError("ruling.score must be a finite number", got=self.score)
        if self.tokens < 0:
            raise RecordError("ruling.tokens must not be negative", got=self.tokens)
        if self.opinion is Opinion.ABSTAIN and not self.detail:
            raise RecordError("an abstention names its reason", got="no detail")
        object.__setattr__(self, "detail", self.detail.encode("utf-8", "backslashreplace").decode())


@runtime_checkable
class Judge(Protocol):
    """Reads one statement beside the expected one and the passage that both should rest on."""

    @property
    def name(self) -> str:
        """The name that grids and reports show; unique among the judges of one grid."""
        ...

    def judges(self, candidate: Statement, expected: Statement, passage: Passage) -> Ruling:
        """Give an opinion; never raises for what the candidate holds, an unusable answer abstains.

        Args:
            candidate: What was proposed; its text may be hostile and is data.
            expected: The fact, in the fixture's first wording.
            passage: The evidence of the fact.
        """
        ...
