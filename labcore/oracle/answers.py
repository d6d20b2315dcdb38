"""From a structured answer to a proposition: strict reading, with three outcomes that are kept apart."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from labcore.errors import RecordError
from labcore.fixture import strict_object
from labcore.records import Proposition

__all__ = ["ReadAnswer", "Reading", "answer_schema", "read_answer"]


class Reading(StrEnum):
    """How far an answer could be read; only what was parsed is ever right or wrong."""

    PARSED = "parsed"
    PARSER_FAILURE = "parser failure"
    UNSUPPORTED = "unsupported proposition"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAnswer:
    """One answer, as far as it could be read.

    Attributes:
        reading: parsed, parser failure or unsupported proposition.
        proposition: What it states; None unless parsed.
        detail: Why it was not parsed; empty when it was.

    Raises:
        RecordError: Parsed without a proposition, or not parsed with one or without a reason.
    """

    reading: Reading
    proposition: Proposition | None = None
    detail: str = ""

    def __post_init__(self) -> None:
        parsed = self.reading is Reading.PARSED
        if parsed != (self.proposition is not None) or parsed == bool(self.detail):
            raise RecordError("an answer has a proposition or the reason why not", got=self.reading)


class _Answer(BaseModel):
    """A statement of one rule, or the reason why none is stated."""

    model_config = ConfigDict(extra="forbid", strict=True)

    evidence_id: str | None = Field(description="The id of the passage that the statement rests on.")
    version: str | None = Field(description="The version of the rule.")
    tenant: str | None = Field(description="Whose rule it is.")
    scope: str | None = Field(description="What is measured, or the action that is allowed or prohibited.")
    unit: str | None = Field(description="The unit of the number; permission for a permission.")
    value: str | None = Field(description="The number as text, in plain digits; null for a permission.")
    allowed: bool | None = Field(description="Whether the action is allowed; null for a number.")
    declined: str | None = Field(description="Why nothing is stated; null for a statement.")


def answer_schema() -> dict[str, Any]:
    """Give the JSON Schema that a model is asked to keep: every field is required, and may be null.

    It is accepted as a strict schema by endpoints that support structured output.
    """
    return _Answer.model_json_schema()


def read_answer(text: str, name: str = "answer") -> ReadAnswer:
    """Read what a model wrote, and nothing into it.

    No words around the object are cut off, no quotes mended, no number taken for its text: an answer
    that is nearly readable is a parser failure, and shows in the coverage.

    Args:
        text: The whole answer.
        name: The id of the proposition that is made.

    Returns:
        A parser failure for what is not one JSON object of the schema; an unsupported proposition for
        what declines, or states neither a number nor a permission, or both at once.
    """
    try:
        strict_object(text)
        answer = _Answer.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return ReadAnswer(reading=Reading.PARSER_FAILURE, detail=f"{where}: {first['msg']}")
    except ValueError as error:
        return ReadAnswer(reading=Reading.PARSER_FAILURE, detail=f"not one JSON object: {error}")
    return _as_proposition(answer, name)


def _as_proposition(answer: _Answer, name: str) -> ReadAnswer:
    if answer.declined is not None:
        return _unsupported(f"declined: {answer.declined}")
    if (answer.value is None) == (answer.allowed is None):
        both = answer.value is not None
        return _unsupported(
            "states a number and a permission" if both else "states no number and no permission"
        )
    try:
        proposition = Proposition(id=name, **answer.model_dump(exclude={"declined"}))
    except RecordError as error:
        return ReadAnswer(reading=Reading.PARSER_FAILURE, detail=str(error))
    return ReadAnswer(reading=Reading.PARSED, proposition=proposition)


def _unsupported(detail: str) -> ReadAnswer:
    return ReadAnswer(reading=Reading.UNSUPPORTED, detail=detail)
