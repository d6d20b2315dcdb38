"""One answer, judged: its outcome, each of its citations, and each of its claims."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from labcore.citation import Support, combine, support, validate
from labcore.experiments.asking import outcome_of
from labcore.records import Answered, Hit, Outcome, Run

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from labcore.experiments.asking import Asked
    from labcore.records import BundleCase, CitationVerdict, Claim, Corpus, Passage, Scope

__all__ = ["AnswerRow", "ClaimRow", "judge_answer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRow:
    """One claim of an answer.

    Attributes:
        claim: The claim.
        cited: What the accepted citations say of it; a refused citation lends no support.
        in_bundle: What all passages of the bundle say of it, cited or not.
    """

    claim: Claim
    cited: Support
    in_bundle: Support


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRow:
    """One wording of one question over one bundle.

    Attributes:
        case_id: The case.
        bundle: The bundle with its expectations.
        wording: The question as it was asked.
        asked: What came back.
        claims: Every claim of an answer; empty for any other outcome.
        citations: The verdict on each citation, in order.
        faults: All that is wrong, in words; empty for a success, and a right refusal is one.
    """

    case_id: str
    bundle: BundleCase
    wording: str
    asked: Asked
    claims: tuple[ClaimRow, ...] = ()
    citations: tuple[CitationVerdict, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    @property
    def said(self) -> tuple[str, frozenset[Claim]]:
        """What is compared between bundles and wordings: the outcome, and the claims without their words."""
        return self.asked.outcome, frozenset(_bare(row.claim) for row in self.claims)


def judge_answer(
    asked: Asked, case_id: str, bundle: BundleCase, wording: str, corpus: Corpus, scope: Scope
) -> AnswerRow:
    """Judge what an answerer gave.

    Claims are supported by the passages of accepted citations, and must not be contradicted by a
    passage of the bundle that the answer left out.

    Args:
        asked: What came back.
        case_id: The case, for the row.
        bundle: What the answerer was given, with the expectations.
        wording: The question as it was asked, for the row.
        corpus: Where citations are looked up, and nowhere else.
        scope: The trusted scope of the question.
    """
    row = AnswerRow(case_id=case_id, bundle=bundle, wording=wording, asked=asked)
    if isinstance(asked.answer, Answered):
        citations = asked.answer.citations
        run = _as_run(bundle)
        verdicts = tuple(validate(citation, corpus, scope, run) for citation in citations)
        accepted = [c.passage_id for c, verdict in zip(citations, verdicts, strict=True) if verdict.accepted]
        cited, given = _passages(corpus, accepted), _passages(corpus, bundle.passage_ids)
        claims = tuple(
            ClaimRow(claim=claim, cited=_by_all(claim, cited), in_bundle=_by_all(claim, given))
            for claim in asked.answer.claims
        )
        row = replace(row, claims=claims, citations=verdicts)
    return replace(row, faults=tuple(_faults(row)))


def _as_run(bundle: BundleCase) -> Run:
    hits = tuple(Hit(name, 1 / rank) for rank, name in enumerate(bundle.passage_ids, start=1))
    outcome = Outcome.FOUND if hits else Outcome.NOTHING_MATCHED
    return Run(query_id=bundle.id, hits=hits, outcome=outcome, ranker="fixed", k=len(hits))


def _passages(corpus: Corpus, names: Iterable[str]) -> list[Passage]:
    return [passage for name in names if (passage := corpus.get(name)) is not None]


def _by_all(claim: Claim, passages: Iterable[Passage]) -> Support:
    return combine(support(claim, passage) for passage in passages)


def _faults(row: AnswerRow) -> Iterator[str]:
    if row.asked.answer is None:
        yield f"{row.asked.outcome}: {row.asked.detail}"
        return
    if outcome_of(row.asked.answer) not in row.bundle.expects:
        yield f"gave {row.asked.outcome} where {' or '.join(sorted(row.bundle.expects))} is right"
    yield from (f"citation {one.reason}: {one.detail}" for one in row.citations if not one.accepted)
    yield from filter(None, map(_claim_fault, row.claims))
    if row.claims:
        stated = {_bare(one.claim) for one in row.claims}
        yield from (f"does not state: {one.words}" for one in row.bundle.claims if _bare(one) not in stated)


def _claim_fault(row: ClaimRow) -> str | None:
    if row.cited is not Support.SUPPORTED:
        return f"claim {row.cited} by what it cites: {row.claim.words}"
    if row.in_bundle is Support.CONTRADICTED:
        return f"claim contradicted by a passage that is not cited: {row.claim.words}"
    return None


def _bare(claim: Claim) -> Claim:
    return replace(claim, text="")
