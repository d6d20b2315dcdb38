"""Mends a DBC text so that a strict grammar reads it, and says what it mended."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from labcore.facts.dbc_text import MessageLine

__all__ = ["Mended", "mend"]

_EXTENDED = 0x8000_0000
_STANDARD_LAST, _EXTENDED_LAST = 0x7FF, 0x1FFF_FFFF
_REFERENCE = re.compile(
    r'^(\s*(?:BO_|SIG_VALTYPE_|SG_MUL_VAL_|BO_TX_BU_|SIG_GROUP_|BA_\s+"[^"]*"\s+(?:BO_|SG_)|'
    r'BA_REL_\s+"[^"]*"\s+BU_(?:BO_REL_|SG_REL_)\s+\S+(?:\s+SG_)?)\s+)(\d+)(?=\s)',
    re.MULTILINE,
)
_BARE_POINT = re.compile(r"(?<=[(,\[|])(\s*[-+]?)\.(?=\d)")
_DIGIT_NAME = re.compile(r"^(\s*(?:BO_\s+\d+|SG_)\s+)(?=\d)", re.MULTILINE)
_DIGIT_REFERENCE = re.compile(
    r'^(\s*(?:SIG_VALTYPE_\s+\d+|SG_MUL_VAL_\s+\d+|BA_\s+"[^"]*"\s+SG_\s+\d+)\s+)(?=\d)', re.MULTILINE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """A text that was mended.

    Attributes:
        text: The same lines, mended.
        about: Identifier in the file -> what was mended for that message, one sentence each.
        whole: What was mended for the file as a whole.
        impossible: Identifiers in the file that no CAN frame can have; each stands in under another one.
    """

    text: str
    about: dict[int, tuple[str, ...]]
    whole: tuple[str, ...]
    impossible: frozenset[int]


def mend(text: str, messages: list[MessageLine]) -> Mended:
    """Mend what real files get wrong; line numbers stay, so that places stay true.

    Args:
        text: The decoded text without comments and value tables.
        messages: Its index.
    """
    renamed: dict[int, int] = {}
    about: dict[int, tuple[str, ...]] = {}
    ids = {message.id for message in messages}
    impossible = frozenset(number for number in ids if (number & ~_EXTENDED) > _EXTENDED_LAST)
    free = (_EXTENDED | number for number in range(_EXTENDED_LAST, 0, -1) if _EXTENDED | number not in ids)
    for number in sorted(ids):
        if number in impossible:
            renamed[number] = next(free)
            about[number] = (
                f"The file gives the identifier {number:#x}, which no CAN frame can have; none is given.",
            )
        elif _STANDARD_LAST < number <= _EXTENDED_LAST:
            marked = number | _EXTENDED
            renamed[number] = marked if marked not in ids else next(free)
            about[number] = (
                f"The identifier {number:#x} needs 29 bits and lacks the mark of such; it was read as extended.",
            )
    mended = _REFERENCE.sub(lambda match: f"{match[1]}{renamed.get(int(match[2]), int(match[2]))}", text)
    mended, points = _BARE_POINT.subn(r"\g<1>0.", mended)
    mended, names = _DIGIT_NAME.subn(r"\g<1>_", mended)
    mended = _DIGIT_REFERENCE.sub(r"\g<1>_", mended)
    whole = []
    if points:
        whole.append(f"{points} numbers without a digit before the point were read with a zero there.")
    if names:
        whole.append(f"{names} names begin with a digit, which the format does not allow; they were kept.")
    return Mended(text=mended, about=about, whole=tuple(whole), impossible=impossible)
