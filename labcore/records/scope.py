"""The trusted scope of a question, and the dimensions in which admission is decided."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from labcore.errors import RecordError
from labcore.records.dates import Day  # noqa: TC001  # pydantic reads the annotation of a run's scope

__all__ = ["PUBLIC", "Dimension", "Scope", "require_date", "require_labels", "require_text"]

PUBLIC = "public"
"""The reserved tenant and role that everybody may read; it is always written out, never implied."""


class Dimension(StrEnum):
    """A gate of admission that a fixture may declare; the members stand in the order they are checked."""

    TENANT = "tenant"
    ROLE = "role"
    PRODUCT = "product"
    RECORD_TYPE = "record_type"
    CLOCK = "clock"
    VERSION = "version"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What the asker may see and means, made by trusted code and never from a model's output.

    A tenant here is fixture input. It shows where a filter belongs; it is not authentication.

    Attributes:
        tenant: The asker's tenant, or None where tenants are not declared.
        roles: The asker's roles, or None where roles are not declared.
        product: The product asked about, or None.
        record_type: The kind of record asked about, or None.
        as_of: The day that the question is about, or None.
        versions: The version labels that are acceptable, or None for a corpus without declared versions.

    Raises:
        RecordError: A text is empty, a date is not a date, or roles or versions is an empty set.
    """

    tenant: str | None = None
    roles: frozenset[str] | None = None
    product: str | None = None
    record_type: str | None = None
    as_of: Day | None = None
    versions: frozenset[str] | None = None

    def __post_init__(self) -> None:
        for name in ("tenant", "product", "record_type"):
            require_text("scope", name, getattr(self, name), optional=True)
        for name in ("roles", "versions"):
            object.__setattr__(self, name, require_labels("scope", name, getattr(self, name)))
        require_date("scope", "as_of", self.as_of)

    def states(self, dimension: Dimension) -> bool:
        """Tell whether this scope says anything in a dimension."""
        field = {"clock": "as_of", "role": "roles", "version": "versions"}.get(dimension, dimension.value)
        return getattr(self, field) is not None


def require_text(record: str, name: str, value: object, *, optional: bool = False) -> None:
    """Refuse anything but a text with visible characters (or None where optional)."""
    if value is None and optional:
        return
    if not isinstance(value, str) or not value.strip():
        raise RecordError(f"{record}.{name} must be a text that is not empty", got=repr(value))


def require_labels(record: str, name: str, value: object) -> frozenset[str] | None:
    """Give a set of labels as a frozenset; None stays None, and an empty set is refused.

    Raises:
        RecordError: value is one bare string, is empty, or holds anything but non-empty texts.
    """
    if value is None:
        return None
    if isinstance(value, str) or not isinstance(value, frozenset | set | list | tuple) or not value:
        raise RecordError(f"{record}.{name} must be a set of labels that is not empty", got=repr(value))
    for label in value:
        require_text(record, name, label)
    return frozenset(value)


def require_date(record: str, name: str, value: object) -> None:
    """Refuse anything but a calendar day or None; a moment with a time of day is not a day."""
    if value is not None and (not isinstance(value, date) or isinstance(value, datetime)):
        raise RecordError(f"{record}.{name} must be a date (YYYY-MM-DD)", got=repr(value))
