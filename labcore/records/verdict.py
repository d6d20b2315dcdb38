"""The answer of a gate: accepted, or refused with one typed reason and the next decision."""

from __future__ import annotations

from dataclasses import dataclass, field

from labcore.errors import RecordError

__all__ = ["NamedCheck", "Verdict"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a gate decided, why, and what to do next.

    Attributes:
        accepted: Whether every gate let it through.
        reason: The first reason of a refusal, such as ``version``; None exactly when accepted.
        detail: The same in a sentence, with expected and got.
        next_step: What the caller does next; the empty text exactly when accepted.
        reasons: Every reason that holds, in gate order, the first one included.
        expected: What the first failed gate wanted, as text; None when accepted.
        got: What it found, as text; None when accepted or when nothing was there.

    Raises:
        RecordError: Accepted with a reason, or refused without one or without a next step.
    """

    accepted: bool
    reason: str | None = None
    detail: str = ""
    next_step: str = ""
    reasons: tuple[str, ...] = field(default=())
    expected: str | None = None
    got: str | None = None

    def __post_init__(self) -> None:
        if self.accepted and (self.reason or self.reasons or self.next_step):
            raise RecordError("an accepted verdict has no reason and no next step", got=self.reason)
        if not self.accepted and not (self.reason and self.next_step):
            raise RecordError("a refusal names its reason and the next step", got=self.reason)
        if self.reason and not self.reasons:
            object.__setattr__(self, "reasons", (self.reason,))
        if self.reasons and self.reasons[0] != self.reason:
            raise RecordError("a verdict's reason is the first of its reasons", got=self.reasons)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedCheck:
    """One check of a report: what was expected beside what came out.

    Attributes:
        group: The group that it is counted in; groups mean different things and are never summed
            into a score.
        name: Unique within its group.
        passed: Whether actual met expected.
        expected: As text.
        actual: As text.
        detail: One sentence for a person.
    """

    group: str
    name: str
    passed: bool
    expected: str = ""
    actual: str = ""
    detail: str = ""
