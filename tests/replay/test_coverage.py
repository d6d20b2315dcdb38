"""What a recorded list holds of the required evidence."""

from pathlib import Path

import ir_measures
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import FixtureError
from labcore.fixture import load
from labcore.records import Hit, Outcome, Run
from labcore.replay import Coverage, coverage, read_coverage, read_recording

LIMITS = Path(__file__).parents[2] / "fixtures" / "limits"
HEADER = b"ranker\tquery\trequired\tfound\tfirst\n"


def run(*ids):
    hits = tuple(Hit(name, float(-place)) for place, name in enumerate(ids))
    return Run(query_id="q", hits=hits, ranker="r", outcome=Outcome.FOUND if ids else Outcome.NOTHING_MATCHED)


@pytest.mark.parametrize(
    ("ids", "required", "found", "first", "complete"),
    [
        pytest.param(["a", "b", "c", "d"], {"a": 1, "c": 2}, 2, True, True, id="both among three"),
        pytest.param(
            ["b", "a", "c", "d"], {"a": 1, "d": 1}, 1, False, False, id="the fourth place is too late"
        ),
        pytest.param(["a"], {"a": 0, "b": 1}, 0, False, False, id="grade 0 is not required"),
        pytest.param([], {"a": 1}, 0, False, False, id="an empty list"),
        pytest.param(["a"], {}, 0, False, True, id="nothing is required"),
    ],
)
def test_coverage_counts_among_the_first_three(ids, required, found, first, complete):
    seen = coverage(run(*ids), required, 3)
    assert (seen.found, seen.first, seen.complete) == (found, first, complete)
    assert seen.required == sum(grade > 0 for grade in required.values())


def test_coverage_says_what_it_counted():
    assert str(coverage(run("a", "b"), {"a": 1, "c": 1}, 3)) == "1 of 2 required, one in the first place"
    assert str(coverage(run(), {}, 3)) == "0 of 0 required, none in the first place"


def test_expectations_are_read_by_ranker_and_query():
    rows = read_coverage(HEADER + b"r\tq\t2\t1\tno\r\n\n")
    assert rows == {
        ("r", "q"): Coverage(ranker="r", query_id="q", required=2, found=1, first=False),
    }


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"r\tq\t2\t1", "a line has the columns ranker, query, required, found, first, got r"),
        (b"r\tq\ttwo\t1\tno", "a line has the columns"),
        (b"r\tq\t2\t1\tmaybe", "a line has the columns"),
        (b"r\tq\xff\t2\t1\tno", "files must be UTF-8, got byte 0xff"),
        (b"r\tq\t1\t1\tno\nr\tq\t1\t1\tno", "a list is expected once"),
    ],
)
def test_a_broken_expectation_is_refused_with_its_line(line, message):
    with pytest.raises(FixtureError, match=rf"coverage\.tsv:[23]: {message}"):
        read_coverage(HEADER + line)


def test_our_expectations_agree_with_ir_measures():
    """A second opinion: recall@3 and success@1 of the recorded lists, by another library."""
    fixture = load(LIMITS)
    rows = read_coverage((LIMITS / "coverage.tsv").read_bytes())
    for ranker, lists in read_recording(fixture).runs.items():
        scored = {one.query_id: {hit.passage_id: hit.score for hit in one.hits} for one in lists if one.hits}
        qrels = {query: fixture.qrels[query] for query in scored}
        for measure in ir_measures.iter_calc([ir_measures.R @ 3, ir_measures.Success @ 1], qrels, scored):
            row = rows[ranker, measure.query_id]
            wanted = row.found / row.required if str(measure.measure) == "R@3" else float(row.first)
            assert measure.value == pytest.approx(wanted), (ranker, measure)


@given(st.permutations("abcdef"), st.sets(st.sampled_from("abcdef")), st.integers(1, 7))
def test_law_a_longer_list_never_covers_less(order, needed, k):
    required = dict.fromkeys(needed, 1)
    shorter, longer = coverage(run(*order), required, k), coverage(run(*order), required, k + 1)
    assert shorter.found <= longer.found <= len(needed)
    assert coverage(run(*order), required, 6).complete
