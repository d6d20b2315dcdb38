"""A typed statement: a quantity or a permission with everything that bounds it."""

from __future__ import annotations

from dataclasses import dataclass, field

from labcore.errors import RecordError
from labcore.records.scope import require_text

__all__ = ["Proposition", "Wording"]

_BOUNDS = ("evidence_id", "version", "tenant", "scope", "unit")


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposition:
    """One statement that can be checked by rule.

    A fact states everything. A candidate may leave fields out: None is "not stated", which no gate lets
    through.

    Attributes:
        id: Unique among its kind.
        evidence_id: The passage that it rests on.
        version: The version of the rule.
        tenant: Whose rule it is; fixture input, not authentication.
        scope: What is measured, for what; or the action and its condition.
        unit: A declared unit; a permission's for a permission.
        value: The number as it was written; None for a permission. Reading it is the oracle's part.
        allowed: The polarity of a permission; None for a quantity.
        missing: The names of the bounds that are not stated, in gate order; a fact has none.

    Raises:
        RecordError: A field has the wrong type; a number that arrives as a float has lost its text.

    Source: the article on executable oracles, its eight-field proposition.
    """

    id: str
    evidence_id: str | None = None
    version: str | None = None
    tenant: str | None = None
    scope: str | None = None
    unit: str | None = None
    value: str | None = None
    allowed: bool | None = None
    missing: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        require_text("proposition", "id", self.id)
        for name in _BOUNDS:
            require_text("proposition", name, getattr(self, name), optional=True)
        if not isinstance(self.value, str | None):
            raise RecordError(
                "proposition.value must be the text that was written",
                got=repr(self.value),
                place=self.id,
                remedy='Give the number as text, such as "0.02", so that no digit is lost',
            )
        if not isinstance(self.allowed, bool | None):
            raise RecordError(
                "proposition.allowed must be true, false or None", got=repr(self.allowed), place=self.id
            )
        missing = tuple(name for name in _BOUNDS if getattr(self, name) is None)
        object.__setattr__(self, "missing", missing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """Sentences that say one fact, with a place for each of its parts.

    Attributes:
        fact_id: The fact.
        sentences: One or more; in each stand ``{evidence_id}``, ``{version}``, ``{tenant}``,
            ``{scope}``, ``{unit}`` and ``{claim}`` (the number, or the permission's word), so that a
            change of any part can be seen in the text.

    Raises:
        RecordError: No sentence, or one without a place for some part.
    """

    fact_id: str
    sentences: tuple[str, ...]

    def __post_init__(self) -> None:
        require_text("wording", "fact_id", self.fact_id)
        if not self.sentences:
            raise RecordError("a wording has at least one sentence", place=self.fact_id)
        for sentence in self.sentences:
            for name in (*_BOUNDS, "claim"):
                if f"{{{name}}}" not in sentence:
                    raise RecordError(
                        f"a sentence has a place for {{{name}}}", got=sentence, place=self.fact_id
                    )
