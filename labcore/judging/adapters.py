"""Other people's judges: a Python callable, a Ragas metric, a DeepEval metric."""

from __future__ import annotations

import math
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

from labcore.errors import ExtraMissingError, ParameterError
from labcore.judging.protocol import Opinion, Ruling
from labcore.judging.threshold import ThresholdJudge, require_threshold

if TYPE_CHECKING:
    from collections.abc import Callable

    from labcore.judging.protocol import Statement
    from labcore.judging.threshold import Score
    from labcore.records import Passage

__all__ = ["CallableJudge", "ForeignJudge", "deepeval_score", "named_callable", "ragas_score"]


class CallableJudge:
    """Any function of three texts: the candidate's sentence, the expected one, the passage.

    It may return true or false, ``accept``, ``reject`` or ``abstain``, or None to abstain; a number needs
    a threshold. Anything else, and any exception, is an abstention that says what happened: a judge that
    breaks has neither killed nor accepted anything.

    Args:
        name: The name to show.
        function: Called with three texts.
        threshold: From where on a number accepts; None where numbers are not expected.

    Raises:
        ParameterError: The threshold is not a finite number.
    """

    def __init__(
        self, name: str, function: Callable[[str, str, str], object], threshold: float | None = None
    ) -> None:
        if threshold is not None:
            require_threshold(threshold, name)
        self.name = name if threshold is None else f"{name}@{threshold:g}"
        self._function = function
        self._threshold = threshold

    def judges(self, candidate: Statement, expected: Statement, passage: Passage) -> Ruling:
        """Call the function and read its answer."""
        try:
            return self._read(self._function(candidate.text, expected.text, passage.text))
        except Exception as error:  # noqa: BLE001  # whatever a stranger's function raises is an abstention
            return _broken(error)

    def _read(self, answer: object) -> Ruling:
        """Read an answer; a number beyond floats raises, and so may the looks of a stranger's object."""
        if isinstance(answer, bool):
            return Ruling(opinion=Opinion.ACCEPT if answer else Opinion.REJECT)
        if isinstance(answer, int | float) and math.isfinite(answer) and self._threshold is not None:
            opinion = Opinion.ACCEPT if answer >= self._threshold else Opinion.REJECT
            return Ruling(opinion=opinion, score=float(answer), detail=f"scored {answer:.3f}")
        if isinstance(answer, str) and answer in {Opinion.ACCEPT, Opinion.REJECT}:
            return Ruling(opinion=Opinion(answer))
        return Ruling(opinion=Opinion.ABSTAIN, detail=f"answered {answer!r}")


class ForeignJudge(ThresholdJudge):
    """A threshold over somebody else's score, which abstains where that score breaks.

    Args:
        name: The name to show, without the threshold.
        score: `ragas_score` or `deepeval_score` of a metric, or another.
        threshold: Accepted from here on.
    """

    def judges(self, candidate: Statement, expected: Statement, passage: Passage) -> Ruling:
        """Judge as `ThresholdJudge` does; an exception is an abstention that says what happened."""
        try:
            return super().judges(candidate, expected, passage)
        except Exception as error:  # noqa: BLE001  # whatever a stranger's metric raises is an abstention
            return _broken(error)


def _broken(error: Exception) -> Ruling:
    """Abstain with a stranger's error; even to ask for its words may raise."""
    try:
        said = str(error)
    except Exception:  # noqa: BLE001  # it is a stranger's as well
        said = "its message cannot be shown"
    return Ruling(opinion=Opinion.ABSTAIN, detail=f"{type(error).__name__}: {said}")


def named_callable(path: str) -> Callable[[str, str, str], object]:
    """Import a function by ``module:name``.

    Raises:
        ParameterError: The path has another form, the module cannot be imported for whatever reason, nothing
            is there, or it cannot be called.
    """
    module, _, name = path.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # a stranger's module may raise anything
        why = f"{type(error).__name__}: {error}"
        raise ParameterError("a judge is a function named module:name", got=f"{path} ({why})") from None
    if not callable(found):
        raise ParameterError("a judge is a function that can be called", got=path)
    function: Callable[[str, str, str], object] = found
    return function


def ragas_score(metric: Any) -> Score:
    """Adapt a Ragas metric for one turn: candidate as response, fact as reference, passage as context.

    Args:
        metric: A metric of ``ragas.metrics`` (has ``single_turn_score``, takes a sample) or of
            ``ragas.metrics.collections`` (has ``score``, takes the parts that its ``ascore`` names).

    Raises:
        ExtraMissingError: Ragas is not installed; it is nobody's dependency here.
    """
    try:
        sample = import_module("ragas.dataset_schema").SingleTurnSample
    except ImportError:
        raise ExtraMissingError(
            "a Ragas metric needs the package ragas", remedy="Run: pip install ragas"
        ) from None

    def score(candidate: Statement, expected: Statement, passage: Passage) -> float:
        parts = {
            "user_input": expected.proposition.scope,
            "response": candidate.text,
            "reference": expected.text,
            "retrieved_contexts": [passage.text],
        }
        if hasattr(metric, "single_turn_score"):
            return float(metric.single_turn_score(sample(**parts)))
        wanted = signature(metric.ascore).parameters
        return float(metric.score(**{name: part for name, part in parts.items() if name in wanted}).value)

    return score


def deepeval_score(metric: Any) -> Score:
    """Adapt a DeepEval metric: candidate as actual output, fact as expected output, passage as context.

    Args:
        metric: Has ``measure(test_case)``, which returns the score or leaves it in ``score``.

    Raises:
        ExtraMissingError: DeepEval is not installed; it is nobody's dependency here.
    """
    try:
        case = import_module("deepeval.test_case").LLMTestCase
    except ImportError:
        raise ExtraMissingError(
            "a DeepEval metric needs the package deepeval", remedy="Run: pip install deepeval"
        ) from None

    def score(candidate: Statement, expected: Statement, passage: Passage) -> float:
        returned = metric.measure(
            case(
                input=expected.proposition.scope or "",
                actual_output=candidate.text,
                expected_output=expected.text,
                retrieval_context=[passage.text],
                context=[passage.text],
            )
        )
        return float(metric.score if returned is None else returned)

    return score
