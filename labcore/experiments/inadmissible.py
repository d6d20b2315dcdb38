"""What a model was given that its asker may not use: the first gate, asked again of a bundle from outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.admission import exclusion
from labcore.experiments.gates import NEXT_STEPS
from labcore.records import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from labcore.fixture import Fixture

__all__ = ["Inadmissible", "inadmissible"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inadmissible:
    """A passage of a bundle that is no evidence for the question's scope.

    Attributes:
        passage_id: The passage.
        reason: The gate of admission that refuses it, or ``no_such_passage``.
        detail: The same in words, for a maintainer.
    """

    passage_id: str
    reason: str
    detail: str

    @property
    def refusal(self) -> Verdict:
        """The verdict on an answer that rests on it; no later gate is asked."""
        detail = f"{self.passage_id} {self.detail}"
        return Verdict(accepted=False, reason=self.reason, detail=detail, next_step=NEXT_STEPS[self.reason])


def inadmissible(fixture: Fixture, query_id: str, bundle: Iterable[str]) -> tuple[Inadmissible, ...]:
    """Give the passages of a bundle that admission refuses to the asker, in the order given.

    Args:
        fixture: Its questions hold the trusted scopes; one without questions has none to decide by, and
            nothing is checked.
        query_id: The question.
        bundle: The ids of what the model was given.

    Raises:
        NotFoundError: The fixture has questions, and not this one.
    """
    if not fixture.queries:
        return ()
    scope = fixture.query(query_id).scope
    found = []
    for name in dict.fromkeys(bundle):
        passage = fixture.corpus.get(name)
        if passage is None:
            detail = "is no passage of the corpus"
            found.append(Inadmissible(passage_id=name, reason="no_such_passage", detail=detail))
            continue
        refusal = exclusion(passage, scope, dimensions=fixture.corpus.dimensions)
        if refusal is not None:
            found.append(Inadmissible(passage_id=name, reason=refusal.reason.value, detail=refusal.detail))
    return tuple(found)
