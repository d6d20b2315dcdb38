"""The gates that a citation passes, one function each, in the order of `CitationReason`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore import clock
from labcore.admission import exclusion
from labcore.citation.fields import declared_relations, declared_values
from labcore.citation.length import MIN_SIGNS, MIN_WORDS, count_signs, count_words, too_short
from labcore.citation.literal import find, invisible_signs
from labcore.citation.numbers import numbers, same_value, unquoted_numbers
from labcore.citation.reasons import OF_EXCLUSION
from labcore.citation.stitched import stitched_from
from labcore.records import CitationReason, Dimension

if TYPE_CHECKING:
    from collections.abc import Callable

    from labcore.records import Citation, Corpus, Passage, Run, Scope, Span

__all__ = ["GATES", "Case", "Finding"]

_SECRET = frozenset({Dimension.TENANT, Dimension.ROLE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A citation of a passage that exists, and all that it is judged by.

    Attributes:
        span: Where the quote stands in the passage, or None.
    """

    citation: Citation
    passage: Passage
    corpus: Corpus
    scope: Scope
    run: Run
    span: Span | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one gate has against a citation."""

    reason: CitationReason
    detail: str
    expected: str | None = None
    got: str | None = None


def _admission(case: Case) -> Finding | None:
    refusal = exclusion(case.passage, case.scope, dimensions=case.corpus.dimensions)
    if refusal is None:
        return None
    return Finding(reason=OF_EXCLUSION[refusal.reason], detail=f"{case.passage.id} {refusal.detail}")


def _membership(case: Case) -> Finding | None:
    if not case.run.filtered:
        detail = "the run is an unfiltered diagnostic, which is never evidence"
        return Finding(reason=CitationReason.NOT_IN_BUNDLE, detail=detail)
    if case.passage.id in case.run.passage_ids:
        return None
    return Finding(
        reason=CitationReason.NOT_IN_BUNDLE,
        detail=f"{case.passage.id} is not among the {len(case.run.hits)} passages given to the answerer",
        expected=", ".join(case.run.passage_ids) or "nothing",
        got=case.passage.id,
    )


def _length(case: Case) -> Finding | None:
    if not too_short(case.citation.quote):
        return None
    words, signs = count_words(case.citation.quote), count_signs(case.citation.quote)
    return Finding(
        reason=CitationReason.TOO_SHORT,
        detail=f"the quote has {words} words and {signs} letters and digits",
        expected=f"at least {MIN_WORDS} words and {MIN_SIGNS} letters and digits",
        got=case.citation.quote,
    )


def _words(case: Case) -> Finding | None:
    if case.span is not None:
        return None
    quote, passage = case.citation.quote, case.passage
    if not too_short(quote):
        home = next((other.id for other in _namable(case) if find(quote, other.text)), None)
        if home is not None:
            detail = f"the words stand in {home}, not in {passage.id}"
            return Finding(reason=CitationReason.MISATTRIBUTED, detail=detail, expected=home, got=passage.id)
        given = [other for other in _namable(case) if other.id in case.run.passage_ids]
        pieces = stitched_from(quote, [passage, *given])
        if pieces:
            detail = f"the quote joins pieces of {' and '.join(pieces)}"
            return Finding(reason=CitationReason.STITCHED, detail=detail, got=quote)
    hidden = invisible_signs(quote)
    detail = f"the words do not stand in {passage.id}" + (
        f"; the quote holds the invisible {', '.join(hidden)}" if hidden else ""
    )
    return Finding(reason=CitationReason.NOT_LITERAL, detail=detail, expected=passage.text, got=quote)


def _namable(case: Case) -> list[Passage]:
    """Give the other passages whose existence the asker may know: readable ones, old and foreign rules included."""
    secret = case.corpus.dimensions & _SECRET
    as_of = case.scope.as_of if Dimension.CLOCK in case.corpus.dimensions else None
    return [
        other
        for other in case.corpus
        if other.id != case.passage.id
        and exclusion(other, case.scope, dimensions=secret) is None
        and (as_of is None or clock.state(other, as_of) is not clock.State.UNPUBLISHED)
    ]


def _claim_key(case: Case) -> Finding | None:
    key = case.citation.claim_key
    if key is None or declared_values(case.passage, key) is not None:
        return None
    declared = declared_relations(case.passage)
    return Finding(
        reason=CitationReason.CLAIM_KEY,
        detail=f"{case.passage.id} declares {', '.join(declared) or 'no relation'}, not {key}",
        expected=", ".join(declared) or None,
        got=key,
    )


def _claim_value(case: Case) -> Finding | None:
    key, value = case.citation.claim_key, case.citation.claim_value
    declared = None if key is None else declared_values(case.passage, key)
    if value is None or declared is None or any(same_value(value, known) for known in declared):
        return None
    known = ", ".join(declared) or "no value"
    return Finding(
        reason=CitationReason.CLAIM_VALUE,
        detail=f"{case.passage.id} declares {known} for {key}, not {value}",
        expected=known,
        got=value,
    )


def _statement(case: Case) -> Finding | None:
    foreign = unquoted_numbers(case.citation.statement, case.citation.quote)
    if not foreign:
        return None
    quoted = ", ".join(numbers(case.citation.quote)) or "no number"
    return Finding(
        reason=CitationReason.NUMBER_ALTERED,
        detail=f"the answer writes {', '.join(foreign)} beside a quote that holds {quoted}",
        expected=quoted,
        got=", ".join(foreign),
    )


GATES: tuple[Callable[[Case], Finding | None], ...] = (
    _admission,
    _membership,
    _length,
    _words,
    _claim_key,
    _claim_value,
    _statement,
)
"""Each gate gives at most one finding; together they give them in the order of `CitationReason`."""
