"""Charts of days: what they hold, and that their day can be chosen."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
import vl_convert
from hypothesis import given
from hypothesis import strategies as st

import labcore.notebook as lab
from labcore import clock
from labcore.errors import ParameterError
from labcore.experiments import DayRow, ask_on_days, check_citations
from labcore.fixture import load
from labcore.records import Passage
from labcore.retrieval import Retriever

DAY = date(2026, 1, 1)
ON = [DAY + timedelta(days=number) for number in range(31)]
STORY = Passage(
    id="rule", text="", title="A rule", published_at=ON[1], effective_from=ON[10], retrieved_at=ON[20]
)
SAMPLENOTE = Path(__file__).parents[2] / "fixtures" / "samplenote"


def rows_of(spec, *fields):
    """Every row of data that has all of these fields, as tuples of their values, each once."""
    found = [row for data in spec["datasets"].values() for row in data if set(fields) <= set(row)]
    return list(dict.fromkeys(tuple(row[field] for field in fields) for row in found))


def story(passage=STORY, day=5):
    return lab.clocks.timeline([passage], ON, ON[day], origin=ON[0]).to_dict()


@pytest.fixture(scope="module")
def report():
    return check_citations(load(SAMPLENOTE))


def test_the_bands_are_the_states_of_the_story():
    """Published day 1, effective day 10: unpublished until 1, pending until 10, then in force to the end."""
    assert rows_of(story(), "state", "at", "end") == [
        ("unpublished", 0, 1),
        ("pending", 1, 10),
        ("in force", 10, 31),
    ]


def test_every_clock_strikes_once_and_retrieval_starts_no_band():
    assert rows_of(story(), "clock", "at") == [("published", 1), ("effective", 10), ("retrieved", 20)]


@pytest.mark.parametrize(
    ("day", "title"),
    [
        pytest.param(
            5, "Asked about day 5, the rule is pending and is no evidence", id="before its first day"
        ),
        pytest.param(
            10, "Asked about day 10, the rule is in force and may be evidence", id="on its first day"
        ),
    ],
)
def test_the_title_states_what_the_day_decides(day, title):
    assert story(day=day)["title"]["text"] == title


def test_sentences_count_days_where_the_story_does():
    sentences = [why for (why,) in rows_of(story(), "why")]
    assert sentences[1] == "pending: published day 1, applies from day 10"
    assert not any("2026" in why for why in sentences)


def test_a_rule_without_a_first_day_is_one_band_to_the_end():
    lacking = Passage(id="p", text="", published_at=ON[1])
    assert [state for (state,) in rows_of(story(lacking), "state")] == ["unpublished", "pending"]


@pytest.mark.parametrize("origin", [ON[0], None], ids=["days of a story", "dates"])
def test_the_day_has_a_control_and_starts_where_it_is_told(origin):
    """A field named like a property of the control once left the chart without one, so the compiled chart is read."""
    spec = lab.clocks.timeline([STORY], ON, ON[5], origin=origin).to_dict()
    vega = vl_convert.vegalite_to_vega(lab.bundle(spec)[lab.CHART], vl_version=lab.VEGA_LITE)
    signal = next(one for one in vega["signals"] if one["name"] == "asof_nth")
    assert signal["init"] == "5"
    assert signal["bind"]["input"] == ("select" if origin is None else "range")
    assert signal["on"]


def test_dates_are_those_of_utc():
    """No time zone of a reader moves the first day of a rule."""
    spec = lab.clocks.timeline([STORY], ON, ON[5]).to_dict()
    assert '"type": "utc"' in json.dumps(spec)
    assert rows_of(spec, "clock", "at")[0] == ("published", "2026-01-02")


@pytest.mark.parametrize(
    ("passages", "day"),
    [([], ON[5]), ([STORY], date(2030, 1, 1))],
    ids=["no passage", "a day that is not there"],
)
def test_a_timeline_needs_passages_and_one_of_its_days(passages, day):
    with pytest.raises(ParameterError, match="a timeline shows passages"):
        lab.clocks.timeline(passages, ON, day)


def test_several_passages_say_how_many_are_ever_in_force():
    never = Passage(id="never", text="", title="Never", published_at=ON[2])
    title = lab.clocks.timeline([STORY, never], ON, ON[5]).to_dict()["title"]["text"]
    assert title == "Of these 2 passages, 1 are in force on some of these days and 1 on none"
    other = Passage(id="other", text="", title="Other", published_at=ON[0], effective_from=ON[0])
    assert (
        lab.clocks.timeline([STORY, other], ON, ON[5])
        .to_dict()["title"]["text"]
        .startswith("Each of these 2")
    )


def test_a_row_is_named_by_version_and_title_or_by_its_id():
    assert lab.clocks.titled(Passage(id="p", text="", title="T", version="v2")) == "v2: T"
    assert lab.clocks.titled(Passage(id="p", text="")) == "p"


@given(st.integers(0, 40), st.integers(0, 40), st.none() | st.integers(1, 20), st.integers(0, 30))
def test_the_chosen_day_lies_in_the_band_of_its_state(published, start, length, day):
    """Law: every choice of the control lies in exactly one band, and that band has the state of the day."""
    passage = Passage(
        id="p",
        text="",
        published_at=DAY + timedelta(days=published),
        effective_from=DAY + timedelta(days=start),
        effective_until=None if length is None else DAY + timedelta(days=start + length),
    )
    bands = lab.clocks._bands(passage, ON, ON[0])
    here = [band["state"] for band in bands if band["first"] <= day <= band["last"]]
    assert here == [clock.state(passage, ON[day]).value.replace("_", " ")]


def test_months_run_over_the_end_of_a_year():
    months = lab.dayline.month_starts(date(2025, 11, 20), date(2026, 2, 3))
    assert [str(month) for month in months] == ["2025-11-01", "2025-12-01", "2026-01-01", "2026-02-01"]


def test_one_source_answers_every_day_without_a_filter():
    """Three days asked: before any rule, under the first, under the second."""
    days = [date(2022, 6, 1), date(2024, 6, 1), date(2026, 6, 1)]
    notes = load(SAMPLENOTE)
    rows = ask_on_days(Retriever(notes.corpus, "token_overlap"), notes.query("current"), days)
    assert [(row.unfiltered, row.barred, row.filtered) for row in rows] == [
        ("standard-v1", "not_published", "nothing"),
        ("standard-v1", None, "standard-v1"),
        ("standard-v1", "expired", "standard-v2"),
    ]


def test_a_question_that_matches_nothing_bars_nothing():
    notes = load(SAMPLENOTE)
    asked = Retriever(notes.corpus, "token_overlap")
    odd = next(query for query in notes.queries if query.id == "current")
    rows = ask_on_days(asked, type(odd)(id="odd", text="zebra", scope=odd.scope), [date(2026, 6, 1)])
    assert [(row.unfiltered, row.filtered, row.barred) for row in rows] == [("nothing", "nothing", None)]


def test_neighbouring_days_with_the_same_answer_are_one_band():
    rows = [
        DayRow(day=ON[0], unfiltered="old", filtered="old", barred=None),
        DayRow(day=ON[1], unfiltered="old", filtered="new", barred="expired"),
        DayRow(day=ON[2], unfiltered="old", filtered="new", barred="expired"),
    ]
    spec = lab.expired.first_over_time(rows, ON[1], {"old": "30 days"}).to_dict()
    assert rows_of(spec, "search", "found", "verdict", "first", "last") == [
        ("no filter", "old", "may be evidence", 0, 0),
        ("no filter", "old", "may not", 1, 2),
        ("admissible only", "old", "may be evidence", 0, 0),
        ("admissible only", "new", "may be evidence", 1, 2),
    ]
    assert "on 2 of 3 days wrongly" in " ".join(spec["title"]["text"])
    assert ("answers 30 days from old, which is expired on that day",) in rows_of(spec, "sentence")


def test_a_label_that_its_band_cannot_hold_is_left_out():
    rows = [
        DayRow(day=day, unfiltered="a", filtered="a" if day < ON[30] else "nothing", barred=None)
        for day in ON
    ]
    labels = rows_of(lab.expired.first_over_time(rows, ON[1], {}).to_dict(), "found", "label")
    assert labels == [("a", "a"), ("nothing", "")]


def test_both_searches_are_drawn_for_every_question(report):
    spec = lab.expired.two_searches(report).to_dict()
    marks = rows_of(spec, "name", "search", "mark")
    assert len(marks) == 16
    assert [
        sum(mark == "\u2713" and search == one for _, search, mark in marks)
        for one in ("no filter", "admissible only")
    ] == [3, 8]
    assert "3 of 8 times, behind a filter 8 of 8" in spec["title"]["text"]
    assert ("standard-v1 (expired)",) in rows_of(spec, "found")


@pytest.mark.parametrize("version", [lab.VEGA_LITE, lab.PAGE_VEGA_LITE])
def test_every_chart_of_days_compiles(report, version):
    rows = [DayRow(day=day, unfiltered="a", filtered="a", barred=None) for day in ON]
    charts = [
        story(),
        lab.expired.first_over_time(rows, ON[1], {}).to_dict(),
        lab.expired.two_searches(report).to_dict(),
    ]
    assert [lab.compiles(spec, version) for spec in charts] == [None] * 3
