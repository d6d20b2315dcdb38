"""What "literally" means: the listed differences that a quote may have from its source, and no others."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "DASHES",
    "DOUBLE_QUOTES",
    "RULES",
    "SINGLE_QUOTES",
    "WHITE_SPACE",
    "Normalised",
    "normalise",
    "plain",
]

WHITE_SPACE = frozenset(
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""The White_Space property of Unicode's PropList.txt; a zero-width space is not in it."""

SINGLE_QUOTES = frozenset("'\u2018\u2019\u201a\u201b\u2039\u203a\uff07")
"""The members of Unicode's Quotation_Mark property that are drawn single; all become an apostrophe."""

DOUBLE_QUOTES = frozenset(
    '"\xab\xbb\u201c\u201d\u201e\u201f\u2e42\u300c\u300d\u300e\u300f\u301d\u301e\u301f'
    "\ufe41\ufe42\ufe43\ufe44\uff02\uff62\uff63"
)
"""Its other members, corner brackets of Chinese and Japanese included; all become a straight double quote."""

DASHES = frozenset(
    "-\u058a\u05be\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
    "\u2e3a\u2e3b\u2e40\u2e5d\ufe31\ufe32\ufe58\ufe63\uff0d"
)
"""Unicode's Dash property without its raised, lowered and wavy members, which mean something else: a raised
minus is an exponent's sign, and a wave between numbers is a range."""

RULES = {
    "composition": "Unicode NFC: an accent may be a part of its letter or follow it",
    "white space": "any run of white space, line breaks included, is one space; none at the ends",
    "quotation marks": "curly, low, angled and corner marks are straight ones",
    "dashes": "hyphens, dashes and the minus sign are one hyphen",
}
"""Every difference that is forgiven, in the order in which it is; case, digits, invisible characters and all
other marks are never touched."""

_TO = {
    **dict.fromkeys(WHITE_SPACE, " "),
    **dict.fromkeys(SINGLE_QUOTES, "'"),
    **dict.fromkeys(DOUBLE_QUOTES, '"'),
    **dict.fromkeys(DASHES, "-"),
}
_TABLE = str.maketrans(_TO)


@dataclass(frozen=True, slots=True, kw_only=True)
class Normalised:
    """A text after the rules, and where each of its characters came from.

    Attributes:
        text: The normalised text.
        starts: For each of its characters, the first offset of its origin in the original text.
        ends: For each, the offset after its origin; a letter composed of two has both.
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]


def normalise(text: str) -> Normalised:
    """Apply `RULES`, keeping the way back to the original offsets.

    Source: Unicode Standard Annex 15 (NFC) and PropList.txt (White_Space, Quotation_Mark, Dash).
    """
    signs: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, piece in _pieces(text):
        end = start + len(piece)
        for sign in unicodedata.normalize("NFC", piece):
            plain = _TO.get(sign, sign)
            if plain == " " and (not signs or signs[-1] == " "):
                ends[-1:] = [end] if signs else []
                continue
            signs.append(plain)
            starts.append(start)
            ends.append(end)
    if signs and signs[-1] == " ":
        del signs[-1], starts[-1], ends[-1]
    return Normalised(text="".join(signs), starts=tuple(starts), ends=tuple(ends))


def plain(text: str) -> str:
    """Give ``normalise(text).text`` alone, many times faster, for texts that need no way back."""
    signs = unicodedata.normalize("NFC", text).translate(_TABLE)
    return " ".join(chunk for chunk in signs.split(" ") if chunk)


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Cut a text wherever a character cannot join the one before, so that the pieces compose alone."""
    if unicodedata.is_normalized("NFC", text):
        yield from enumerate(text)
        return
    start = 0
    for place in range(1, len(text)):
        if not _may_join(text[place]):
            yield start, text[start:place]
            start = place
    yield start, text[start:]


@cache
def _may_join(sign: str) -> bool:
    first = unicodedata.normalize("NFD", sign)[0]
    return unicodedata.combining(first) != 0 or first in _seconds()


@cache
def _seconds() -> frozenset[str]:
    """Name every character that can be the second half of a composed one."""
    # Hangul syllables compose by rule and stand in no table: their vowels and final consonants join.
    found = {chr(code) for code in (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))}
    for code in range(0x110000):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):  # noqa: PLR2004  # a pair, not a singleton
            found.add(chr(int(parts[1], 16)))
    return frozenset(found)
