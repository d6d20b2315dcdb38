"""From named arguments, whatever they hold, to a result: the same for HTTP and MCP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from labcore.service.refusals import Refusal, Why, refusal_result

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from labcore.facts import Coverage, FactStore, Result

__all__ = ["ARGUMENTS", "QUESTIONS", "ask_coverage", "ask_facts", "ask_search"]

ARGUMENTS: dict[str, tuple[str, ...]] = {
    "search": ("term", "scope", "kind"),
    "facts": ("route", "scope", "name"),
    "coverage": (),
}
"""Question -> the arguments that it takes; an argument of another name is refused, not dropped."""


def ask_search(store: FactStore, arguments: Mapping[str, Any]) -> Result:
    """Search with arguments as they arrived; see ``FactStore.search``.

    Raises:
        StoreError: The store failed.
    """
    stray = _stray(store, "search", arguments)
    if stray is not None:
        return stray
    return store.search(arguments.get("term"), arguments.get("scope"), arguments.get("kind"))


def ask_facts(store: FactStore, arguments: Mapping[str, Any]) -> Result:
    """Fetch with arguments as they arrived; see ``FactStore.fetch``.

    Raises:
        StoreError: The store failed.
    """
    stray = _stray(store, "facts", arguments)
    if stray is not None:
        return stray
    route = arguments.get("route")
    if not isinstance(route, str):
        refusal = Refusal(why=Why.ARGUMENTS, message="The route must be a text.")
        return refusal_result(store, refusal, "facts")
    return store.fetch(route, arguments.get("scope"), arguments.get("name"))


def ask_coverage(store: FactStore, arguments: Mapping[str, Any]) -> Result | Coverage:
    """Describe the coverage; the only question that takes no argument.

    Raises:
        StoreError: The store failed.
    """
    return _stray(store, "coverage", arguments) or store.coverage()


QUESTIONS: dict[str, Callable[[FactStore, Mapping[str, Any]], Result | Coverage]] = {
    "search": ask_search,
    "facts": ask_facts,
    "coverage": ask_coverage,
}
"""The three questions that any interface can put."""


def _stray(store: FactStore, question: str, arguments: Mapping[str, Any]) -> Result | None:
    known = ARGUMENTS[question]
    stray = sorted(name for name in arguments if name not in known)
    if not stray:
        return None
    takes = f"takes {', '.join(known)}" if known else "takes no arguments"
    message = f"This question {takes}; {stray[0][:60]!r} is none of them."
    return refusal_result(store, Refusal(why=Why.ARGUMENTS, message=message), question)
