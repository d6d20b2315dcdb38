"""The gate for notebooks: what every one of them keeps to, checked on the stored file without running it."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from labcore.batch.declared import TAG, declared, parse_cell, rule_names
from labcore.batch.gate_charts import CHART_RULES
from labcore.batch.refresh import normalise
from labcore.errors import ParameterError
from labcore.records import NamedCheck

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

__all__ = ["RULES", "check_notebook"]

MOST_BYTES = 300_000
MOST_CODE_LINES = 120
MOST_CELL_LINES = 12
MOST_FUNCTION_LINES = 6
MOST_PARAMETERS = 6
WORDS_A_LINE = 10

_RESULT = re.compile(r"\d+[.,]\d+|\d+ ?%|\d+ (?:of|out of) \d+")
_NOT_PROSE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|<[^>]*>", re.DOTALL)
_MACHINE_PATH = re.compile(r"/(?:home|root|tmp|Users|work)/")
_WEAKENED = re.compile(r"nbval[-_](?:ignore|skip|raises)|raises-exception", re.IGNORECASE)


def check_notebook(path: Path) -> tuple[NamedCheck, ...]:
    """Check a stored notebook against every rule.

    Args:
        path: A notebook of format 4.5.

    Returns:
        One check for each rule, in the group of the notebook's name; ``actual`` lists what broke it.

    Raises:
        ParameterError: The file is no notebook.
    """
    import nbformat  # noqa: PLC0415  # an optional part

    text = path.read_text(encoding="utf-8")
    try:
        notebook = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
        nbformat.validate(notebook)
    except (ValueError, nbformat.ValidationError) as error:
        raise ParameterError("a notebook of format 4 is needed", got=str(error), place=str(path)) from None
    return tuple(
        NamedCheck(
            group=path.stem,
            name=name,
            passed=not (broken := list(rule(notebook, path))),
            expected="nothing against it",
            actual="; ".join(broken) or "nothing against it",
            detail=(rule.__doc__ or "").strip(),
        )
        for name, rule in RULES.items()
    )


def _code(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def _lines(source: str) -> list[str]:
    return [line for line in source.splitlines() if line.strip() and not line.strip().startswith("#")]


def _prose(notebook: Any) -> str:
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def _stored(notebook: Any, path: Path) -> Iterator[str]:
    """Stored by `labcore notebooks refresh`, which takes out what differs from run to run."""
    text = path.read_text(encoding="utf-8")
    if normalise(text) != text:
        yield "run: labcore notebooks refresh"
    if len(text.encode()) > MOST_BYTES:
        yield f"{len(text.encode())} bytes, at most {MOST_BYTES}: aggregate the data behind its charts"
    if _MACHINE_PATH.search(text):
        yield f"names a place on one machine: {_MACHINE_PATH.search(text)}"
    if notebook.metadata.get("kernelspec", {}).get("name") != "python3":
        yield "no kernel named python3"


def _executed(notebook: Any, _path: Path) -> Iterator[str]:
    """Executed once from the top, with outputs, without an error and without a warning."""
    counts = [cell.execution_count for cell in _code(notebook)]
    if counts != list(range(1, len(counts) + 1)):
        yield f"execution counts are {counts}"
    outputs = [output for cell in _code(notebook) for output in cell.outputs]
    if not outputs:
        yield "no output at all"
    for output in outputs:
        if output.output_type == "error":
            yield f"an error is stored: {output.ename}"
        if output.get("name") == "stderr":
            yield f"a warning is stored: {output.text[:80]}"


def _compared(notebook: Any, _path: Path) -> Iterator[str]:
    """Nothing keeps a cell from being compared with its stored output."""
    for cell in _code(notebook):
        if cell.source.rstrip().endswith(";"):
            yield f"a cell ends with a semicolon: {cell.source[:40]}"
        if _WEAKENED.search(cell.source + " ".join(cell.metadata.get("tags", []))):
            yield f"a cell is left out of the comparison: {cell.source[:40]}"
        if "injected-parameters" in cell.metadata.get("tags", []):
            yield "a cell that a batch run put in is stored"


def _parameters(notebook: Any, path: Path) -> Iterator[str]:
    """One parameters cell stands first, typed and commented, and the next code cell checks every name in it."""
    tagged = [cell for cell in _code(notebook) if TAG in cell.metadata.get("tags", [])]
    if len(tagged) != 1 or tagged[0] is not _code(notebook)[0]:
        yield f"{len(tagged)} cells with the tag {TAG}; exactly one, and it is the first code cell"
        return
    try:
        found = declared(path)
    except ParameterError as error:
        yield str(error)
        return
    if len(found) > MOST_PARAMETERS:
        yield f"{len(found)} parameters, at most {MOST_PARAMETERS}"
    yield from (f"{one.name} has no comment with unit and meaning" for one in found if not one.meaning)
    yield from (problem for one in found if (problem := one.problem(one.default)))
    if {one.name for one in found} != rule_names(path):
        yield "parameters.check does not name exactly the parameters"


def _argument(notebook: Any, _path: Path) -> Iterator[str]:
    """An argument, not a program: little code, in small cells, with prose before and after."""
    sizes = [len(_lines(cell.source)) for cell in _code(notebook)]
    words = len(_NOT_PROSE.sub(" ", _prose(notebook)).split())
    if sum(sizes) > MOST_CODE_LINES:
        yield f"{sum(sizes)} lines of code, at most {MOST_CODE_LINES}"
    if max(sizes, default=0) > MOST_CELL_LINES:
        yield f"a cell of {max(sizes)} lines, at most {MOST_CELL_LINES}"
    if words < WORDS_A_LINE * sum(sizes):
        yield f"{words} words for {sum(sizes)} lines of code, at least {WORDS_A_LINE} a line"
    prepared = False
    for left, right in zip(notebook.cells, notebook.cells[1:], strict=False):
        prepared = prepared or "parameters.check" in left.get("source", "")
        if prepared and left.cell_type == right.cell_type == "code":
            yield f"two code cells in a row after the set-up: {right.source[:40]}"


def _question(notebook: Any, _path: Path) -> Iterator[str]:
    """It begins with a title and asks questions in its headings."""
    headings = [line for line in _prose(notebook).splitlines() if line.startswith("#")]
    if not headings or not headings[0].startswith("# ") or notebook.cells[0].cell_type != "markdown":
        yield "the first cell has no title"
    if not any("?" in heading for heading in headings):
        yield "no heading asks a question"


def _computed(notebook: Any, _path: Path) -> Iterator[str]:
    """No result is typed into prose: it is said by a cell that computed it."""
    text = _NOT_PROSE.sub(" ", _prose(notebook))
    yield from (f"prose states {found[0]}; compute it with lab.say" for found in _RESULT.finditer(text))


def _small_parts(notebook: Any, path: Path) -> Iterator[str]:
    """Charts and controls come from labcore, where they are tested."""
    for cell in _code(notebook):
        try:
            tree = parse_cell(cell.source, "every cell", path)
        except ParameterError as error:
            yield str(error)
            continue
        for node in ast.walk(tree):
            yield from _large_part(node)


def _large_part(node: ast.AST) -> Iterator[str]:
    names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
    names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
    for name in names:
        if name.split(".")[0] in {"altair", "ipywidgets", "vl_convert", "matplotlib"}:
            yield f"imports {name}"
    if not isinstance(node, ast.FunctionDef | ast.ClassDef):
        return
    if len(ast.unparse(node).splitlines()) > MOST_FUNCTION_LINES:
        yield f"defines {node.name}, which belongs into labcore"


RULES: dict[str, Callable[[Any, Path], Iterator[str]]] = {
    "stored": _stored,
    "executed": _executed,
    "compared": _compared,
    "parameters": _parameters,
    "argument": _argument,
    "question": _question,
    "computed": _computed,
    "small parts": _small_parts,
    **CHART_RULES,
}
"""Every rule by its short name; a rule gives what breaks it, and its docstring says what it asks."""
