"""What a notebook declares about its parameters, read from its source without running it."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from labcore.errors import ParameterError
from labcore.records import Parameter

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["TAG", "declared", "parse_cell", "read_cells", "rule_names"]

TAG = "parameters"
"""The tag of the one cell that holds parameters; papermill puts its values after it."""

_CHECK = "parameters.check"
_KINDS = {"bool": bool, "int": int, "float": float, "str": str}


def read_cells(path: Path) -> list[dict[str, Any]]:
    """Give the cells of a notebook file, each with its source as one text.

    Raises:
        ParameterError: The file is not there or is no notebook of format 4.
    """
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return [{**cell, "source": "".join(cell["source"])} for cell in cells]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ParameterError("a notebook of format 4 is needed", got=repr(error), place=str(path)) from None


def declared(path: Path) -> tuple[Parameter, ...]:
    """Read a notebook's parameters: names, types and meanings from the cell, limits from the check.

    Limits stand in the call of ``parameters.check`` that follows. What is no literal there, such as a list that
    another function gives, is left to the kernel. A notebook without a parameters cell has none.

    Args:
        path: A notebook of format 4.

    Raises:
        ParameterError: The file is no notebook; its parameters cell holds anything but lines of the form
            ``name: type = value  # meaning``; or a cell that checks them is no Python.
    """
    cells = read_cells(path)
    tagged = [cell["source"] for cell in cells if TAG in cell.get("metadata", {}).get("tags", [])]
    if not tagged:
        return ()
    rules = dict(_rules(cells, path))
    tree = parse_cell(tagged[0], "the parameters cell", path)
    found = [_parameter(node, tagged[0], path) for node in tree.body]
    return tuple(replace(parameter, **rules.get(parameter.name, {})) for parameter in found)


def rule_names(path: Path) -> set[str]:
    """Name the parameters for which a notebook states a rule in ``parameters.check``.

    Raises:
        ParameterError: The file is no notebook, or a cell that checks parameters is no Python.
    """
    return {name for name, _ in _rules(read_cells(path), path)}


def parse_cell(source: str, what: str, path: Path) -> ast.Module:
    """Parse the source of a cell.

    Args:
        source: The cell.
        what: Which cell it is, for the message.
        path: Its notebook, for the message.

    Raises:
        ParameterError: It is no Python; the line is counted in the cell.
    """
    try:
        return ast.parse(source)
    except SyntaxError as error:
        place = f"{path.name}:{error.lineno or 1}"
        raise ParameterError(f"{what} is Python", got=error.msg, place=place) from None
    except (ValueError, RecursionError, MemoryError) as error:  # a NUL, half a character, too many brackets
        got = str(error) or type(error).__name__
        raise ParameterError(f"{what} is Python", got=got, place=path.name) from None


def _parameter(node: ast.stmt, source: str, path: Path) -> Parameter:
    match node:
        case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id=kind), value=value) if (
            kind in _KINDS and value is not None
        ):
            line = source.splitlines()[(node.end_lineno or node.lineno) - 1]
            meaning = line[node.end_col_offset or 0 :].strip().lstrip("#").strip()
            return Parameter(name=name, kind=_KINDS[kind], default=_literal(value), meaning=meaning)
    raise ParameterError(
        "a parameters cell holds lines of the form name: type = value  # meaning, with bool, int, float or str",
        got=ast.unparse(node),
        place=f"{path.name}:{node.lineno}",
    )


def _rules(cells: list[dict[str, Any]], path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give limits and choices by name from every ``...parameters.check(globals(), name=rule)``."""
    for cell in cells:
        if cell["cell_type"] != "code" or _CHECK not in cell["source"]:
            continue
        for node in ast.walk(_with_magics(cell["source"], path)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(_CHECK):
                yield from ((word.arg, _limits(word.value)) for word in node.keywords if word.arg)


def _with_magics(source: str, path: Path) -> ast.Module:
    """Parse a cell that may hold what Jupyter takes and Python does not: ``%load_ext x``, ``x = !ls``, ``%%time``.

    A cell under ``%%`` whose body is no Python is another language's, and checks nothing.
    """
    what = f"a cell with {_CHECK}"
    try:
        return parse_cell(source, what, path)
    except ParameterError:  # only now, since a line of plain Python may begin with % as well
        if not source.lstrip().startswith("%%"):
            return parse_cell(_as_python(source), what, path)
    try:
        return parse_cell(_as_python(source.lstrip().partition("\n")[2]), what, path)
    except ParameterError:
        return ast.Module(body=[], type_ignores=[])


def _as_python(source: str) -> str:
    """Turn Jupyter's own lines into calls, as its kernel does; a text that it cannot read stays as it is."""
    from IPython.core.inputtransformer2 import TransformerManager  # noqa: PLC0415  # slow, and rarely needed

    try:
        return str(TransformerManager().transform_cell(source))  # type: ignore[no-untyped-call]
    except SyntaxError:
        return source


def _limits(node: ast.expr) -> dict[str, Any]:
    """Read ``(type, choices)`` or ``(type, low, high)``; nothing where it is not made of literals."""
    given = [_literal(item) for item in node.elts[1:]] if isinstance(node, ast.Tuple) else []
    match given:
        case [list() | tuple() as choices]:
            return {"choices": tuple(choices)}
        case [int() | float() as low, int() | float() as high]:
            return {"low": low, "high": high}
    return {}


def _literal(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError):  # TypeError: a set of lists, for instance
        return None
