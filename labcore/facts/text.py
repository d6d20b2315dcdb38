"""Which texts may enter a look-up, and how a term is taken apart into words."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["MAX_TERM", "MAX_WORDS", "fold", "name_words", "squeeze", "term_words", "text_problem"]

MAX_TERM = 200
"""Characters in a term, a name or a part of a scope; longer ones are refused, not cut."""

MAX_WORDS = 8
"""Words in a term; a longer text is a sentence, and search is not built for sentences."""

_REFUSED = {"Cc": "a control character", "Cf": "an invisible character", "Cs": "a lone surrogate"}
_BLANK_CONTROLS = "\t\n\r"
_WORD = re.compile(r"""[^\s_\-./,;:!?()\[\]'"]+""")
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def text_problem(value: object, *, most: int | None = MAX_TERM) -> str | None:
    """Say why a value may not enter a look-up, or None when it may.

    A NUL byte ends a statement's text in one engine and is an error in another; a lone surrogate has
    no UTF-8 form; an invisible character makes two names look alike. All three are refused.

    Args:
        value: What arrived.
        most: Characters that it may have; None for any number.

    Returns:
        What must hold, as the end of a sentence, such as ``must not be blank``; None when it holds.
    """
    if not isinstance(value, str):
        return "must be a text"
    if not value.strip():
        return "must not be blank"
    if most is not None and len(value) > most:
        return f"must have at most {most} characters, and has {len(value)}"
    for character in value:
        bad = _REFUSED.get(unicodedata.category(character))
        if bad and character not in _BLANK_CONTROLS:
            return f"must not hold {bad} (U+{ord(character):04X})"
    return None


def squeeze(term: str) -> str:
    """Drop outer white space and make each inner run of it one space; nothing else changes."""
    return " ".join(term.split())


def fold(text: str) -> str:
    """Give the form in which aliases and words are compared: composed, and without case.

    Look-alikes of other alphabets stay what they are, so that they match nothing by accident.

    Source: The Unicode Standard, section 3.13, D145 (canonical caseless matching).
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", squeeze(text)).casefold())


def term_words(term: str) -> tuple[str, ...]:
    """Give the different words of a search term in their order.

    White space, underscores and the punctuation of sentences separate words. Any other sign stays a part
    of its word: a ``%`` that was dropped would make ``SAMPLE_%`` look like a pattern that matched.
    """
    return tuple(dict.fromkeys(_WORD.findall(fold(term))))


def name_words(name: str) -> tuple[str, ...]:
    """Give the words that find a name, sorted: its parts, and the pieces of parts in camel case.

    ``DAS_accSpeedLimit`` is found by das, accspeedlimit, acc, speed and limit.
    """
    parts = _WORD.findall(unicodedata.normalize("NFC", name))
    pieces = [piece for part in parts for piece in (part, *_PIECE.findall(part))]
    return tuple(sorted({fold(piece) for piece in pieces}))
