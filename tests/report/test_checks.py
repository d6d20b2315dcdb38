"""Named checks become JSON, JUnit and a page that agree with each other."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError
from labcore.records import NamedCheck
from labcore.report import GroupCount, count_groups, write_checks
from labcore.report.checks import as_json, as_junit

GOOD = NamedCheck(group="scope", name="tenant kept out", passed=True, expected="0", actual="0")
BAD = NamedCheck(
    group="clock",
    name="day 5",
    passed=False,
    expected="pending",
    actual="in <force>",
    detail="It starts on day 10",
)
LATE = NamedCheck(group="scope", name="role kept out", passed=True)

checks = st.lists(
    st.builds(
        NamedCheck,
        group=st.sampled_from(["scope", "clock", "citation"]),
        name=st.text(min_size=1),
        passed=st.booleans(),
        expected=st.text(),
        actual=st.text(),
        detail=st.text(),
    ),
    min_size=1,
    unique_by=lambda check: (check.group, check.name),
)


def test_counts_stand_per_group_in_order_of_first_appearance():
    """Two groups are counted apart and no sum over them exists."""
    assert count_groups([GOOD, BAD, LATE]) == (
        GroupCount(group="scope", passed=2),
        GroupCount(group="clock", passed=0, failed=("day 5",)),
    )


def test_json_holds_every_check_in_its_group():
    """A program finds the verdict, the counts and each check without reading the page."""
    read = json.loads(as_json([GOOD, BAD, LATE]))
    assert (read["schema"], read["passed"]) == ("labcore.checks/1", False)
    assert [(g["group"], g["passed"], g["failed"]) for g in read["groups"]] == [
        ("scope", 2, 0),
        ("clock", 0, 1),
    ]
    assert [c["name"] for c in read["groups"][0]["checks"]] == ["tenant kept out", "role kept out"]
    assert read["groups"][1]["checks"][0]["actual"] == "in <force>"


def test_junit_failure_carries_expected_and_actual():
    """A build server shows what was wanted, what came, and the sentence."""
    suite = ET.fromstring(as_junit([BAD]))[0]  # noqa: S314 - our own text
    assert suite.attrib == {"name": "clock", "tests": "1", "failures": "1", "errors": "0", "skipped": "0"}
    failure = suite[0][0]
    assert failure.attrib["message"] == "It starts on day 10"
    assert failure.text == "expected: pending\nactual: in <force>"


def test_three_files_are_written_and_nothing_else_is_touched(tmp_path):
    """The folder holds JSON, XML and HTML beside what was there before."""
    (tmp_path / "mine.txt").write_text("mine")
    counts = write_checks([GOOD, BAD], tmp_path, title="A <title>")
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "correctness.html",
        "correctness.json",
        "correctness.xml",
        "mine.txt",
    ]
    page = (tmp_path / "correctness.html").read_text()
    assert "A &lt;title&gt;" in page
    assert "in &lt;force&gt;" in page
    assert [count.failed for count in counts] == [(), ("day 5",)]


def test_a_failed_group_is_open_and_a_passed_one_is_folded(tmp_path):
    """A reader sees failures without a click."""
    write_checks([GOOD, BAD], tmp_path)
    page = (tmp_path / "correctness.html").read_text()
    assert page.count("<details open>") == 1
    assert page.count("<details>") == 1
    assert page.index("<h2>Failed</h2>") < page.index("tenant kept out")


def test_no_check_at_all_is_refused(tmp_path):
    """Nothing checked is not everything passed."""
    with pytest.raises(ParameterError, match="a report needs at least one check"):
        write_checks([], tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_name_twice_in_one_group_is_refused():
    """Two checks of one name would hide each other in a build server."""
    with pytest.raises(ParameterError, match="clock: a check's name is unique within its group, got day 5"):
        count_groups([BAD, GOOD, BAD])


@given(checks)
def test_the_two_formats_agree_for_any_text(several):
    """JSON and JUnit name the same failures, whatever characters the checks hold."""
    failed = [g["failed"] for g in json.loads(as_json(several))["groups"]]
    suites = ET.fromstring(as_junit(several))  # noqa: S314 - our own text
    assert [int(s.attrib["failures"]) for s in suites] == failed
    assert [len(s.findall("testcase/failure")) for s in suites] == failed
