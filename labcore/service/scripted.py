"""A model that follows a script: for tests, and for readers who have no model. It says so in its name."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.service.model import ModelFailure, Reply

__all__ = ["ScriptedModel"]


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
