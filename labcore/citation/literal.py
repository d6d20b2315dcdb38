"""Finding a quote in a text, word for word, with its place in the text as it stands."""

from __future__ import annotations

import unicodedata

from labcore.citation.boundaries import splits_token
from labcore.citation.normalise import normalise, plain
from labcore.records import Span

__all__ = ["find", "invisible_signs"]


def find(quote: str, text: str) -> Span | None:
    """Find the first place where a quote stands literally, or None.

    Both are normalised by `normalise.RULES`; nothing else is forgiven, and a place that cuts a word or
    a number in two is none. Offsets are those of the original text, so that ``text[start:end]`` are
    the words as they were published.

    Args:
        quote: The words that are said to stand there; an empty quote stands nowhere.
        text: The text of the passage.
    """
    wanted = plain(quote)
    if not wanted or wanted not in plain(text):
        return None
    source = normalise(text)
    at = source.text.find(wanted)
    while at >= 0:
        span = Span(source.starts[at], source.ends[at + len(wanted) - 1])
        if not splits_token(text, span.start) and not splits_token(text, span.end):
            return span
        at = source.text.find(wanted, at + 1)
    return None


def invisible_signs(text: str) -> tuple[str, ...]:
    """Name the invisible format characters of a text, such as ``U+200B``, in order and each once."""
    return tuple(dict.fromkeys(f"U+{ord(sign):04X}" for sign in text if unicodedata.category(sign) == "Cf"))
