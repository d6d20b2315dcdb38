"""Who replaces whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.clock.supersession import predecessors, supersession_problems
from labcore.records import Passage


def passage(name, *replaces, source="s", version=None):
    return Passage(id=name, text="", source_id=source, version=version, supersedes=replaces)


def found(*passages):
    return [
        (problem.rule.value, problem.passage_id, problem.detail)
        for problem in supersession_problems(passages)
    ]


def test_a_name_is_an_id_first_and_a_version_label_of_the_same_source_second():
    """v1 of the other source is not meant; both fragments of the own v1 are."""
    passages = [
        passage("one-a", version="v1"),
        passage("one-b", version="v1"),
        passage("other", source="t", version="v1"),
        passage("two", "v1", "other", "v9", version="v2"),
    ]
    assert predecessors(passages)["two"] == {"v1": ("one-a", "one-b"), "other": ("other",), "v9": ()}


@pytest.mark.parametrize(
    ("passages", "expected"),
    [
        pytest.param([passage("a"), passage("b", "a"), passage("c", "b", "a")], [], id="a chain is no loop"),
        pytest.param(
            [passage("a", "gone")],
            [("unknown_predecessor", "a", "says that it replaces gone, which is not there")],
            id="a name that stands for nothing",
        ),
        pytest.param([passage("a", "a")], [("supersession_loop", "a", "a replaces a")], id="itself"),
        pytest.param(
            [passage("a", "b"), passage("b", "a")],
            [("supersession_loop", "a", "a replaces b replaces a")],
            id="two replace each other, said once",
        ),
        pytest.param(
            [passage("x", "c"), passage("a", "b"), passage("b", "c"), passage("c", "a")],
            [("supersession_loop", "a", "a replaces b replaces c replaces a")],
            id="a loop of three with a way into it",
        ),
        pytest.param(
            [passage("a", "b", "c"), passage("b", "a"), passage("c", "a"), passage("d", "d")],
            [
                ("supersession_loop", "a", "a replaces b replaces a"),
                ("supersession_loop", "d", "d replaces d"),
            ],
            id="the shortest loop through a passage, and another elsewhere",
        ),
    ],
)
def test_loops_and_unknown_names(passages, expected):
    assert found(*passages) == expected


@given(st.lists(st.lists(st.integers(0, 7), max_size=3), min_size=8, max_size=8))
def test_a_loop_is_found_exactly_if_there_is_one(links):
    """Second opinion: taking away passages that replace nothing left leaves nothing if there is no loop."""
    passages = [passage(f"p{n}", *(f"p{to}" for to in targets)) for n, targets in enumerate(links)]
    left = {n: set(targets) for n, targets in enumerate(links)}
    while done := [n for n, targets in left.items() if not targets & set(left)]:
        for n in done:
            del left[n]
    assert bool(found(*passages)) == bool(left)
