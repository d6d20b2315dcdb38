"""How much a quote must say before it can mean anything."""

from __future__ import annotations

import unicodedata
from collections import Counter

from labcore.citation.boundaries import LETTERS_PER_WORD, is_word_sign, spaceless_script
from labcore.citation.normalise import plain

__all__ = ["MIN_SIGNS", "MIN_WORDS", "count_signs", "count_words", "too_short"]

MIN_WORDS = 3
"""A number and its unit are two words, and stand in many passages; a third names what they are said of."""

MIN_SIGNS = 6
"""Letters and digits: two a word, so that three stray letters are no quote."""


def too_short(quote: str) -> bool:
    """Tell whether a quote has fewer than `MIN_WORDS` words or `MIN_SIGNS` letters and digits.

    Length proves nothing about meaning; it only stops quotes that would stand literally anywhere.
    """
    return count_words(quote) < MIN_WORDS or count_signs(quote) < MIN_SIGNS


def count_signs(text: str) -> int:
    """Count letters and digits of any script; marks on letters do not count."""
    return sum(unicodedata.category(sign)[0] in "LN" for sign in plain(text))


def count_words(text: str) -> int:
    """Count words: by spaces, or by letters in scripts that write none between words.

    A chunk between spaces counts once if it holds a letter or digit of a script with spaces. Letters of
    the other scripts are counted by script and divided by `LETTERS_PER_WORD`, rounded down.
    """
    chunks = plain(text).split(" ")
    spaced = sum(
        any(is_word_sign(sign) and spaceless_script(sign) is None for sign in chunk) for chunk in chunks
    )
    letters = Counter(spaceless_script(sign) for sign in text if unicodedata.category(sign)[0] == "L")
    return spaced + sum(letters[script] // length for script, length in LETTERS_PER_WORD.items())
