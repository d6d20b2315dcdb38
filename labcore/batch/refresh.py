"""Store a notebook's outputs in the notebook, so that an unchanged result gives an unchanged file."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from labcore.batch.execute import execute
from labcore.report import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from labcore.batch.execute import Finished
    from labcore.batch.plan import Job
    from labcore.report import Failure

__all__ = ["Refreshed", "normalise", "refresh"]

_WIDGETS = "application/vnd.jupyter.widget-state+json"
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
_LANGUAGE = {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"}
_PER_RUN = ("papermill", "execution", "ExecuteTime", "collapsed", "scrolled")
_STRICT = "LABCORE_STRICT_ROUNDING"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshed:
    """What became of one notebook file.

    Attributes:
        notebook: The file.
        changed: Whether its bytes are other ones now.
        failure: What stopped the notebook, so that its file was left as it was; None when it ran.
    """

    notebook: Path
    changed: bool
    failure: Failure | None = None


def refresh(job: Job, run: Callable[[Job], Finished] = execute) -> Refreshed:
    """Run a notebook with its defaults and store what it shows.

    The checks of rounding are on: a number that another processor would round otherwise stops the notebook.

    Args:
        job: The notebook; parameters given in it are left out.
        run: What executes it.
    """
    before = os.environ.get(_STRICT)
    os.environ[_STRICT] = "1"
    try:
        finished = run(replace(job, given={}))
    finally:
        del os.environ[_STRICT]
        if before is not None:
            os.environ[_STRICT] = before
    if finished.failure:
        return Refreshed(notebook=job.notebook, changed=False, failure=finished.failure)
    text = normalise(finished.text)
    changed = text != job.notebook.read_text(encoding="utf-8")
    if changed:
        write_whole(job.notebook, text)
    return Refreshed(notebook=job.notebook, changed=changed)


def normalise(text: str) -> str:
    """Take out of an executed notebook what differs from run to run though nothing has changed.

    Times, ids of widgets, versions of the kernel and marks of the batch runner go; cell ids, counts and outputs
    stay. Doing it twice changes nothing.

    Args:
        text: A notebook of format 4 as JSON.

    Returns:
        The notebook as JSON with an indent of one and sorted keys, as JupyterLab stores it.
    """
    notebook = json.loads(text)
    state = notebook["metadata"].get("widgets", {})
    notebook["metadata"] = {"kernelspec": _KERNEL, "language_info": _LANGUAGE}
    if state.get(_WIDGETS, {}).get("state"):
        notebook["metadata"]["widgets"] = state
    for cell in notebook["cells"]:
        _normalise_cell(cell)
    return _number_widgets(json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False)) + "\n"


def _normalise_cell(cell: dict[str, Any]) -> None:
    for name in _PER_RUN:
        cell["metadata"].pop(name, None)
    if not cell["metadata"].get("tags", True):
        del cell["metadata"]["tags"]
    for output in cell.get("outputs", []):
        if output["output_type"] == "execute_result":
            output["execution_count"] = cell["execution_count"]


def _number_widgets(text: str) -> str:
    """Give widgets numbers for names, in the order in which the cells show and then the state lists them."""
    notebook = json.loads(text)
    state = notebook["metadata"].get("widgets", {}).get(_WIDGETS, {}).get("state", {})
    if not state:
        return text
    names: dict[str, str] = {}
    waiting = re.findall(r'"model_id": "([0-9a-f]{32})"', json.dumps(notebook["cells"]))
    while waiting:
        name = waiting.pop(0)
        if name in state and name not in names:
            names[name] = f"{len(names) + 1:032x}"
            waiting += re.findall(r"IPY_MODEL_([0-9a-f]{32})", json.dumps(state[name], sort_keys=True))
    notebook["metadata"]["widgets"][_WIDGETS]["state"] = {n: state[n] for n in names}
    whole = json.dumps(notebook, ensure_ascii=False)
    renamed = re.sub(r"[0-9a-f]{32}", lambda found: names.get(found[0], found[0]), whole)
    return json.dumps(json.loads(renamed), indent=1, sort_keys=True, ensure_ascii=False)
