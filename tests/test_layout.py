"""The package keeps the shape that style and layers promise."""

import ast
import importlib
import inspect
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted(path for path in (ROOT / "labcore").rglob("*.py") if path.name != "__main__.py")
# Optional parts may be absent on a user's machine; here they are always installed.


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_there_are_modules():
    """An empty list would make every test below pass."""
    assert len(MODULES) > 30


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_a_module_does_one_job(path):
    """At most 250 lines, and no function body above 40; a body of one statement is a table, not a program."""
    source = path.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 250
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = [part for part in node.body if not _is_docstring(part)]
            lines = body[-1].end_lineno - body[0].lineno + 1 if len(body) > 1 else 0
            # a chart is one declarative expression, which reads better whole than cut in two
            limit = 70 if path.parent.name == "notebook" else 40
            assert lines <= limit, f"{node.name} has {lines} lines"


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_public_names_are_listed_sorted_and_documented(path):
    """Everything in __all__ exists and says what it is; classes and functions say it in a docstring."""
    module = importlib.import_module(dotted(path))
    listed = module.__all__
    assert listed == sorted(listed, key=_as_ruff_sorts)
    for name in listed:
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert inspect.getdoc(value), f"{name} has no docstring"


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_no_module_imports_the_package_root(path):
    """The root hands names on; a module that imports it closes a cycle."""
    if path == ROOT / "labcore" / "__init__.py":
        return
    submodules = {entry.stem for entry in (ROOT / "labcore").iterdir()}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert all(name.name != "labcore" for name in node.names)
        if isinstance(node, ast.ImportFrom) and node.module == "labcore":
            assert {name.name for name in node.names} <= submodules


@pytest.mark.parametrize("path", [p for p in MODULES if p.name == "__init__.py"], ids=dotted)
def test_a_package_file_defines_nothing(path):
    """__init__.py holds a docstring, imports and __all__."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        allowed = isinstance(node, ast.Import | ast.ImportFrom) or _is_docstring(node) or _is_all(node)
        assert allowed, ast.unparse(node)[:60]


def _is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _is_all(node: ast.stmt) -> bool:
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    return isinstance(target, ast.Name) and target.id == "__all__"


def _as_ruff_sorts(name: str) -> tuple[int, str]:
    """Constants first, then classes, then functions, as ruff's RUF022 orders them."""
    if name.isupper() and len(name) > 1:
        return (0, name)
    return (1, name) if name[:1].isupper() else (2, name)
