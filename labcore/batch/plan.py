"""Which notebooks run with which parameters; everything that can be refused is refused here, before a kernel starts."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labcore.batch.declared import declared
from labcore.errors import ParameterError
from labcore.fixture import strict_object
from labcore.records import Parameter, unknown_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from labcore.records import Value

__all__ = ["Job", "find_notebooks", "plan_jobs", "read_grid"]

_WEEK = 7 * 24 * 3600
_GRID = 'Write it as {"k": [1, 3, 5], "ranker": ["dense", "bm25"]}'


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One notebook to execute with one set of parameters.

    Attributes:
        notebook: The file.
        slug: The name of what is written for it; unique in a plan.
        given: The parameters that differ from the notebook's own; only these are injected.
        parameters: Every parameter with the value that it runs with.
        timeout: Seconds for the whole notebook, start of the kernel included.

    Raises:
        ParameterError: The time limit is no number of seconds above 0 and up to a week.
    """

    notebook: Path
    slug: str
    given: Mapping[str, Value] = field(default_factory=dict)
    parameters: Mapping[str, Value] = field(default_factory=dict)
    timeout: float = 300.0

    def __post_init__(self) -> None:
        if not 0 < self.timeout <= _WEEK:  # NaN is in no range
            raise ParameterError(
                f"the time limit of a notebook is a number of seconds above 0 and up to {_WEEK}, a week",
                got=self.timeout,
                remedy="Give --timeout a number such as 300",
            )


def find_notebooks(names: Sequence[str], folder: Path) -> tuple[Path, ...]:
    """Find notebooks by path, or by name with or without ``.ipynb`` in a folder; all of the folder for no names.

    Raises:
        ParameterError: A name is not there (a near miss is suggested), or the folder holds no notebook.
    """
    there = {path.stem: path for path in sorted(folder.glob("*.ipynb"))}
    if not names and not there:
        raise ParameterError(
            "there is no notebook here",
            got=str(folder / "*.ipynb"),
            remedy="Run this in a clone of the project, or name a notebook file",
        )
    return tuple(_find(name, there) for name in dict.fromkeys(names)) if names else tuple(there.values())


def read_grid(path: Path) -> dict[str, list[Value]]:
    """Read a grid: a JSON object with a list of values for each parameter.

    Raises:
        ParameterError: The file is not there, is not such an object, names a parameter twice, or a list is empty.
    """
    try:
        grid = strict_object(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ParameterError("a grid is a JSON file", got=str(error), place=str(path), remedy=_GRID) from None
    if not grid or not all(isinstance(values, list) and values for values in grid.values()):
        raise ParameterError(
            "a grid gives each parameter a list of values",
            got=json.dumps(grid),
            place=str(path),
            remedy=_GRID,
        )
    return grid


def plan_jobs(
    notebooks: Sequence[Path],
    given: Mapping[str, str],
    grid: Mapping[str, Sequence[Value]],
    *,
    timeout: float,
    named: bool,
) -> tuple[Job, ...]:
    """Make a job for each notebook and each point of the grid, parameters read and checked.

    A parameter goes to every notebook that has it.

    Args:
        notebooks: The files.
        given: Name -> text, as it stands on the command line.
        grid: Name -> values, from `read_grid`.
        timeout: Seconds for each notebook.
        named: Whether the caller named the notebooks; then each must have every parameter given.

    Raises:
        ParameterError: A parameter is unknown, ill-typed, outside its limits, or given twice; or no time limit.
    """
    for name in set(given) & set(grid):
        raise ParameterError("a parameter is given once, by -p or by --grid", got=name)
    known = {path: {parameter.name: parameter for parameter in declared(path)} for path in notebooks}
    for name in (*given, *grid):
        _require_known(name, known, named=named)
    jobs: list[Job] = []
    for path, parameters in known.items():
        fixed = {name: parameters[name].read(text) for name, text in given.items() if name in parameters}
        varied = {
            name: _checked(values, parameters[name]) for name, values in grid.items() if name in parameters
        }
        for point in product(*varied.values()):
            values = {**fixed, **dict(zip(varied, point, strict=True))}
            jobs.append(_job(path, parameters, values, tuple(varied), timeout))
    return tuple(_unique(jobs))


def _find(name: str, there: Mapping[str, Path]) -> Path:
    path = Path(name)
    if path.suffix == ".ipynb" and path.is_file():
        return path
    if path.stem in there and path.parent in {Path(), there[path.stem].parent}:
        return there[path.stem]
    raise unknown_name("notebook", name, there)


def _require_known(name: str, known: Mapping[Path, Mapping[str, Parameter]], *, named: bool) -> None:
    without = [path for path, parameters in known.items() if name not in parameters]
    if without and (named or len(without) == len(known)):
        where = without[0].stem if named else "any notebook"
        names = known[without[0]] if named else {n for parameters in known.values() for n in parameters}
        raise unknown_name("parameter", name, names, place=where)


def _checked(values: Sequence[Any], parameter: Parameter) -> list[Value]:
    for value in values:
        problem = parameter.problem(value)
        if problem:
            raise ParameterError(problem, place="grid")
    return list(values)


def _job(
    path: Path,
    known: Mapping[str, Parameter],
    given: Mapping[str, Value],
    varied: Sequence[str],
    timeout: float,
) -> Job:
    defaults = {name: parameter.default for name, parameter in known.items() if parameter.default is not None}
    tail = "".join(f"--{name}-{given[name]}" for name in varied)
    slug = "".join(letter if letter.isalnum() or letter in "._-" else "_" for letter in path.stem + tail)
    return Job(
        notebook=path, slug=slug[:120], given=dict(given), parameters={**defaults, **given}, timeout=timeout
    )


def _unique(jobs: Sequence[Job]) -> list[Job]:
    seen: set[str] = set()
    unique = []
    for job in jobs:
        slug, count = job.slug, 2
        while slug in seen:
            slug, count = f"{job.slug}-{count}", count + 1
        seen.add(slug)
        unique.append(
            Job(
                notebook=job.notebook,
                slug=slug,
                given=job.given,
                parameters=job.parameters,
                timeout=job.timeout,
            )
        )
    return unique
