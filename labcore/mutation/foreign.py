"""Where the wrong values of mutants come from: real values of the same fixture that belong elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from labcore.records import Passage, Proposition
    from labcore.units import Units

__all__ = ["Foreign"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign:
    """Values that are wrong for one fact; in each dimension the first that differs is taken.

    A value that is right elsewhere is a harder test than an invented one: a judge may well have seen
    it in a passage. Where nothing differs, a mutant takes ``not-`` and the fact's own value.

    Attributes:
        evidence_ids: Passages that other facts rest on.
        versions: Versions of other passages.
        tenants: Other tenants.
        scopes: What other facts are about.
        units: Units of other dimensions.
    """

    evidence_ids: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    tenants: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, fact: Proposition, facts: Sequence[Proposition], passages: Iterable[Passage], units: Units
    ) -> Foreign:
        """Collect the values of one fixture, the nearest first.

        Facts of the same kind (quantity or permission) come before the others, starting after the
        given one, so that each fact borrows from another. Versions and tenants come in corpus order.

        Args:
            fact: A fact of the fixture.
            facts: Every fact, in file order.
            passages: The corpus.
            units: The fixture's units.
        """
        others = _following(fact, facts)
        own = units.unit(fact.unit or "")
        passages = tuple(passages)
        return cls(
            evidence_ids=_distinct(other.evidence_id for other in others),
            versions=_distinct(passage.version for passage in passages),
            tenants=_distinct(passage.tenant for passage in passages),
            scopes=_distinct(other.scope for other in others),
            units=tuple(unit.name for unit in units.declared.values() if unit.dimension != own.dimension),
        )


def _following(fact: Proposition, facts: Sequence[Proposition]) -> list[Proposition]:
    places = [place for place, other in enumerate(facts) if other.id == fact.id]
    start = places[0] + 1 if places else 0
    turned = [*facts[start:], *facts[:start]]
    others = [other for other in turned if other.id != fact.id]
    return sorted(others, key=lambda other: (other.value is None) != (fact.value is None))


def _distinct(values: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value is not None))
