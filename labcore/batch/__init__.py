"""Notebooks in batch: planned and refused first, executed under a time limit, reported whole; and refreshed.

``plan_jobs`` refuses unknown and ill-typed parameters before a kernel starts, ``run_batch`` executes and writes
``index.html``, ``pages/``, ``notebooks/`` and ``results.json``, and ``refresh`` stores outputs in the notebooks
themselves so that an unchanged result gives unchanged bytes.
"""

from labcore.batch.declared import declared, read_cells
from labcore.batch.execute import Finished, execute
from labcore.batch.gate import RULES, check_notebook
from labcore.batch.origins import find_origins, versions
from labcore.batch.plan import Job, find_notebooks, plan_jobs, read_grid
from labcore.batch.pool import run_jobs, run_on_dask
from labcore.batch.publish import published, require_ours
from labcore.batch.refresh import Refreshed, normalise, refresh
from labcore.batch.run import run_batch

__all__ = [
    "RULES",
    "Finished",
    "Job",
    "Refreshed",
    "check_notebook",
    "declared",
    "execute",
    "find_notebooks",
    "find_origins",
    "normalise",
    "plan_jobs",
    "published",
    "read_cells",
    "read_grid",
    "refresh",
    "require_ours",
    "run_batch",
    "run_jobs",
    "run_on_dask",
    "versions",
]
