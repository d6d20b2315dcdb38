"""Which passages may be ranked at all: the gates that stand before similarity."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from labcore import clock
from labcore.errors import ScopeError
from labcore.records import PUBLIC, Dimension, Exclusion, ExclusionReason, Scope
from labcore.records.corpus import require_dimensions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from labcore.records import Passage

__all__ = ["ALL_DIMENSIONS", "POLICY_VERSION", "admit", "exclusion", "require_scope"]

ALL_DIMENSIONS = tuple(Dimension)
POLICY_VERSION = "admission-1"
"""Names the rules below; it changes whenever one of them does, and every run records it."""

_Refusal: TypeAlias = "tuple[ExclusionReason, str] | None"
_Gate: TypeAlias = "Callable[[Passage, Scope], _Refusal]"


def exclusion(
    passage: Passage, scope: Scope, *, dimensions: Iterable[Dimension] = ALL_DIMENSIONS
) -> Exclusion | None:
    """Give the first reason why a passage may not be evidence for a scope, or None if it may.

    A passage that does not state a declared dimension is kept out: nothing is public, timeless or
    universal by silence. Gates run in the order of `Dimension`.

    Args:
        passage: The passage to admit.
        scope: The trusted scope; it must state every dimension given.
        dimensions: The dimensions that the fixture declares; by default all of them.

    Raises:
        RecordError: A dimension is unknown.
        ScopeError: The scope is none, or lacks a declared dimension.
    """
    return _first(passage, scope, _gates(scope, dimensions))


def admit(
    passages: Iterable[Passage], scope: Scope, *, dimensions: Iterable[Dimension] = ALL_DIMENSIONS
) -> tuple[tuple[Passage, ...], tuple[Exclusion, ...]]:
    """Split passages into the admissible ones and the exclusions, both in the order given.

    Args:
        passages: The passages.
        scope: As for `exclusion`, which decides on each of them.
        dimensions: As for `exclusion`.

    Raises:
        RecordError: A dimension is unknown.
        ScopeError: The scope is none, or lacks a declared dimension.
    """
    gates = _gates(scope, dimensions)
    admissible: list[Passage] = []
    excluded: list[Exclusion] = []
    for passage in passages:
        refusal = _first(passage, scope, gates)
        if refusal is None:
            admissible.append(passage)
        else:
            excluded.append(refusal)
    return tuple(admissible), tuple(excluded)


def require_scope(scope: Scope, dimensions: Iterable[Dimension]) -> None:
    """Refuse a scope that is silent in a declared dimension.

    Raises:
        RecordError: A dimension is unknown.
        ScopeError: It is no Scope; or it names every missing dimension.
    """
    _gates(scope, dimensions)


def _gates(scope: Scope, dimensions: Iterable[Dimension]) -> tuple[_Gate, ...]:
    if not isinstance(scope, Scope):
        raise ScopeError(
            "a scope is a Scope, made by trusted code", got=repr(scope), remedy="Make one: Scope(tenant=...)"
        )
    declared = require_dimensions(dimensions)
    missing = [
        dimension.value for dimension in Dimension if dimension in declared and not scope.states(dimension)
    ]
    if missing:
        raise ScopeError(
            "the scope must state every dimension that the corpus declares",
            got=f"a scope without {', '.join(missing)}",
            remedy="Let trusted code add it; it is never guessed, and never taken from a model's output",
        )
    return tuple(gate for dimension, gate in _GATES.items() if dimension in declared)


def _first(passage: Passage, scope: Scope, gates: tuple[_Gate, ...]) -> Exclusion | None:
    for gate in gates:
        refusal = gate(passage, scope)
        if refusal is not None:
            reason, detail = refusal
            return Exclusion(passage_id=passage.id, reason=reason, detail=detail)
    return None


def _tenant(passage: Passage, scope: Scope) -> _Refusal:
    if passage.tenant is None:
        return ExclusionReason.TENANT, "the passage states no tenant"
    if passage.tenant not in (scope.tenant, PUBLIC):
        return ExclusionReason.TENANT, f"belongs to tenant {passage.tenant}, asked by {scope.tenant}"
    return None


def _role(passage: Passage, scope: Scope) -> _Refusal:
    if passage.roles is None:
        return ExclusionReason.ROLE, "the passage states no roles"
    if PUBLIC not in passage.roles and not passage.roles & (scope.roles or frozenset()):
        return ExclusionReason.ROLE, f"is for {', '.join(sorted(passage.roles))} only"
    return None


def _product(passage: Passage, scope: Scope) -> _Refusal:
    if passage.product != scope.product:
        return (
            ExclusionReason.PRODUCT,
            f"is about {passage.product or 'no stated product'}, not {scope.product}",
        )
    return None


def _record_type(passage: Passage, scope: Scope) -> _Refusal:
    if passage.record_type != scope.record_type:
        stated = passage.record_type or "no stated record type"
        return ExclusionReason.RECORD_TYPE, f"is about {stated}, not {scope.record_type}"
    return None


def _clock(passage: Passage, scope: Scope) -> _Refusal:
    as_of = scope.as_of
    assert as_of is not None  # noqa: S101  # require_scope has refused a scope without a day
    match clock.state(passage, as_of):
        case clock.State.UNPUBLISHED:
            return (
                ExclusionReason.NOT_PUBLISHED,
                f"published {passage.published_at or 'on no stated day'}, asked as of {as_of}",
            )
        case clock.State.PENDING:
            return (
                ExclusionReason.NOT_YET_EFFECTIVE,
                f"effective from {passage.effective_from or 'no stated day'}, asked as of {as_of}",
            )
        case clock.State.EXPIRED:
            return ExclusionReason.EXPIRED, f"effective until {passage.effective_until}, asked as of {as_of}"
        case clock.State.IN_FORCE:
            return None


def _version(passage: Passage, scope: Scope) -> _Refusal:
    if passage.version is None or passage.version not in (scope.versions or frozenset()):
        wanted = ", ".join(sorted(scope.versions or frozenset()))
        return (
            ExclusionReason.VERSION,
            f"is {passage.version or 'of no stated version'}, acceptable: {wanted}",
        )
    return None


_GATES: dict[Dimension, _Gate] = {
    Dimension.TENANT: _tenant,
    Dimension.ROLE: _role,
    Dimension.PRODUCT: _product,
    Dimension.RECORD_TYPE: _record_type,
    Dimension.CLOCK: _clock,
    Dimension.VERSION: _version,
}
