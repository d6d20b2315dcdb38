"""Structured answers under the oracle: coverage first, verdicts after it, every attempt kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from labcore.errors import FixtureError, ParameterError
from labcore.experiments.inadmissible import Inadmissible, inadmissible
from labcore.experiments.stated_scopes import require_answerable
from labcore.fixture import read_rows
from labcore.oracle import Reading, check, read_answer
from labcore.records import near_miss

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from labcore.fixture import Fixture
    from labcore.oracle import ReadAnswer
    from labcore.records import Proposition, Verdict

__all__ = [
    "MAX_ATTEMPTS",
    "AnswersReport",
    "Attempt",
    "RawAnswer",
    "ask",
    "judge_answers",
    "read_raw_answers",
]

MAX_ATTEMPTS = 2
"""How often one question is asked at most, the first time included."""


class RawAnswer(BaseModel):
    """A line of a file of answers: what a pipeline got back, and what it had asked.

    Attributes:
        id: The question.
        fact: The fact that it asks for, chosen by the pipeline and never by the model.
        attempt: 1 for the first answer to this question.
        bundle: The passages that the model was given; never null here.
        answer: What the model wrote, whole.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    id: str = Field(alias="_id", min_length=1)
    fact: str
    attempt: int = Field(default=1, ge=1)
    bundle: tuple[str, ...]
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One answer and what came of it.

    Attributes:
        raw: The line, kept whole whether it was accepted or not.
        read: How far it could be read.
        verdict: Of admission where it rests on a passage that was not admissible, else the oracle's;
            None where nothing was parsed or the attempt came too late.
        late: Why the stopping rule leaves it out, or the empty text.
        inadmissible: What stood in its bundle and is no evidence for the question, whatever was answered.
    """

    raw: RawAnswer
    read: ReadAnswer
    verdict: Verdict | None = None
    late: str = ""
    inadmissible: tuple[Inadmissible, ...] = ()

    @property
    def outcome(self) -> str:
        """accepted, ``refused: reason``, ``inadmissible: reason``, the reading, or ``late``."""
        if self.late:
            return "late"
        if self.verdict is None:
            return self.read.reading.value
        if self.verdict.accepted:
            return "accepted"
        barred = _barred(self.read, self.inadmissible) is not None
        return f"{'inadmissible' if barred else 'refused'}: {self.verdict.reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswersReport:
    """Every attempt, and what was never attempted.

    Attributes:
        attempts: In the order in which they came.
        unanswered: The fixture's questions without any attempt, in file order; neither right nor wrong.
    """

    attempts: tuple[Attempt, ...]
    unanswered: tuple[str, ...] = ()

    @property
    def outcomes(self) -> dict[str, int]:
        """Outcome -> count over all attempts."""
        return dict(Counter(attempt.outcome for attempt in self.attempts))

    @property
    def questions(self) -> int:
        """How many questions were asked."""
        return len({attempt.raw.id for attempt in self.attempts})

    @property
    def parsed(self) -> int:
        """How many questions have an answer that was parsed in time: the coverage, out of questions."""
        return len({attempt.raw.id for attempt in self.attempts if attempt.verdict is not None})

    @property
    def accepted(self) -> int:
        """How many questions ended accepted; out of the parsed ones, and not out of all."""
        return sum(a.verdict is not None and a.verdict.accepted for a in self.attempts)


def read_raw_answers(name: str, content: bytes, questions: Collection[str] = ()) -> tuple[RawAnswer, ...]:
    """Read a file of answers, one JSON object a line.

    Args:
        name: The file's name, for messages.
        content: Its bytes.
        questions: The ids that may be answered; empty for any.

    Raises:
        FixtureError: A line is not such an object, or answers no known question; an attempt of a question
            stands twice, or not after the one before it.
    """
    rows = []
    last: dict[str, int] = {}
    for line in read_rows(name, content, RawAnswer, lambda row: row):
        row = line.record
        if questions and row.id not in questions:
            raise FixtureError(
                "an answer is to a question of the fixture",
                got=row.id + near_miss(row.id, questions),
                place=line.place,
                remedy=f"Write in _id what stands as _id in queries.jsonl, such as {next(iter(questions))}",
            )
        if row.attempt != last.get(row.id, 0) + 1:
            raise FixtureError(
                "attempts of a question are numbered 1, 2, 3 in the order in which they came",
                got=f"{row.id} attempt {row.attempt}",
                place=line.place,
                remedy="Leave no attempt out: a retry that is not shown hides an uncertainty",
            )
        last[row.id] = row.attempt
        rows.append(row)
    return tuple(rows)


def judge_answers(
    fixture: Fixture, answers: Iterable[RawAnswer], *, max_attempts: int = MAX_ATTEMPTS
) -> AnswersReport:
    """Read each answer, check what was parsed, and stop where the rule stops.

    A question is over as soon as an answer was parsed or is an unsupported proposition, and after
    max_attempts. So only an answer that could not be read may be asked for again, and nobody retries
    until something passes: a later attempt is kept, counted as late, and has no verdict.

    Raises:
        ParameterError: max_attempts is below 1.
        NotFoundError: The fixture has questions, and one that is answered is not among them.
        ScopeError: A question that is answered does not state a dimension that the fixture declares.
    """
    if max_attempts < 1:
        raise ParameterError("a question is asked at least once", got=max_attempts)
    answers = tuple(answers)
    require_answerable(fixture, [raw.id for raw in answers])
    facts = {fact.id: fact for fact in fixture.propositions}
    closed: dict[str, str] = {}
    attempts = []
    for raw in answers:
        late = closed.get(raw.id, "")
        attempt = _attempt(fixture, facts, raw, late)
        attempts.append(attempt)
        if not late and attempt.read.reading is not Reading.PARSER_FAILURE:
            closed[raw.id] = f"attempt {raw.attempt} had already been {attempt.outcome}"
        elif not late and raw.attempt >= max_attempts:
            closed[raw.id] = f"{max_attempts} attempts had been made"
    asked = {attempt.raw.id for attempt in attempts}
    unanswered = tuple(query.id for query in fixture.queries if query.id not in asked)
    return AnswersReport(attempts=tuple(attempts), unanswered=unanswered)


def _barred(read: ReadAnswer, given: Iterable[Inadmissible]) -> Inadmissible | None:
    """Give the inadmissible passage that an answer rests on."""
    rests_on = read.proposition.evidence_id if read.proposition else None
    return next((one for one in given if one.passage_id == rests_on), None)


def _attempt(fixture: Fixture, facts: dict[str, Proposition], raw: RawAnswer, late: str) -> Attempt:
    read = read_answer(raw.answer, raw.id)
    given = inadmissible(fixture, raw.id, raw.bundle)
    fact = facts.get(raw.fact)
    if read.proposition is None or late:
        return Attempt(raw=raw, read=read, late=late, inadmissible=given)
    if fact is None:
        detail = f"no fact {raw.fact} is declared, so nothing can be decided"
        unsupported = type(read)(reading=Reading.UNSUPPORTED, detail=detail)
        return Attempt(raw=raw, read=unsupported, inadmissible=given)
    barred = _barred(read, given)
    verdict = (
        check(read.proposition, fact, frozenset(raw.bundle), fixture.units)
        if barred is None
        else barred.refusal  # a later gate never repairs an earlier one
    )
    return Attempt(raw=raw, read=read, verdict=verdict, inadmissible=given)


def ask(
    fixture: Fixture,
    question: str,
    fact: str,
    bundle: Sequence[str],
    answer: Callable[[int], str],
    *,
    max_attempts: int = MAX_ATTEMPTS,
) -> AnswersReport:
    """Ask for one answer, and again only while it cannot be read; every attempt is in the report.

    Args:
        fixture: The facts and units; where it has questions, theirs is the scope of the bundle.
        question: Its id.
        fact: The fact that it asks for.
        bundle: The passages given.
        answer: Called with the number of the attempt, from 1; gives the model's whole answer.
        max_attempts: The first time included.

    Raises:
        ParameterError: max_attempts is below 1.
        NotFoundError, ScopeError: As `judge_answers`, before anybody is asked.
    """
    require_answerable(fixture, [question])
    given: list[RawAnswer] = []
    report = judge_answers(fixture, given, max_attempts=max_attempts)
    for number in range(1, max_attempts + 1):
        row = {"_id": question, "fact": fact, "attempt": number, "bundle": tuple(bundle)}
        given.append(RawAnswer.model_validate({**row, "answer": answer(number)}))
        report = judge_answers(fixture, given, max_attempts=max_attempts)
        if report.attempts[-1].read.reading is not Reading.PARSER_FAILURE:
            break
    return report
