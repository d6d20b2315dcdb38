"""Where a quote may be cut from a text without cutting a word or a number in two."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

__all__ = ["LETTERS_PER_WORD", "is_numeral", "is_word_sign", "spaceless_script", "splits_token"]

LETTERS_PER_WORD = {
    "BOPOMOFO": 2,
    "CJK": 2,
    "HIRAGANA": 2,
    "IDEOGRAPHIC": 2,
    "KATAKANA": 2,
    "KHMER": 4,
    "LAO": 4,
    "MYANMAR": 4,
    "THAI": 4,
    "TIBETAN": 4,
}
"""Scripts without spaces between words, named as their characters' Unicode names begin, and a cautious
length of a word in letters: two for Chinese and Japanese, four for the alphabets of South-East Asia."""

_HYPHENS = "-\u058a\u05be\u2010\u2011\u2212\ufe63\uff0d"
_JOINS_WORDS = frozenset(_HYPHENS + "'\u2019\uff07./\\@_&")
_JOINS_DIGITS = frozenset(",:\u2012\u2013\u066b\u066c")
_BEFORE_NUMBER = frozenset(_HYPHENS + ".")
_AFTER_NUMBER = frozenset("%\u2030\u2031\u066a\xb0\uff05")
_SPACE = "[ \xa0\u2007\u2009\u202f]"
_GROUPS = re.compile(rf"(?<!\w)\d{{1,3}}(?:{_SPACE}\d{{3}})*$")
_GROUP = re.compile(r"\d{3}(?!\w)")
_LONGEST_NUMBER = 64


def splits_token(text: str, place: int) -> bool:
    """Tell whether a cut before ``text[place]`` divides a word, a number, or a number from its sign.

    ``14 days`` does not begin at a clean place in ``114 days``, ``1.14 days``, ``-14 days``,
    ``10-14 days`` or ``2 014 days``, nor ``refundable`` in ``non-refundable``. In scripts without
    spaces a cut between two letters is clean, since words do not show; between two numerals it is not.
    Invisible format characters are looked through.

    Args:
        text: The text as it stands, not normalised.
        place: An offset from 0 to the length of the text; the ends divide nothing.
    """
    left, right = _visible(text, place, -1), _visible(text, place, 1)
    if not left or not right:
        return False
    if unicodedata.category(right[0])[0] == "M":
        return True
    if is_word_sign(left[0]) and is_word_sign(right[0]):
        return _inside_word(left[0], right[0])
    return (
        _joined(left, right[0])
        or _joined(right, left[0])
        or _at_number(left[0], right[0])
        or _in_groups(text, place)
    )


def is_word_sign(sign: str) -> bool:
    """Tell whether a character is a letter, a mark on one, or a number, of any script."""
    return unicodedata.category(sign)[0] in "LMN"


def is_numeral(sign: str) -> bool:
    """Tell whether a character has a numeric value, of any script."""
    return unicodedata.numeric(sign, None) is not None


@cache
def spaceless_script(sign: str) -> str | None:
    """Give the key of `LETTERS_PER_WORD` for a letter of such a script, or a mark on one; else None."""
    script = unicodedata.name(sign, "").replace("-", " ").partition(" ")[0]
    return script if script in LETTERS_PER_WORD and is_word_sign(sign) else None


def _visible(text: str, place: int, step: int) -> str:
    """Give up to two characters outward from a cut, nearest first, skipping invisible ones."""
    found = ""
    at = place if step > 0 else place - 1
    while 0 <= at < len(text) and len(found) < 2:  # noqa: PLR2004  # a neighbour, and what it is joined to
        if unicodedata.category(text[at]) != "Cf":
            found += text[at]
        at += step
    return found


def _inside_word(before: str, after: str) -> bool:
    if is_numeral(before) and is_numeral(after):
        return True
    return spaceless_script(before) is None and spaceless_script(after) is None


def _joined(side: str, other: str) -> bool:
    """Tell whether the first sign of a side glues what lies beyond it to the other side."""
    if len(side) < 2 or not is_word_sign(side[1]) or not is_word_sign(other):  # noqa: PLR2004
        return False
    digits = is_numeral(side[1]) and is_numeral(other)
    return side[0] in _JOINS_WORDS or (digits and side[0] in _JOINS_DIGITS)


def _at_number(before: str, after: str) -> bool:
    if is_numeral(after):
        return before in _BEFORE_NUMBER or unicodedata.category(before) in ("Sm", "Sc")
    return is_numeral(before) and (after in _AFTER_NUMBER or unicodedata.category(after) == "Sc")


def _in_groups(text: str, place: int) -> bool:
    """Tell whether a cut stands at the space inside a number whose thousands are grouped by spaces."""
    left = text[max(0, place - _LONGEST_NUMBER) : place]
    if re.fullmatch(_SPACE, left[-1:]):
        return bool(_GROUPS.search(left[:-1]) and _GROUP.match(text, place))
    return bool(re.fullmatch(_SPACE, text[place]) and _GROUPS.search(left) and _GROUP.match(text, place + 1))
