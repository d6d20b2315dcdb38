"""Which of two quantities is larger, where that question has an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.errors import UnitError
from labcore.oracle.scopes import ScopeTree
from labcore.records import Relation

if TYPE_CHECKING:
    from labcore.records import Proposition
    from labcore.units import Quantity, Units

__all__ = ["Comparison", "compare", "explain_comparison"]

_ALONE = ScopeTree()


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A relation and what stands in its way.

    Attributes:
        relation: left to right.
        obstacles: Why it needs clarification, one sentence each; empty for the other relations.
    """

    relation: Relation
    obstacles: tuple[str, ...] = ()


def compare(left: Proposition, right: Proposition, units: Units, *, scopes: ScopeTree = _ALONE) -> Relation:
    """Compare two quantities under one tenant and one scope.

    Versions may differ: whether a limit rose is a question with an answer.

    Args:
        left: A quantity.
        right: A quantity.
        units: The fixture's units; convertible units of one dimension compare exactly.
        scopes: The declared hierarchy; without it, scopes must be equal.

    Returns:
        less, equal or greater; clarification-required for another tenant, another scope, another
        dimension, a permission, and anything missing, undeclared or unreadable. A common unit
        never makes a common scope.
    """
    return explain_comparison(left, right, units, scopes=scopes).relation


def explain_comparison(
    left: Proposition, right: Proposition, units: Units, *, scopes: ScopeTree = _ALONE
) -> Comparison:
    """Compare as `compare` does, and say everything that stands in the way."""
    first, left_obstacle = _quantity(left, units)
    second, right_obstacle = _quantity(right, units)
    obstacles = [
        *_bound_obstacles(left, right, scopes),
        *(obstacle for obstacle in (left_obstacle, right_obstacle) if obstacle),
    ]
    if first and second and first.dimension != second.dimension:
        obstacles.append(f"dimension: {first.dimension} is not {second.dimension}")
    if obstacles or first is None or second is None:
        return Comparison(relation=Relation.CLARIFICATION_REQUIRED, obstacles=tuple(obstacles))
    if first.amount == second.amount:
        return Comparison(relation=Relation.EQUAL)
    return Comparison(relation=Relation.LESS if first.amount < second.amount else Relation.GREATER)


def _bound_obstacles(left: Proposition, right: Proposition, scopes: ScopeTree) -> list[str]:
    obstacles = []
    if left.tenant is None or left.tenant != right.tenant:
        obstacles.append(f"tenant: {left.tenant or 'not stated'} is not {right.tenant or 'not stated'}")
    if left.scope is None or right.scope is None:
        obstacles.append("scope: not stated")
    elif not scopes.comparable(left.scope, right.scope):
        obstacles.append(f"scope: {left.scope} is not {right.scope}")
    return obstacles


def _quantity(proposition: Proposition, units: Units) -> tuple[Quantity | None, str]:
    if proposition.value is None or proposition.unit is None:
        return None, f"value: {proposition.id} states no quantity"
    try:
        return units.quantity(proposition.value, proposition.unit), ""
    except UnitError as error:
        return None, f"value: {proposition.id} states no exact quantity: {error}"
