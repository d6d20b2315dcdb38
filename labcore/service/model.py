"""What a chat model is to the relay: something that is sent messages and one tool, and replies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["ChatModel", "ModelFailure", "Reply", "ToolCall"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A call as the model wrote it; nothing in it has been checked.

    Attributes:
        id: The model's mark for the call, which the answer to it repeats.
        name: The tool that it asks for.
        arguments: The arguments' text, which should be JSON.
    """

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One reply of a model.

    Attributes:
        words: What it wrote; empty where it wrote nothing.
        calls: The calls that it asks for, in its order.
    """

    words: str = ""
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFailure:
    """A reply that did not come.

    Attributes:
        message: Why, as a sentence for a person; it holds no key and nothing that the provider wrote.
        timed_out: Whether it was waited for in vain.
    """

    message: str
    timed_out: bool = False


class ChatModel(Protocol):
    """A model, near or far."""

    name: str
    """What people call it."""

    def reply(
        self, messages: Sequence[dict[str, Any]], tools: Sequence[dict[str, Any]]
    ) -> Reply | ModelFailure:
        """Reply to a conversation in the form of OpenAI's chat completions; a failure is a value."""
