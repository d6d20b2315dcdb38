"""Reports that a person wants to open and a program can read.

Named checks: ``write_checks(checks, Path("build"))`` takes ``labcore.records.NamedCheck`` and writes
``correctness.json``, ``correctness.xml`` (JUnit) and ``correctness.html``; it gives the counts of each group.
Notebooks: ``notebook_page`` makes one executed notebook a page of its own, ``run_page`` and ``results_json`` show
a whole batch. No page asks anything of the internet. Every file is written beside its place and moved there, so
that an interrupted run leaves nothing half.
"""

from labcore.report.checks import GroupCount, count_groups, write_checks
from labcore.report.files import write_whole
from labcore.report.notebook_page import notebook_page, svg_address, title_of
from labcore.report.page import badge, page, table
from labcore.report.results import (
    RESULTS_SCHEMA,
    Batch,
    Failure,
    NotebookRun,
    Origin,
    Picture,
    Status,
    results_json,
)
from labcore.report.run_page import failure_note, run_page

__all__ = [
    "RESULTS_SCHEMA",
    "Batch",
    "Failure",
    "GroupCount",
    "NotebookRun",
    "Origin",
    "Picture",
    "Status",
    "badge",
    "count_groups",
    "failure_note",
    "notebook_page",
    "page",
    "results_json",
    "run_page",
    "svg_address",
    "table",
    "title_of",
    "write_checks",
    "write_whole",
]
