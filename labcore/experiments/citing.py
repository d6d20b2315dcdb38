"""A fixture's questions with and without admission, and its proposed citations, expected beside actual."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.citation import validate
from labcore.errors import FixtureError
from labcore.experiments.stated_scopes import require_stated_scopes
from labcore.records import ACCEPTED, Expects, NamedCheck
from labcore.retrieval import Retriever

if TYPE_CHECKING:
    from labcore.fixture import Fixture
    from labcore.ranking import Ranker
    from labcore.records import CitationCase, CitationVerdict, Query, Run

__all__ = ["CitationRow", "CiteReport", "QuestionRow", "check_citations"]

NOTHING = "nothing"
"""How an empty first place is written: the right one where a question must be refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionRow:
    """One question, ranked over everything (the control) and over admissible passages only.

    Attributes:
        query: The question.
        required: Its required passages, sorted; empty where it must be refused.
        control: The unfiltered diagnostic.
        filtered: The run under the question's own scope.
    """

    query: Query
    required: tuple[str, ...]
    control: Run
    filtered: Run

    @property
    def expected(self) -> str:
        """The passages of which one must come first, or ``nothing``."""
        return " or ".join(self.required) or NOTHING

    @property
    def control_right(self) -> bool:
        """Whether the control puts required evidence first; a failure here is expected and fails nothing."""
        return self._right(self.control)

    @property
    def filtered_right(self) -> bool:
        """Whether the filtered run puts required evidence first, or finds nothing where it must not."""
        return self._right(self.filtered)

    @property
    def control_barred(self) -> str | None:
        """Why admission keeps out what the control puts first, such as ``expired``; None where it does not."""
        first = first_place(self.control)
        return next((one.reason.value for one in self.filtered.excluded if one.passage_id == first), None)

    def _right(self, run: Run) -> bool:
        return first_place(run) in (self.required or (NOTHING,))


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationRow:
    """One proposed citation: what a careful person decided, and what the rules decide."""

    case: CitationCase
    verdict: CitationVerdict

    @property
    def actual(self) -> str:
        """``accepted``, or the first reason of the refusal."""
        return self.verdict.reason or ACCEPTED

    @property
    def as_expected(self) -> bool:
        """Whether both decisions are the same; two different reasons are not."""
        return self.actual == self.case.expected


@dataclass(frozen=True, slots=True, kw_only=True)
class CiteReport:
    """Every question and every proposed citation of one fixture."""

    fixture: str
    ranker: str
    questions: tuple[QuestionRow, ...]
    citations: tuple[CitationRow, ...]

    def checks(self) -> tuple[NamedCheck, ...]:
        """Give what must hold: the filtered questions and the citations, never the control."""
        asked = (
            NamedCheck(
                group="filtered question",
                name=row.query.id,
                passed=row.filtered_right,
                expected=row.expected,
                actual=first_place(row.filtered),
                detail=row.query.text,
            )
            for row in self.questions
        )
        cited = (
            NamedCheck(
                group="citation",
                name=row.case.id,
                passed=row.as_expected,
                expected=row.case.expected,
                actual=row.actual,
                detail=row.verdict.detail,
            )
            for row in self.citations
        )
        return (*asked, *cited)


def first_place(run: Run) -> str:
    """Give the passage in a run's first place, or ``nothing``."""
    return run.passage_ids[0] if run.hits else NOTHING


def check_citations(fixture: Fixture, *, ranker: Ranker | str = "token_overlap", k: int = 3) -> CiteReport:
    """Rank a fixture's questions twice and decide its proposed citations.

    A citation is judged under the scope of its own question, against the filtered run of that question.
    Questions that must be answered by a clarification have no first place to expect and are left out.

    Args:
        fixture: With queries, and with citations.jsonl.
        ranker: A ranker, or the name of a registered one.
        k: How many passages an answerer is given.

    Raises:
        FixtureError: The fixture has no citations.jsonl.
        ScopeError: A query lacks a declared dimension.

    Source: "RAG citation checks tested: why the same query retrieves an expired rule".
    """
    if not fixture.citations:
        raise FixtureError(
            "citations are checked from citations.jsonl, which has no row here", place=str(fixture.path)
        )
    require_stated_scopes(fixture, fixture.queries)
    retriever = Retriever(fixture.corpus, ranker)
    questions = tuple(
        QuestionRow(
            query=query,
            required=_required(fixture, query),
            control=retriever.search_unfiltered(query, k),
            filtered=retriever.search(query, query.scope, k),
        )
        for query in fixture.queries
    )
    runs = {row.query.id: row.filtered for row in questions}
    return CiteReport(
        fixture=fixture.name,
        ranker=retriever.ranker.name,
        questions=tuple(row for row in questions if row.query.expects is not Expects.CLARIFY),
        citations=tuple(_decide(fixture, runs[case.query_id], case) for case in fixture.citations),
    )


def _decide(fixture: Fixture, run: Run, case: CitationCase) -> CitationRow:
    scope = fixture.query(case.query_id).scope
    return CitationRow(case=case, verdict=validate(case.citation, fixture.corpus, scope, run))


def _required(fixture: Fixture, query: Query) -> tuple[str, ...]:
    return tuple(sorted(name for name, grade in fixture.qrels.get(query.id, {}).items() if grade > 0))
