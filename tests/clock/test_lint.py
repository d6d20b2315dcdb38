"""Everything wrong with the days of a corpus, in file order."""

from datetime import date

import pytest

from labcore.clock import CLOCK_RULES, ClockRule, problems
from labcore.records import Passage

JAN, FEB, MAR = date(2026, 1, 1), date(2026, 2, 1), date(2026, 3, 1)


def found(*passages, **options):
    return [(problem.passage_id, problem.rule.value) for problem in problems(passages, **options)]


def test_every_rule_says_what_to_do():
    assert list(CLOCK_RULES) == list(ClockRule)
    assert all(CLOCK_RULES.values())


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        pytest.param({"published_at": JAN, "effective_from": FEB, "retrieved_at": MAR}, [], id="in order"),
        pytest.param(
            {"published_at": JAN, "effective_from": JAN, "retrieved_at": JAN}, [], id="all on one day"
        ),
        pytest.param(
            {"published_at": FEB, "effective_from": JAN},
            ["effective_before_publication"],
            id="made to reach back",
        ),
        pytest.param(
            {"published_at": FEB, "effective_from": FEB, "retrieved_at": JAN},
            ["retrieved_before_publication"],
            id="seen before it was public",
        ),
        pytest.param({"effective_from": JAN}, ["missing_date"], id="no day of publication"),
        pytest.param({"published_at": JAN}, ["missing_date"], id="no first day"),
        pytest.param(
            {"published_at": JAN, "effective_from": FEB, "retrieved_at": JAN}, [], id="seen while pending"
        ),
    ],
)
def test_single_dates(dates, expected):
    assert [rule for _, rule in found(Passage(id="p", text="", **dates))] == expected


def test_a_missing_date_names_every_date_that_is_missing():
    problem = problems([Passage(id="p", text="")])[0]
    assert problem.detail == "states no published_at and no effective_from"


def test_dates_may_be_missing_where_the_clock_is_not_declared():
    assert found(Passage(id="p", text=""), dates_required=False) == []


def test_problems_come_in_file_order_and_then_in_the_order_of_rules():
    first = Passage(
        id="first", text="", published_at=FEB, effective_from=JAN, retrieved_at=JAN, supersedes=("x",)
    )
    second = Passage(id="second", text="")
    assert found(second, first) == [
        ("second", "missing_date"),
        ("first", "effective_before_publication"),
        ("first", "retrieved_before_publication"),
        ("first", "unknown_predecessor"),
    ]
