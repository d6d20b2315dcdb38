"""Named checks as files: JSON for programs, JUnit for a build server, a page for people."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from labcore.errors import ParameterError
from labcore.report.check_page import check_page
from labcore.report.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from labcore.records import NamedCheck

__all__ = ["SCHEMA", "GroupCount", "as_json", "as_junit", "count_groups", "write_checks"]

SCHEMA = "labcore.checks/1"
"""Stands in the JSON file; a change that breaks a reader of it gets another number."""

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupCount:
    """How one group of checks ended; groups mean different things and are never added up.

    Attributes:
        group: The group's name.
        passed: How many checks passed.
        failed: The names of those that did not, in the order given; empty when all passed.
    """

    group: str
    passed: int
    failed: tuple[str, ...] = ()


def count_groups(checks: Sequence[NamedCheck]) -> tuple[GroupCount, ...]:
    """Count passed and failed checks in each group, groups in the order of their first check.

    Raises:
        ParameterError: There is no check at all, or a group names one check twice.
    """
    if not checks:
        raise ParameterError(
            "a report needs at least one check",
            remedy="Nothing checked is not everything passed; name a fixture",
        )
    counted = Counter((check.group, check.name) for check in checks)
    (group, name), most = counted.most_common(1)[0]
    if most > 1:
        raise ParameterError("a check's name is unique within its group", got=name, place=group)
    return tuple(
        GroupCount(
            group=group,
            passed=sum(check.passed for check in checks if check.group == group),
            failed=tuple(check.name for check in checks if check.group == group and not check.passed),
        )
        for group in dict.fromkeys(check.group for check in checks)
    )


def as_json(checks: Sequence[NamedCheck]) -> str:
    """Write the checks as JSON: schema, passed, and per group its counts and its checks.

    Nothing in it changes from run to run unless a check does, so two files can be compared byte by byte.
    """
    counts = count_groups(checks)
    groups = []
    for count in counts:
        rows = [asdict(check) for check in checks if check.group == count.group]
        for row in rows:
            del row["group"]
        groups.append(
            {"group": count.group, "passed": count.passed, "failed": len(count.failed), "checks": rows}
        )
    whole = {"schema": SCHEMA, "passed": not any(count.failed for count in counts), "groups": groups}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def as_junit(checks: Sequence[NamedCheck]) -> str:
    """Write the checks as JUnit XML: a suite for each group, a failure with expected and actual.

    Characters that XML cannot carry (NUL and its like) become the replacement character.

    Source: the Jenkins xUnit plugin's junit-10.xsd, the form that build servers read.
    """
    root = ET.Element("testsuites", name="labcore check")
    for count in count_groups(checks):
        cases = [check for check in checks if check.group == count.group]
        suite = ET.SubElement(
            root,
            "testsuite",
            name=_xml(count.group),
            tests=str(len(cases)),
            failures=str(len(count.failed)),
            errors="0",
            skipped="0",
        )
        for check in cases:
            case = ET.SubElement(suite, "testcase", classname=_xml(check.group), name=_xml(check.name))
            if not check.passed:
                failure = ET.SubElement(case, "failure", message=_xml(check.detail), type="check")
                failure.text = _xml(f"expected: {check.expected}\nactual: {check.actual}")
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def write_checks(
    checks: Sequence[NamedCheck], out: Path, *, title: str = "Named checks", name: str = "correctness"
) -> tuple[GroupCount, ...]:
    """Write ``correctness.json``, ``.xml`` (JUnit) and ``.html`` into a folder, each file whole or not at all.

    ``groups = write_checks(checks, Path("build"))`` and then exit with 1 if any group has ``failed`` names.

    Args:
        checks: Every check that ran, in the order to show.
        out: The folder; made when it is missing, and nothing else in it is touched.
        title: The page's heading.
        name: The files' name without the ending.

    Returns:
        The counts of each group, for the caller to print and to choose its exit code.

    Raises:
        ParameterError: There is no check at all, or a group names one check twice.
    """
    counts = count_groups(checks)
    write_whole(out / f"{name}.json", as_json(checks))
    write_whole(out / f"{name}.xml", as_junit(checks))
    write_whole(out / f"{name}.html", check_page(checks, title=title))
    return counts


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
