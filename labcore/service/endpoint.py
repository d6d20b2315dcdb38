"""A model behind any endpoint that speaks OpenAI's chat completions."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from labcore.addresses import require_endpoint
from labcore.errors import ExtraMissingError
from labcore.service.model import ModelFailure, Reply, ToolCall

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["KEY_VARIABLE", "Endpoint", "read_reply"]

KEY_VARIABLE = "LABCORE_CHAT_KEY"
"""The environment variable that holds the provider's key; it is read once and never shown."""

_MAX_REPLY = 1_000_000


class Endpoint:
    """A chat model at an address; one request for each reply, none repeated.

    Args:
        url: The address up to ``/v1``. Only an address of this machine may go without TLS or a key.
        model: The model's name there.
        key_variable: The environment variable that holds the key.
        seconds: How long a reply may take.

    Raises:
        ParameterError: As `labcore.addresses.require_endpoint`: a key in clear text, a key that is not set.
        ExtraMissingError: The client library is not installed.
    """

    def __init__(
        self, url: str, model: str, *, key_variable: str = KEY_VARIABLE, seconds: float = 60.0
    ) -> None:
        try:
            from openai import OpenAI  # noqa: PLC0415  # an optional part
        except ImportError as error:
            raise ExtraMissingError.of("service", "a chat model behind an endpoint") from error
        key = os.environ.get(key_variable, "")
        require_endpoint(url, model, key=key, remedy=f"Set it in {key_variable}")
        self.name = model
        self._client = OpenAI(base_url=url, api_key=key or "none", timeout=seconds, max_retries=0)

    def reply(
        self, messages: Sequence[dict[str, Any]], tools: Sequence[dict[str, Any]]
    ) -> Reply | ModelFailure:
        """Send a conversation and give the reply; see ``ChatModel.reply``."""
        from openai import APIStatusError, APITimeoutError, OpenAIError  # noqa: PLC0415  # an optional part

        create: Any = self._client.chat.completions.with_raw_response.create
        try:
            raw = create(model=self.name, messages=list(messages), tools=list(tools))
        except APITimeoutError:
            return ModelFailure(message="The model did not reply in time.", timed_out=True)
        except APIStatusError as error:
            # A provider's own text may repeat a part of the key, so only the code is told.
            return ModelFailure(message=f"The endpoint refused the request with code {error.status_code}.")
        except OpenAIError as error:
            return ModelFailure(message=f"The endpoint gave no reply: {type(error).__name__}.")
        return read_reply(raw.http_response.content)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


def read_reply(body: bytes) -> Reply | ModelFailure:
    """Read a chat completion as text from a stranger: any field may be missing or of another type."""
    if len(body) > _MAX_REPLY:
        return ModelFailure(message=f"The endpoint's reply has more than {_MAX_REPLY} bytes.")
    try:
        message = json.loads(body)["choices"][0]["message"]
        words = message.get("content") or ""
        calls = tuple(_call(given, place) for place, given in enumerate(message.get("tool_calls") or ()))
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return ModelFailure(message="The endpoint's reply is no chat completion.")
    return Reply(words=_clean(words) if isinstance(words, str) else "", calls=calls)


def _call(given: dict[str, Any], place: int) -> ToolCall:
    function = given.get("function") or given.get("custom") or {}
    arguments = function.get("arguments", function.get("input", ""))
    return ToolCall(
        id=_clean(str(given.get("id") or f"call_{place}")),
        name=_clean(str(function.get("name") or "")),
        arguments=_clean(arguments if isinstance(arguments, str) else json.dumps(arguments)),
    )


def _clean(text: str) -> str:
    """Replace lone surrogates, which no file and no terminal takes."""
    return text.encode("utf-8", "replace").decode("utf-8")
