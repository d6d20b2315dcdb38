"""The rules of fields that several records share: ids, words, closed sets, scores and counts."""

from __future__ import annotations

import math
import operator
import re
from enum import StrEnum
from numbers import Real
from typing import Any, TypeVar

from labcore.errors import ParameterError, RecordError
from labcore.records.scope import require_text

__all__ = ["HIGHEST_GRADE", "require_depth", "require_id", "require_member", "require_score", "require_words"]

HIGHEST_GRADE = 1000
"""trec_eval keeps one counter per grade: a grade of a thousand million takes all memory, or wraps to nothing."""

Member = TypeVar("Member", bound=StrEnum)

_BREAKS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters, line and paragraph separators, and halves of characters."""


def require_id(record: str, name: str, value: object) -> None:
    """Refuse an id that a line of a file cannot carry, or that looks like another one.

    Blanks inside are allowed, since ids are often file names; TREC runs alone cannot carry those.

    Raises:
        RecordError: Not a text, empty, with white space at an end, or with a control character.
    """
    require_text(record, name, value)
    text = str(value)
    if text != text.strip() or _BREAKS.search(text):
        raise RecordError(
            f"{record}.{name} must have no control character and no white space at its ends",
            got=repr(value),
            remedy="Rename it: files of lines and other tools could not tell it apart",
        )


def require_words(record: str, name: str, value: object) -> None:
    """Refuse anything but a text, empty or not, that can be written as UTF-8.

    Raises:
        RecordError: Not a text, or one with half a character in it (a lone surrogate).
    """
    if not isinstance(value, str):
        raise RecordError(f"{record}.{name} must be a text", got=repr(value))
    try:
        value.encode()
    except UnicodeEncodeError as error:
        half = value[error.start]
        raise RecordError(
            f"{record}.{name} must hold whole characters", got=f"{half} at {error.start}"
        ) from None


def require_member(record: str, name: str, value: Any, kind: type[Member]) -> Member:
    """Give the member of a closed set; its plain text is taken for it.

    Raises:
        RecordError: No member has this text; all of them are named.
    """
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(member.value for member in kind)
        raise RecordError(f"{record}.{name} must be one of {known}", got=repr(value)) from None


def require_score(record: str, name: str, value: Any, place: str | None = None) -> float:
    """Give a score as a Python float, whatever real number type it came in.

    Raises:
        RecordError: Not a real number, NaN, infinite or too large, so that no order would follow.
    """
    if not isinstance(value, bool) and isinstance(value, Real):
        try:
            score = float(value)
        except OverflowError:
            score = math.inf
        if math.isfinite(score):
            return score
    raise RecordError(f"{record}.{name} must be a finite number", got=repr(value), place=place)


def require_depth(k: Any) -> int:
    """Give k as a Python int, whatever whole number type it came in.

    Raises:
        ParameterError: k is not a whole number from 1.
    """
    try:
        depth = 0 if isinstance(k, bool) else operator.index(k)
    except TypeError:
        depth = 0
    if depth < 1:
        raise ParameterError("k must be a whole number from 1", got=repr(k))
    return depth
