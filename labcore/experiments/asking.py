"""One call of somebody's answerer: what came back, or how it failed to answer at all."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from labcore.errors import ParameterError
from labcore.records import Answer, Answered, Clarify, Expects, Insufficient, Passage

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["Answerer", "Asked", "Failure", "ask", "outcome_of"]

Answerer: TypeAlias = "Callable[[str, tuple[Passage, ...]], Answer]"
"""Any callable from a question and a bundle to an answer; it sees no scope and cannot change one."""

_OUTCOMES: dict[type, Expects] = {
    Answered: Expects.ANSWER,
    Clarify: Expects.CLARIFY,
    Insufficient: Expects.REFUSE,
}


class Failure(StrEnum):
    """How an answerer may fail to give any answer; never counted as a refusal."""

    RAISED = "raised"
    TIMED_OUT = "timed_out"
    NOT_AN_ANSWER = "not_an_answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What came of one call.

    Attributes:
        answer: What was answered; None where the call failed.
        failure: How it failed; None where it did not.
        detail: The failure in words.
    """

    answer: Answer | None = None
    failure: Failure | None = None
    detail: str = ""

    @property
    def outcome(self) -> str:
        """``answer``, ``clarify`` or ``refuse``; or the name of the failure."""
        return str(self.failure) if self.answer is None else outcome_of(self.answer).value


def outcome_of(answer: Answer) -> Expects:
    """Give the kind of an answer, in the words in which a fixture expects it."""
    return _OUTCOMES[type(answer)]


def ask(answerer: Answerer, question: str, bundle: tuple[Passage, ...], *, seconds: float = 30.0) -> Asked:
    """Call an answerer once; whatever it does, this returns.

    An answerer that hangs is left behind in a daemon thread, because Python cannot stop one: it goes on
    using its processor until the program ends. Exceptions become a failure; the interrupt of the
    keyboard does not.

    Args:
        answerer: Somebody's code.
        question: The question, in one wording.
        bundle: The passages that it may use.
        seconds: How long it may take, above 0.

    Raises:
        ParameterError: seconds is not above 0.
    """
    if not seconds > 0:
        raise ParameterError("a time limit is above 0 seconds", got=seconds)
    results: list[Any] = []
    errors: list[BaseException] = []

    def call() -> None:
        try:
            results.append(answerer(question, bundle))
        except BaseException as error:  # noqa: BLE001  # also SystemExit: somebody's code must not end the run
            errors.append(error)

    thread = threading.Thread(target=call, name="answerer", daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive():
        return Asked(failure=Failure.TIMED_OUT, detail=f"no answer within {seconds:g} s")
    if errors:
        return Asked(failure=Failure.RAISED, detail=f"{type(errors[0]).__name__}: {errors[0]}")
    if type(results[0]) not in _OUTCOMES:
        kind = type(results[0]).__name__
        return Asked(
            failure=Failure.NOT_AN_ANSWER, detail=f"gave {kind}, not Answered, Clarify or Insufficient"
        )
    return Asked(answer=results[0])
