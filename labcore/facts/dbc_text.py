"""The text of a DBC file: decoded, mended line by line where it must be, and indexed by line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from labcore.errors import FixtureError

__all__ = ["MessageLine", "SignalLine", "decode", "imported_files", "index_lines", "without_unread"]

_MESSAGE = re.compile(r"\s*BO_\s+(?P<id>\d+)\s+(?P<name>[^\s:]+)\s*:")
_SIGNAL = re.compile(
    r"\s*SG_\s+(?P<name>[^\s:]+)(?:\s+[mM]\w*)?\s*:[^(]*"
    r"\(\s*(?P<factor>[^,]*?)\s*,\s*(?P<offset>[^)]*?)\s*\)\s*\[\s*(?P<minimum>[^|]*?)\s*\|\s*(?P<maximum>[^\]]*?)\s*\]"
)
_UNREAD = re.compile(
    r"""^[ \t]*(?:CM_|VAL_TABLE_|VAL_)[ \t]+(?=\S)(?:[^";]|"(?:\\.|[^"\\])*")*?(?:;|(?<=")[ \t\r]*$)""",
    re.MULTILINE,
)
_IMPORT = re.compile(r'^CM_ "IMPORT ([^"]+)"', re.MULTILINE)
_INDEPENDENT = "VECTOR__INDEPENDENT_SIG_MSG"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalLine:
    """Where a signal stands, and its numbers as the file writes them.

    Attributes:
        line: Line number, from 1.
        name: The name in the file.
        numbers: factor, offset, minimum and maximum as texts.
    """

    line: int
    name: str
    numbers: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageLine:
    """Where a message stands.

    Attributes:
        line: Line number, from 1.
        id: The identifier that the file writes, flags included.
        name: The name in the file.
        signals: Its signals, in the file's order.
    """

    line: int
    id: int
    name: str
    signals: list[SignalLine] = field(default_factory=list)


def decode(content: bytes, *, encoding: str | None, place: str) -> tuple[str, tuple[str, ...]]:
    """Give a file's text, and what had to be assumed for it.

    Args:
        content: The file's bytes.
        encoding: The encoding that the manifest states; None tries UTF-8 and then Windows-1252.
        place: The file, for messages.

    Raises:
        FixtureError: The bytes are not of the stated encoding, or of neither.
    """
    for name in (encoding,) if encoding else ("utf-8", "cp1252"):
        try:
            text = content.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
        assumed = (
            () if encoding or name == "utf-8" else ("The file is not UTF-8; it was read as Windows-1252.",)
        )
        return text.removeprefix("\ufeff"), assumed
    wanted = encoding or "UTF-8 or Windows-1252"
    raise FixtureError(
        "a DBC file is text of a known encoding",
        got=wanted,
        place=place,
        remedy="State its encoding in the manifest",
    )


def without_unread(text: str) -> str:
    """Blank comments and value tables, which no route reads, and keep every line where it is."""
    return _UNREAD.sub(lambda match: "\n" * match[0].count("\n"), text)


def imported_files(text: str) -> tuple[str, ...]:
    """Say which other files a file asks to be joined with; a reader of the one file sees none of them."""
    names = _IMPORT.findall(text)
    return (f"The file imports {', '.join(names)}, which was not followed.",) if names else ()


def index_lines(text: str) -> list[MessageLine]:
    """List the messages and their signals with their lines, in the file's order."""
    messages: list[MessageLine] = []
    for number, line in enumerate(text.split("\n"), start=1):
        message = _MESSAGE.match(line)
        if message:
            messages.append(MessageLine(line=number, id=int(message["id"]), name=message["name"]))
        signal = _SIGNAL.match(line)
        if signal and messages:
            numbers = {name: signal[name] for name in ("factor", "offset", "minimum", "maximum")}
            messages[-1].signals.append(SignalLine(line=number, name=signal["name"], numbers=numbers))
    return [message for message in messages if message.name != _INDEPENDENT]
