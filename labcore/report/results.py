"""What a batch of notebooks gave, as records and as ``results.json``."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from labcore.records import Value

__all__ = ["RESULTS_SCHEMA", "Batch", "Failure", "NotebookRun", "Origin", "Picture", "Status", "results_json"]

RESULTS_SCHEMA = "labcore.results/1"
"""Stands in the file; a change that breaks a reader of it gets another number."""


class Status(StrEnum):
    """How one notebook ended."""

    PASSED = "passed"
    FAILED = "failed"
    TIMED_OUT = "timed_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Where a notebook stopped and what stopped it.

    Attributes:
        cell: The cell's place in the notebook as it is stored, from 1; None where no cell was at fault.
        execution: The number in brackets beside the cell in the executed copy; None where it has none.
        line: The source line that failed, or the cell's first line where the error names none.
        error: The error's class.
        message: Its message, in one or more lines.
    """

    cell: int | None
    execution: int | None
    line: str
    error: str
    message: str

    @property
    def place(self) -> str:
        """Such as ``cell 7 (In [3])``."""
        if self.cell is None:
            return "before any cell"
        return f"cell {self.cell}" + (f" (In [{self.execution}])" if self.execution else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A chart of a notebook that stands for it: its SVG and its title as text."""

    svg: str
    caption: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotebookRun:
    """One notebook executed with one set of parameters.

    Attributes:
        notebook: The notebook's name without folder and ending.
        title: Its first heading.
        status: How it ended.
        parameters: Every parameter of the notebook with the value it ran with.
        given: The names of those that were not left at their default.
        seconds: Wall time, kernel start included.
        executed: The executed copy, relative to the report's folder.
        page: Its page, relative to the report's folder.
        measured: Numbers that the notebook measured, by name.
        picture: Its first chart; None where it drew none.
        failure: None exactly when it passed.
    """

    notebook: str
    title: str
    status: Status
    parameters: Mapping[str, Value]
    given: tuple[str, ...]
    seconds: float
    executed: str
    page: str
    measured: Mapping[str, Value] = field(default_factory=dict)
    picture: Picture | None = None
    failure: Failure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Something that a result depends on and that a hash pins, such as a model file or a fixture.

    Attributes:
        kind: ``model`` or ``fixture``.
        name: As people call it.
        revision: Its version or revision; the empty text where it has none.
        sha256: Of the file that pins it: the graph, or the fixture's manifest.
        files: Hashes of single files by name, where they are known.
    """

    kind: str
    name: str
    sha256: str
    revision: str = ""
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Everything one call of ``labcore run`` did.

    Attributes:
        command: The call, as a person would type it again.
        started: UTC, ISO 8601, whole seconds.
        seconds: Wall time of the whole batch.
        runs: In the order of the plan.
        origins: Models and fixtures.
        versions: Package -> version, Python and the platform included.
    """

    command: str
    started: str
    seconds: float
    runs: tuple[NotebookRun, ...]
    origins: tuple[Origin, ...]
    versions: Mapping[str, str]

    @property
    def passed(self) -> bool:
        """Whether every notebook passed."""
        return all(run.status is Status.PASSED for run in self.runs)


def results_json(batch: Batch) -> str:
    """Write a batch as JSON: schema, passed, and the fields of ``Batch``; pictures are left to the pages.

    A number that is not finite becomes null, since JSON has none and the report of the others must stand.
    """
    whole = {"schema": RESULTS_SCHEMA, "passed": batch.passed, **asdict(batch)}
    for run in whole["runs"]:
        run["picture"] = run["picture"]["caption"] if run["picture"] else None
    finite = json.loads(json.dumps(whole), parse_constant=lambda _name: None)
    return json.dumps(finite, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
