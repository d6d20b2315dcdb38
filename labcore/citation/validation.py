"""The check of one citation: is the source real, admissible and retrieved, and do its words say this?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.citation.gates import GATES, Case, Finding
from labcore.citation.literal import find
from labcore.citation.reasons import RULES_OF
from labcore.records import CitationReason, CitationVerdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.records import Citation, Corpus, Run, Scope, Span, Verdict

__all__ = ["NOT_AVAILABLE", "for_asker", "validate"]

NOT_AVAILABLE = "not_available"
"""The one reason that an asker sees where the true one would tell them what they may not know."""


def validate(citation: Citation, corpus: Corpus, scope: Scope, run: Run) -> CitationVerdict:
    """Decide whether a citation may stand, with every reason against it and the place of its quote.

    The verdict is for the maintainer: it tells a forbidden passage from an absent one; `for_asker`
    gives what may be shown. An accepted citation is a literal quote of admissible, retrieved evidence
    with the declared fields. Whether it supports the claim is `support`, and is never decided here.

    Args:
        citation: What the answer offers.
        corpus: Every passage, forbidden and expired ones included.
        scope: The trusted scope of the question.
        run: What was retrieved for it; an unfiltered diagnostic holds no evidence.

    Raises:
        ScopeError: The scope lacks a dimension that the corpus declares.
    """
    passage = corpus.get(citation.passage_id)
    if passage is None:
        absent = "no passage of the corpus has this id"
        return _refused(
            [Finding(reason=CitationReason.FABRICATED, detail=absent, got=citation.passage_id)], None
        )
    span = find(citation.quote, passage.text)
    case = Case(citation=citation, passage=passage, corpus=corpus, scope=scope, run=run, span=span)
    findings = [finding for gate in GATES if (finding := gate(case)) is not None]
    if findings or span is None:
        return _refused(findings, span)
    detail = f"stands literally in {passage.id} at {span.start} to {span.end}"
    return CitationVerdict(accepted=True, detail=detail, span=span)


def for_asker(verdict: Verdict) -> CitationVerdict:
    """Give the part of a verdict that the asker may see.

    A source that was invented, one that belongs to somebody else and one that is not public yet look
    alike, so that trying ids tells nothing. Other reasons keep their names, without the maintainer's
    details. That an answer took as long as it took is not hidden here.
    """
    if verdict.accepted:
        return CitationVerdict(accepted=True, detail="the quote stands in an admissible source")
    reason = CitationReason(str(verdict.reason))
    if RULES_OF[reason].concealed:
        return CitationVerdict(
            accepted=False,
            reason=NOT_AVAILABLE,
            detail="no such source is available to you",
            next_step="Ask again, or ask who can read more",
        )
    rule = RULES_OF[reason]
    return CitationVerdict(accepted=False, reason=reason.value, detail=rule.means, next_step=rule.next_step)


def _refused(findings: Sequence[Finding], span: Span | None) -> CitationVerdict:
    first = findings[0]
    return CitationVerdict(
        accepted=False,
        reason=first.reason.value,
        detail=first.detail,
        next_step=RULES_OF[first.reason].next_step,
        reasons=tuple(finding.reason.value for finding in findings),
        expected=first.expected,
        got=first.got,
        span=span,
    )
