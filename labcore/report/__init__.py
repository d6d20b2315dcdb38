"""Reports that a person wants to open and a program can read.

Named checks: ``write_checks(checks, Path("build"))`` takes ``labcore.records.NamedCheck`` and writes
``correctness.json``, ``correctness.xml`` (JUnit) and ``correctness.html``; it gives the counts of each group.
Every file is written beside its place and moved there, so that an interrupted run leaves nothing half.
"""

from labcore.report.checks import GroupCount, count_groups, write_checks
from labcore.report.files import write_whole
from labcore.report.page import badge, page, table

__all__ = ["GroupCount", "badge", "count_groups", "page", "table", "write_checks", "write_whole"]
