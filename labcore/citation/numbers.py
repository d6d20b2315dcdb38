"""Numbers as they are written, to see whether a sentence around a quote states another one."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

from labcore.citation.normalise import plain

__all__ = ["numbers", "same_value", "unquoted_numbers"]

_NUMBER = re.compile(r"(?<!\w)-?\d+(?:[.,:\u066b\u066c]\d+)*|\d+(?:[.,:\u066b\u066c]\d+)*")
_PLAIN = re.compile(r"[+-]?\d+(?:\.\d+)?", re.ASCII)


def numbers(text: str) -> tuple[str, ...]:
    """Give the numbers that a text writes in digits, in order, with the digits of every script as 0 to 9.

    A minus sign in front and the marks inside a number belong to it and are kept, since nobody says
    what they mean: ``1,000`` and ``1000`` are different here. Numbers written as words are not seen.
    """
    found = _NUMBER.findall(plain(text))
    return tuple("".join(_digit(sign) for sign in number) for number in found)


def unquoted_numbers(statement: str, quote: str) -> tuple[str, ...]:
    """Give the numbers that a statement writes and its quote does not, in order, each once."""
    quoted = set(numbers(quote))
    return tuple(dict.fromkeys(number for number in numbers(statement) if number not in quoted))


def same_value(left: str, right: str) -> bool:
    """Tell whether two values are the same text after normalisation, or the same plain decimal.

    ``14`` and ``14.0`` are the same; ``14`` and ``1.4e1`` are not, and neither are two words for one thing.
    """
    one, other = plain(left), plain(right)
    if _PLAIN.fullmatch(one) and _PLAIN.fullmatch(other):
        return Decimal(one) == Decimal(other)
    return one == other


def _digit(sign: str) -> str:
    value = unicodedata.decimal(sign, None)
    return sign if value is None else str(value)
