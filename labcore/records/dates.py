"""A calendar day and a moment as JSON writes them."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Any

from pydantic import BeforeValidator

__all__ = ["Day", "Moment"]

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}")


def _written_day(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if not _DAY.fullmatch(value):
        raise ValueError("a day is written YYYY-MM-DD")
    return date.fromisoformat(value)


def _written_moment(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if not _MOMENT.match(value):
        raise ValueError("a moment is written YYYY-MM-DDTHH:MM:SS with its time zone")
    return datetime.fromisoformat(value)


# without these, pydantic reads "0" as seconds since 1970, and a day nobody wrote decides what is in force
Day = Annotated[date, BeforeValidator(_written_day)]
"""An ISO date; every other form is refused, numbers in quotes above all."""

Moment = Annotated[datetime, BeforeValidator(_written_moment)]
"""An ISO date with a time of day; a number in quotes is refused."""
