"""What a model is told, message by message, and what a person is told about it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from labcore.service.turn import PartFrom

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.facts import FactScope
    from labcore.service.model import Reply, ToolCall
    from labcore.service.turn import Lookup

__all__ = ["SYSTEM", "exchange", "lookup_for_model", "not_yours", "opening"]

_RULES = (
    "You help a person to find entries (messages, signals, mappings) in definition data. Your only tool "
    "finds candidates by name, alias or words. You have no facts and cannot read any: never state a value. "
    "The same name in another scope is another thing. When several candidates or scopes are found, name "
    "them and let the person choose; never choose for them. The person fetches the facts themselves."
)

SYSTEM: dict[str, Any] = {"role": "system", "content": _RULES}
"""The first message of every request."""


def opening(text: str, chosen: FactScope | None) -> list[dict[str, Any]]:
    """Begin a turn: what the person wrote, after the scope that they have chosen."""
    messages = [{"role": "user", "content": text}]
    if chosen is not None:
        told = f"The person has chosen the scope {json.dumps(chosen.to_dict())}; it is used for every search."
        messages.insert(0, {"role": "system", "content": told})
    return messages


def exchange(reply: Reply, answers: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Write down a reply that called, and the answer to each of its calls."""
    asked = [_as_asked(call, answer) for call, answer in zip(reply.calls, answers, strict=True)]
    told = [
        {"role": "tool", "tool_call_id": call.id, "content": json.dumps(answer)}
        for call, answer in zip(reply.calls, answers, strict=True)
    ]
    return [{"role": "assistant", "content": reply.words, "tool_calls": asked}, *told]


def _as_asked(call: ToolCall, answer: dict[str, Any]) -> dict[str, Any]:
    # Some endpoints fail on a history with broken arguments, so those are not repeated to them.
    arguments = "{}" if "error" in answer else call.arguments
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def not_yours(lookup: Lookup) -> str:
    """Tell the person which parts of a scope the model gave without having them from the person."""
    origins = dict.fromkeys(one.origin for one in lookup.dropped)
    parts = "; ".join(_parts_from(lookup, origin) for origin in origins)
    used = f"the scope {lookup.scope} was used" if lookup.scope else "every scope was searched"
    return f"The model gave a scope that is not yours: {parts}. It was not used; {used}."


_ORIGINS = {
    PartFrom.WRITTEN: "which you wrote, but have not chosen",
    PartFrom.EARLIER_RESULT: "taken from an earlier result, from which you have not chosen",
    PartFrom.INVENTED: "invented",
}


def _parts_from(lookup: Lookup, origin: PartFrom) -> str:
    parts = [f"{one.part} {one.value!r}" for one in lookup.dropped if one.origin is origin]
    return f"{', '.join(parts)} ({_ORIGINS[origin]})"


def lookup_for_model(lookup: Lookup, most: int) -> dict[str, Any]:
    """Give of a look-up what a model needs to speak of it: what was found, and that it was only found."""
    result = lookup.result
    listed = {
        name: [one.to_dict() for one in entries[:most]]
        for name, entries in (("candidates", result.candidates), ("found_as", result.found_as))
    }
    told: dict[str, Any] = {"status": result.status.value, "message": result.message, **listed}
    if result.identified:
        told["identified"] = result.identified.to_dict()
    if len(result.candidates) > most:
        told["not_shown"] = len(result.candidates) - most
    if lookup.dropped:
        told["scope_not_used"] = "The scope that you gave is not the person's. Ask the person to choose one."
    return told
