"""The boundary: what arrives from a person or a program, checked before any query runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from labcore.errors import RecordError
from labcore.facts.scope import SCOPE_PARTS, FactScope
from labcore.facts.status import Kind, Status
from labcore.facts.text import MAX_WORDS, squeeze, term_words, text_problem

__all__ = [
    "FetchRequest",
    "Refusal",
    "SearchRequest",
    "read_fetch",
    "read_scope",
    "read_search",
    "sentence_refusal",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a request ends before a query runs.

    Attributes:
        status: invalid_request or unsupported.
        message: What is wrong and what to do.
    """

    status: Status
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """A search that may run: a clean term, the scope as given, and the kind asked for, if any."""

    term: str
    scope: FactScope | None
    kind: Kind | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchRequest:
    """A fetch that may run: a clean name and the scope as given."""

    name: str
    scope: FactScope | None


def read_search(term: object, scope: object, kind: object) -> SearchRequest | Refusal:
    """Check the arguments of a search; the first one that is wrong decides."""
    text = _read_term("term", term)
    if isinstance(text, Refusal):
        return text
    given = read_scope(scope)
    if isinstance(given, Refusal):
        return given
    wanted = _read_kind(kind)
    if isinstance(wanted, Refusal):
        return wanted
    return SearchRequest(term=text, scope=given, kind=wanted)


def read_fetch(route: object, name: object, scope: object) -> FetchRequest | Refusal:
    """Check the arguments of a fetch; the first one that is wrong decides. Whether the route exists comes later."""
    if not isinstance(route, str):
        return Refusal(status=Status.INVALID_REQUEST, message="The route must be a text.")
    text = _read_term("name", name)
    if isinstance(text, Refusal):
        return text
    given = read_scope(scope)
    return given if isinstance(given, Refusal) else FetchRequest(name=text, scope=given)


def _read_term(name: str, value: object) -> str | Refusal:
    """Give a term or a name with its white space squeezed, or the refusal of it."""
    problem = text_problem(value)
    if problem is None:
        return squeeze(str(value))
    return Refusal(status=Status.INVALID_REQUEST, message=f"The {name} {problem}.")


def sentence_refusal(term: str) -> Refusal | None:
    """Refuse a term of too many words that is no name: search compares words of names, not sentences."""
    count = len(term_words(term))
    if count <= MAX_WORDS:
        return None
    message = f"Search takes a name, an alias or at most {MAX_WORDS} words, and this has {count}. Give the words of the name."
    return Refusal(status=Status.UNSUPPORTED, message=message)


def read_scope(value: object) -> FactScope | Refusal | None:
    """Give a scope from a scope, a mapping of its parts, or None; never a completed one.

    A mapping with an unknown part is refused: a misspelt part that is dropped in silence would widen
    the scope. A scope of which no part is given is None.
    """
    if value is None:
        return None
    if isinstance(value, FactScope):
        return value if value.missing != SCOPE_PARTS else None
    if not isinstance(value, Mapping):
        return Refusal(status=Status.INVALID_REQUEST, message="The scope must be an object with named parts.")
    unknown = sorted(str(part) for part in value if part not in SCOPE_PARTS)
    if unknown:
        parts = ", ".join(SCOPE_PARTS)
        return Refusal(
            status=Status.INVALID_REQUEST, message=f"A scope has the parts {parts}; {unknown[0]!r} is none."
        )
    try:
        return read_scope(FactScope(**value))
    except RecordError as error:
        return Refusal(status=Status.INVALID_REQUEST, message=f"The scope cannot be read: {error.rule}.")


def _read_kind(value: object) -> Kind | Refusal | None:
    """Give a kind, or None where any kind is meant, or the refusal of anything else."""
    if value is None:
        return None
    if not isinstance(value, str):
        return Refusal(status=Status.INVALID_REQUEST, message="The kind must be a text.")
    if value not in set(Kind):
        kinds = ", ".join(Kind)
        return Refusal(
            status=Status.UNSUPPORTED, message=f"The store holds {kinds}; it holds no {value[:60]!r}."
        )
    return Kind(value)
