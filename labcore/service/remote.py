"""The store of a running service: the same three questions, so that the process with the model's key needs no database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx

from labcore.addresses import web_host
from labcore.errors import StoreError
from labcore.facts import FactScope, Result

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

__all__ = ["RemoteStore"]


class RemoteStore:
    """Asks ``labcore serve`` as ``FactStore`` asks a database.

    Args:
        url: Where the service listens, such as ``http://127.0.0.1:8321``.
        seconds: How long an answer may take.

    Raises:
        ParameterError: The URL is of another form.
    """

    def __init__(self, url: str, *, seconds: float = 15.0) -> None:
        web_host(url, "a service")
        self._place = url.rstrip("/")
        self._client = httpx.Client(base_url=self._place, timeout=seconds, follow_redirects=False)

    def search(
        self, term: object, scope: FactScope | Mapping[str, object] | None = None, kind: object = None
    ) -> Result:
        """Find the entries that a term may mean; see ``FactStore.search``.

        Raises:
            StoreError: The service did not answer with a result, or its store failed.
        """
        return self._ask("search", {"term": term, "scope": _plain(scope), "kind": kind})

    def fetch(self, route: str, scope: FactScope | Mapping[str, object] | None, name: object) -> Result:
        """Read the facts of one entry; see ``FactStore.fetch``.

        Raises:
            StoreError: The service did not answer with a result, or its store failed.
        """
        return self._ask("facts", {"route": route, "scope": _plain(scope), "name": name})

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _ask(self, question: str, arguments: dict[str, Any]) -> Result:
        try:
            response = self._client.post(f"/v0/{question}", json=arguments)
            result = Result.from_dict(response.json())
        except (httpx.HTTPError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise StoreError(
                "a service answers with a result", got=type(error).__name__, place=self._place
            ) from error
        if response.status_code not in _ANSWERS:
            raise StoreError(result.message, place=self._place)
        return result


_ANSWERS = frozenset({200, 422})
"""The codes that answer a question; any other says that it was not answered."""


def _plain(scope: FactScope | Mapping[str, object] | None) -> object:
    return scope.to_dict() if isinstance(scope, FactScope) else scope
