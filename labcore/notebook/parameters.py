"""Check a notebook's parameters in its first cell, so that a wrong one is one readable line."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from labcore.errors import ParameterError
from labcore.records import PUBLIC, Parameter, unknown_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from labcore.fixture import Fixture

__all__ = ["check", "questions", "rule", "tenants"]

_INJECTED = "# Parameters\n"
"""The first line of the cell that papermill puts after the parameters."""


def check(namespace: dict[str, Any], **rules: Any) -> None:
    """Refuse parameters that break their rule, all of them in one message.

    ``parameters.check(globals(), tenant=(str, ["blue", "red"]), k=(int, 1, 10), path=str)``

    Args:
        namespace: The notebook's ``globals()``; an int given for a float becomes a float there.
        **rules: For each parameter its type, ``(type, choices)``, or ``(type, low, high)``, limits included.

    Raises:
        ParameterError: A parameter is missing, of another type, outside its limits or choices, or a
            parameter was injected that the notebook does not know.
    """
    known = {name: rule(name, given) for name, given in rules.items()}
    for name in _injected(namespace.get("In", ())):
        if name not in known:
            raise unknown_name("parameter", name, known)
    problems = [known[name].problem(namespace[name]) for name in known if name in namespace]
    problems += [f"{name} is not set" for name in known if name not in namespace]
    wrong = [problem for problem in problems if problem]
    if wrong:
        raise ParameterError("; ".join(wrong))
    for name, parameter in known.items():
        if parameter.kind is float:
            namespace[name] = float(namespace[name])


def tenants(fixture: Fixture) -> Any:
    """Give the rule for a tenant who asks: one whose passages or questions the fixture holds.

    Any text where it names none, as a plain folder does. Another name would be answered from what is public,
    which looks like an answer to a question that nobody can ask.
    """
    stated = {passage.tenant for passage in fixture.corpus} | {one.scope.tenant for one in fixture.queries}
    return _one_of(sorted({name for name in stated if name} - {PUBLIC}))


def questions(fixture: Fixture) -> Any:
    """Give the rule for the id of a question of a fixture, in file order; any text where it has none."""
    return _one_of([query.id for query in fixture.queries])


def _one_of(names: list[str]) -> Any:
    return (str, names) if names else str


def rule(name: str, given: Any) -> Parameter:
    """Read a rule as ``check`` takes it: a type, ``(type, choices)`` or ``(type, low, high)``.

    Raises:
        ParameterError: It has none of these forms.
    """
    kind, *limits = given if isinstance(given, tuple) else (given,)
    match limits:
        case []:
            return Parameter(name=name, kind=kind)
        case [list() | tuple() | set() | frozenset() as choices] if choices:
            return Parameter(name=name, kind=kind, choices=tuple(choices))
        case [int() | float() as low, int() | float() as high]:
            return Parameter(name=name, kind=kind, low=low, high=high)
    raise ParameterError(
        "a rule is a type, (type, choices) or (type, low, high)", got=repr(given), place=f"parameter {name}"
    )


def _injected(history: Iterable[str]) -> list[str]:
    """Name what papermill assigned: IPython keeps every cell's source in ``In``."""
    names: list[str] = []
    for source in history:
        if source.startswith(_INJECTED):
            assigned = [node for node in ast.parse(source).body if isinstance(node, ast.Assign)]
            names += [t.id for node in assigned for t in node.targets if isinstance(t, ast.Name)]
    return names
