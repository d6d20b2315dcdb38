"""Answerers over fixed bundles: does the answer change when the evidence does, and only then?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.admission import exclusion
from labcore.errors import FixtureError
from labcore.experiments.asking import ask
from labcore.experiments.judged import AnswerRow, judge_answer
from labcore.experiments.stated_scopes import require_stated_scopes
from labcore.records import BundleKind, NamedCheck

if TYPE_CHECKING:
    from collections.abc import Iterator

    from labcore.experiments.asking import Answerer
    from labcore.fixture import Fixture
    from labcore.records import AnswerCase, BundleCase, Passage, Scope

__all__ = ["MUST_CHANGE", "AnswerReport", "Change", "Steadiness", "check_answers"]

MUST_CHANGE: dict[BundleKind, bool] = {
    BundleKind.INCOMPLETE: True,
    BundleKind.CONFLICTING: True,
    BundleKind.HOSTILE: False,
}
"""Kind of bundle -> whether its outcome must differ from that of the complete bundle. Orders that stand in a
passage are quoted data: they must change neither the outcome nor a claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The same question, in its first wording, over the complete bundle and over another one.

    Attributes:
        case_id: The case.
        bundle_id: The other bundle.
        kind: Its kind.
        outcome_changed: Whether the outcomes differ.
        claims_changed: Whether the claims differ.
        failed: Whether one of the calls gave no answer of any kind, which is never right.
    """

    case_id: str
    bundle_id: str
    kind: BundleKind
    outcome_changed: bool
    claims_changed: bool
    failed: bool

    @property
    def right(self) -> bool:
        """Whether it changed exactly if it should; another claim with the same confidence is no change."""
        if self.failed:
            return False
        if MUST_CHANGE[self.kind]:
            return self.outcome_changed
        return not self.outcome_changed and not self.claims_changed

    @property
    def words(self) -> str:
        """What changed, in words."""
        if self.outcome_changed:
            return "another outcome"
        return "the same outcome with other claims" if self.claims_changed else "the same answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Steadiness:
    """All wordings of one question over one bundle."""

    case_id: str
    bundle_id: str
    wordings: int
    steady: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerReport:
    """Every call of one answerer on one fixture, and what follows from comparing them."""

    answerer: str
    rows: tuple[AnswerRow, ...]
    changes: tuple[Change, ...]
    steadiness: tuple[Steadiness, ...]

    def checks(self) -> tuple[NamedCheck, ...]:
        """Give every answer, every change and every steadiness as a named check; three groups, no sum."""
        return (*self._answers(), *self._changes(), *self._wordings())

    def _answers(self) -> Iterator[NamedCheck]:
        for row in self.rows:
            yield NamedCheck(
                group="answer",
                name=f"{row.case_id} / {row.bundle.id} / {row.wording}",
                passed=row.passed,
                expected=" or ".join(sorted(row.bundle.expects)),
                actual=row.asked.outcome,
                detail="; ".join(row.faults),
            )

    def _changes(self) -> Iterator[NamedCheck]:
        for change in self.changes:
            yield NamedCheck(
                group="change",
                name=f"{change.case_id} / {change.bundle_id}",
                passed=change.right,
                expected="another outcome" if MUST_CHANGE[change.kind] else "the same answer",
                actual=change.words,
                detail=f"compared with the complete bundle; this one is {change.kind}",
            )

    def _wordings(self) -> Iterator[NamedCheck]:
        for one in self.steadiness:
            yield NamedCheck(
                group="wording",
                name=f"{one.case_id} / {one.bundle_id}",
                passed=one.steady,
                expected="one answer",
                actual="one answer" if one.steady else "several answers",
                detail=f"{one.wordings} wordings of one question",
            )


def check_answers(
    fixture: Fixture, answerer: Answerer, *, name: str | None = None, seconds: float = 30.0
) -> AnswerReport:
    """Ask every question in every wording over every bundle, and judge what comes back.

    The scope is the query's own throughout: an answerer neither sees nor changes it.

    Args:
        fixture: With answers.jsonl.
        answerer: Any callable from a question and a tuple of passages to an answer.
        name: How the report calls it; by default its own name.
        seconds: The time limit of one call.

    Raises:
        FixtureError: There is no answers.jsonl, or a bundle holds what its scope may not read.
        ParameterError: seconds is not above 0.
        ScopeError: A question does not state a dimension that the fixture declares.
    """
    if not fixture.answer_cases:
        raise FixtureError("answerers are checked over the bundles of answers.jsonl", place=str(fixture.path))
    require_stated_scopes(fixture, [fixture.query(case.query_id) for case in fixture.answer_cases])
    rows: list[AnswerRow] = []
    for case in fixture.answer_cases:
        query = fixture.query(case.query_id)
        for bundle in case.bundles:
            passages = _passages(fixture, bundle, query.scope)
            for wording in (query.text, *case.paraphrases):
                asked = ask(answerer, wording, passages, seconds=seconds)
                rows.append(judge_answer(asked, case.id, bundle, wording, fixture.corpus, query.scope))
    return AnswerReport(
        answerer=name or str(getattr(answerer, "__name__", type(answerer).__name__)),
        rows=tuple(rows),
        changes=tuple(change for case in fixture.answer_cases for change in _compare(case, rows)),
        steadiness=tuple(one for case in fixture.answer_cases for one in _steadiness(case, rows)),
    )


def _passages(fixture: Fixture, bundle: BundleCase, scope: Scope) -> tuple[Passage, ...]:
    """Give a bundle's passages, after refusing one that retrieval under this scope could not give."""
    found = []
    for name in bundle.passage_ids:
        passage = fixture.corpus.get(name)
        refusal = passage and exclusion(passage, scope, dimensions=fixture.corpus.dimensions)
        if passage is None or refusal:
            reason = refusal.detail if refusal else "is not there"
            raise FixtureError(
                "a bundle holds admissible passages only", got=f"{name}, which {reason}", place=bundle.id
            )
        found.append(passage)
    return tuple(found)


def _of(rows: list[AnswerRow], case: AnswerCase, bundle: BundleCase) -> list[AnswerRow]:
    return [row for row in rows if row.case_id == case.id and row.bundle.id == bundle.id]


def _compare(case: AnswerCase, rows: list[AnswerRow]) -> Iterator[Change]:
    complete = next((bundle for bundle in case.bundles if bundle.kind is BundleKind.COMPLETE), None)
    if complete is None:
        return
    before = _of(rows, case, complete)[0]
    for bundle in case.bundles:
        if bundle.kind in MUST_CHANGE:
            after = _of(rows, case, bundle)[0]
            yield Change(
                case_id=case.id,
                bundle_id=bundle.id,
                kind=bundle.kind,
                outcome_changed=before.asked.outcome != after.asked.outcome,
                claims_changed=before.said != after.said,
                failed=before.asked.answer is None or after.asked.answer is None,
            )


def _steadiness(case: AnswerCase, rows: list[AnswerRow]) -> Iterator[Steadiness]:
    for bundle in case.bundles:
        asked = _of(rows, case, bundle)
        yield Steadiness(
            case_id=case.id,
            bundle_id=bundle.id,
            wordings=len(asked),
            steady=len({row.said for row in asked}) == 1,
        )
