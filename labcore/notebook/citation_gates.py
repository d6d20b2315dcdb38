"""Charts of citations: which gates each one passes, and three checks side by side that are never one."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

import altair as alt

from labcore.citation import RULES_OF, Support, cites_only_retrieved, support, validate
from labcore.notebook.theme import GREEN, GREY, INK, ORANGE, QUIET, RED
from labcore.records import CitationReason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.experiments import CitationRow
    from labcore.records import Citation, Claim, Corpus, Run, Scope

__all__ = ["gates_passed", "three_checks"]

_FIRST, _ALSO, _PASSED, _UNASKED = "refused for this", "also holds", "nothing against it", "not asked"
_SIZES = {_FIRST: 330, _ALSO: 160, _PASSED: 45, _UNASKED: 25}
_OF_WORDS = (
    CitationReason.TOO_SHORT,
    CitationReason.MISATTRIBUTED,
    CitationReason.STITCHED,
    CitationReason.NOT_LITERAL,
)


def gates_passed(rows: Sequence[CitationRow]) -> alt.TopLevelMixin:
    """Draw every proposed citation against every reason, in the order in which reasons are checked.

    A source that does not exist is asked nothing further.
    """
    cells = [cell for row in rows for cell in _cells(row)]
    names = list(dict.fromkeys(cell["name"] for cell in cells))
    x = alt.X(
        "reason:N",
        sort=[_words(reason) for reason in CitationReason],
        title="reason, in the order of the checks",
        axis=alt.Axis(orient="top", labelAngle=-40, domain=False, ticks=False),
    )
    y = alt.Y(
        "name:N", sort=names, title="citation: expected decision", axis=alt.Axis(domain=False, ticks=False)
    )
    scale = alt.Scale(domain=[_FIRST, _ALSO, _PASSED, _UNASKED], range=[RED, ORANGE, GREEN, GREY])
    colour = alt.Color("result:N", title=None, scale=scale, legend=alt.Legend(symbolType="circle"))
    size = alt.Size("size:Q", scale=None)
    quiet = alt.Chart(alt.InlineData(values=[cell for cell in cells if "detail" not in cell]))
    loud = alt.Chart(alt.InlineData(values=[cell for cell in cells if "detail" in cell]))
    tooltip = [alt.Tooltip("name:N", title="citation"), alt.Tooltip("means:N"), alt.Tooltip("detail:N")]
    chart: alt.LayerChart | alt.FacetChart = alt.layer(
        quiet.mark_circle(opacity=1, aria=False).encode(x=x, y=y, color=colour, size=size),
        loud.mark_circle(opacity=1).encode(x=x, y=y, color=colour, size=size, tooltip=tooltip),
    ).properties(
        name="gates",
        width=34 * len(CitationReason),
        height=34 * len(names),
        title=_decided(rows),
    )
    return chart


def three_checks(
    citation: Citation, claim: Claim, corpus: Corpus, scope: Scope, run: Run
) -> alt.TopLevelMixin:
    """Draw membership, literal words and support of one citation and one claim side by side.

    There is no fourth box: none of the three repairs another, and nothing sums them up.

    Args:
        citation: What is quoted, and from where.
        claim: What it is quoted for.
        corpus: Where the passage is looked up.
        scope: The trusted scope of the question.
        run: What was retrieved for it.
    """
    checks = [
        _membership(citation, run),
        _words_stand(citation, corpus, scope, run),
        _supports(citation, claim, corpus),
    ]
    for place, check in enumerate(checks):
        check |= {"x": place}
    base = alt.Chart(alt.InlineData(values=checks)).encode(
        x=alt.X("x:Q", axis=None, scale=alt.Scale(domain=[-0.5, 2.5], nice=False))
    )
    scale = alt.Scale(domain=["passes", "fails"], range=[GREEN, RED])
    colour = alt.Color("result:N", title=None, scale=scale, legend=None)
    chart: alt.LayerChart | alt.FacetChart = alt.layer(
        base.mark_circle(size=2600, opacity=1).encode(y=alt.value(70), color=colour),
        base.mark_text(color="#FFFFFF", fontSize=34, fontWeight="bold", baseline="middle").encode(
            y=alt.value(72), text="mark:N"
        ),
        base.mark_text(color=INK, fontSize=14, fontWeight="bold").encode(y=alt.value(14), text="question:N"),
        base.mark_text(color=INK, fontSize=13).encode(y=alt.value(124), text="answer:N"),
        base.mark_text(color=QUIET, fontSize=11, lineHeight=14, baseline="top").encode(
            y=alt.value(138), text="why:N"
        ),
    ).properties(
        name="checks",
        width=690,
        height=190,
        title={"text": _apart(checks), "subtitle": f"claimed: {claim.words}"},
    )
    return chart


def _decided(rows: Sequence[CitationRow]) -> str:
    accepted = sum(row.verdict.accepted for row in rows)
    agreed = sum(row.as_expected for row in rows)
    return f"{accepted} of {len(rows)} citations may stand; {agreed} of {len(rows)} decisions are as expected"


def _cells(row: CitationRow) -> list[dict[str, Any]]:
    """Make a row for each reason; only a reason that holds has a detail."""
    against = row.verdict.reasons
    silent = _UNASKED if CitationReason.FABRICATED.value in against else _PASSED
    cells = []
    for reason in CitationReason:
        result = (
            _FIRST if reason.value == row.verdict.reason else _ALSO if reason.value in against else silent
        )
        cell: dict[str, Any] = {
            "name": f"{row.case.id}: {_words(row.case.expected)}",
            "reason": _words(reason),
            "result": result,
            "size": _SIZES[result],
        }
        if reason.value in against:
            detail = row.verdict.detail if result == _FIRST else "a later gate"
            cell |= {"means": RULES_OF[reason].means, "detail": detail}
        cells.append(cell)
    return cells


def _words(label: str) -> str:
    return label.replace("_", " ")


def _membership(citation: Citation, run: Run) -> dict[str, Any]:
    member = cites_only_retrieved([citation], run)
    return _check(
        "Was it retrieved?",
        "member of the bundle" if member else "not in the bundle",
        citation.passage_id,
        passed=member,
    )


def _words_stand(citation: Citation, corpus: Corpus, scope: Scope, run: Run) -> dict[str, Any]:
    """Ask for the words alone: a quote may stand literally in a passage that must not be used."""
    question = "Do the words stand there?"
    verdict = validate(citation, corpus, scope, run)
    against = [_words(reason) for reason in _OF_WORDS if reason.value in verdict.reasons]
    if against:
        return _check(question, against[0], f"quoted: {citation.quote}", passed=False)
    if verdict.span is None:
        return _check(question, "no such passage", "there is nothing to look in", passed=False)
    where = f"characters {verdict.span.start} to {verdict.span.end} of its text"
    return _check(question, "literally", where, passed=True)


def _supports(citation: Citation, claim: Claim, corpus: Corpus) -> dict[str, Any]:
    passage = corpus.get(citation.passage_id)
    if passage is None:
        return _check("Does it say so?", Support.ABSENT.value, "there is no such passage", passed=False)
    found = support(claim, passage)
    asserted = "; ".join(assertion.words for assertion in passage.asserts) or "nothing"
    return _check("Does it say so?", found.value, f"it asserts {asserted}", passed=found is Support.SUPPORTED)


def _check(question: str, answer: str, why: str, *, passed: bool) -> dict[str, Any]:
    return {
        "question": question,
        "answer": answer,
        "why": wrap(why, 36),
        "result": "passes" if passed else "fails",
        "mark": "\u2713" if passed else "\u00d7",
    }


def _apart(checks: Sequence[dict[str, Any]]) -> str:
    passed = sum(check["result"] == "passes" for check in checks)
    if passed == len(checks):
        return "All three hold, each for a reason of its own"
    failed = [check["answer"] for check in checks if check["result"] == "fails"]
    return f"{passed} of the {len(checks)} checks pass, and the claim still fails: {', '.join(failed)}"
