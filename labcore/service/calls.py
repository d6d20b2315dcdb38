"""The one tool that a model is offered, and how its calls are read: as text from a stranger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from labcore.service.bodies import read_object
from labcore.service.boundary import ARGUMENTS
from labcore.service.documents import SearchBody, schema_of
from labcore.service.turn import Note, NoteKind

if TYPE_CHECKING:
    from labcore.service.model import ToolCall

__all__ = ["OFFERED", "SearchCall", "offered_tools", "read_call"]

OFFERED = "find_candidates"
"""The only tool that a model is ever offered."""

MAX_ARGUMENTS = 2000
"""Characters in the arguments of a call; longer ones are not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchCall:
    """The arguments of a search, of whatever types; the store checks them.

    Attributes:
        term: What to search for.
        scope: Where, as the model gave it.
        kind: Which kind, as the model gave it.
    """

    term: Any
    scope: Any
    kind: Any


def offered_tools() -> list[dict[str, Any]]:
    """Give the list of tools that is sent with every request to a model; it has one member."""
    description = (
        "Find entries by exact name, approved alias or up to eight words of a name. Gives candidates and "
        "scopes for the person to choose from; gives no facts. Leave the scope out unless the person named it."
    )
    function = {"name": OFFERED, "description": description, "parameters": schema_of(SearchBody)}
    return [{"type": "function", "function": function}]


def read_call(call: ToolCall) -> SearchCall | Note:
    """Read one call, or say why it is not run: another tool, or arguments that cannot be read."""
    if call.name != OFFERED:
        message = f"The model asked for a tool that it was not offered: {call.name[:60]!r}. Nothing was run."
        return Note(kind=NoteKind.OTHER_TOOL, message=message)
    if len(call.arguments) > MAX_ARGUMENTS:
        return _unreadable(f"they have {len(call.arguments)} characters, and {MAX_ARGUMENTS} are read")
    given = read_object(call.arguments.encode("utf-8", "surrogatepass"))
    if isinstance(given, str):
        return _unreadable("they are not one JSON object")
    stray = sorted(set(given) - set(ARGUMENTS["search"]))
    if stray:
        return _unreadable(f"a search takes no {stray[0][:60]!r}")
    return SearchCall(term=given.get("term"), scope=given.get("scope"), kind=given.get("kind"))


def _unreadable(why: str) -> Note:
    message = f"The model's arguments were not used: {why}. Nothing was run."
    return Note(kind=NoteKind.UNREADABLE_ARGUMENTS, message=message)
