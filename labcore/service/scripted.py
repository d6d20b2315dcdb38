"""A model that follows a script: for tests, and for readers who have no model. It says so in its name."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from labcore.service.model import Reply, ToolCall

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.facts import Result
    from labcore.service.model import ModelFailure

__all__ = ["ScriptedModel", "hasty_model"]


@dataclass(slots=True, kw_only=True)
class ScriptedModel:
    """Gives the replies of a script one after the other, and keeps what it was sent.

    Attributes:
        script: The replies; when they have all been given it starts again.
        name: What it is called.
        sent: The messages of each request.
        offered: The tools of each request.
    """

    script: Sequence[Reply | ModelFailure]
    name: str = "a script, no model"
    sent: list[list[dict[str, Any]]] = field(default_factory=list)
    offered: list[list[dict[str, Any]]] = field(default_factory=list)

    def reply(
        self, messages: Sequence[dict[str, Any]], tools: Sequence[dict[str, Any]]
    ) -> Reply | ModelFailure:
        """Give the next reply of the script."""
        self.sent.append(copy.deepcopy(list(messages)))
        self.offered.append(copy.deepcopy(list(tools)))
        return self.script[(len(self.sent) - 1) % len(self.script)]


def hasty_model(term: str, found: Result) -> ScriptedModel:
    """Give a script that does what the relay guards against, so that a reader can watch it being stopped.

    It searches, takes the scope of the last candidate for the person, asks for the facts with a tool that
    it does not hold, and in the end states a value that it never read.

    Args:
        term: What it searches for.
        found: What a search for the term gave; its last candidate is the one that the script takes.
    """
    last = found.candidates[-1].scope.to_dict() if found.candidates else None
    replies = [
        _calls("find_candidates", term=term),
        _calls("find_candidates", term=term, scope=last),
        _calls("get_facts", route="message_facts", scope=last, name=term),
        Reply(words=f"I took the last one for you: {term} is certainly sent every 10 ms there."),
    ]
    return ScriptedModel(script=replies)


def _calls(tool: str, **arguments: Any) -> Reply:
    return Reply(calls=(ToolCall(id=f"call_{tool}", name=tool, arguments=json.dumps(arguments)),))
