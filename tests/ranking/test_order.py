"""The one order of hits, and the memory of what was built."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError, SearchError
from labcore.ranking import best
from labcore.ranking.remembered import Remembered
from labcore.records import Passage


def passages(n: int) -> list[Passage]:
    return [Passage(id=f"p{n - place:02d}", text="") for place in range(n)]


def test_equal_scores_stand_in_id_order():
    """p03, p02 and p01 tie; the file's order does not count."""
    assert [hit.passage_id for hit in best(np.ones(3), passages(3), 2)] == ["p01", "p02"]


def test_equal_scores_stand_in_file_order_where_asked():
    assert [hit.passage_id for hit in best(np.ones(3), passages(3), 2, by_id=False)] == ["p03", "p02"]


@pytest.mark.parametrize("k", [0, -1, 1.5, True, "3"])
def test_k_is_a_whole_number_from_one(k):
    with pytest.raises(ParameterError, match="k must be a whole number from 1"):
        best(np.ones(1), passages(1), k)


@pytest.mark.parametrize("k", [1, 3])
@pytest.mark.parametrize("odd", [float("nan"), float("inf"), float("-inf")])
def test_a_score_that_is_no_number_fails_the_search(odd, k):
    """Whether or not the odd one would be among the best."""
    with pytest.raises(SearchError, match="scores are finite numbers, got 1 that are not"):
        best(np.array([odd, 1.0, 2.0]), passages(3), k)


@pytest.mark.parametrize("scores", [np.ones(2), np.ones(4), np.ones((3, 1)), 1.0], ids=np.shape)
def test_each_passage_has_one_score(scores):
    with pytest.raises(SearchError, match="each passage has one score, got .* for 3 passages"):
        best(scores, passages(3), 1)


def test_whole_numbers_without_a_sign_are_scores_too():
    """They cannot be negated, which would have turned the order round."""
    assert [hit.score for hit in best(np.array([1, 3, 2], dtype=np.uint8), passages(3), 3)] == [3.0, 2.0, 1.0]


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), max_size=12), st.integers(1, 15), st.booleans())
def test_the_short_way_equals_sorting_everything(scores, k, by_id):
    """Partitioning only saves time: the hits are those of a full sort."""
    given_passages = passages(len(scores))
    order = sorted(range(len(scores)), key=lambda n: (-scores[n], given_passages[n].id if by_id else n))
    expected = [given_passages[n].id for n in order[:k]]
    assert [hit.passage_id for hit in best(np.array(scores), given_passages, k, by_id=by_id)] == expected


def test_the_same_passages_are_built_once():
    built = []
    remembered = Remembered(lambda given_passages: built.append(len(given_passages)))
    some = passages(3)
    remembered(some)
    remembered(list(some))
    remembered(some[:2])
    assert built == [3, 2]
