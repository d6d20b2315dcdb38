"""Rankers that compare words: two simple baselines, named as that, and BM25."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import bm25s
import numpy as np

from labcore.errors import ParameterError
from labcore.ranking.protocol import best
from labcore.ranking.remembered import Remembered
from labcore.ranking.words import WordIndex, tokens
from labcore.records.rules import require_depth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from labcore.records import Hit, Passage

__all__ = ["Bm25Ranker", "JaccardRanker", "TokenOverlapRanker"]


class JaccardRanker:
    """Jaccard similarity of token sets: a deliberately simple baseline, not the strength of lexical search.

    On SciFact such a ranker reaches nDCG@10 0.27 where BM25 reaches 0.69, so a win over it says little.

    Source: "RAG in .NET: Start with the Retrieval Contract", the lexical baseline.
    """

    name = "jaccard"

    def __init__(self) -> None:
        self._words_of = Remembered(WordIndex)

    def rank(self, query_text: str, passages: Sequence[Passage], k: int) -> list[Hit]:
        """Rank by shared tokens over all tokens, 0 to 1; no shared token is no hit; ties in id order."""
        index, asked = self._words_of(passages), set(tokens(query_text))
        shared = index.shared(asked)
        together = index.sizes + len(asked) - shared
        return _matching(shared / np.maximum(together, 1), passages, k)


class TokenOverlapRanker:
    """The count of shared tokens, ties in file order: the control of SampleNote.

    File order is kept on purpose: an old policy that stands first wins a tie, which is the failure
    that the control shows.

    Source: "RAG citation checks tested: why the same query retrieves an expired rule".
    """

    name = "token_overlap"

    def __init__(self) -> None:
        self._words_of = Remembered(WordIndex)

    def rank(self, query_text: str, passages: Sequence[Passage], k: int) -> list[Hit]:
        """Rank by the number of distinct shared tokens; no shared token is no hit; ties in the order given."""
        shared = self._words_of(passages).shared(set(tokens(query_text)))
        return _matching(shared.astype(np.float64), passages, k, by_id=False)


class Bm25Ranker:
    """BM25 in Lucene's form over the admissible passages, by the bm25s library.

    Word statistics come from the passages given, so that a forbidden passage cannot move a score.
    No stemming and no stop words.

    Args:
        k1: Saturation of repeated words, from 0.
        b: Length normalisation, 0 to 1.

    Raises:
        ParameterError: k1 or b is out of its range.

    Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009;
        Kamphuis et al., "Which BM25 Do You Mean?", ECIR 2020, for Lucene's form.
    """

    name = "bm25"

    def __init__(self, k1: float = 1.5, b: float = 0.75) -> None:
        if not (0 <= k1 < math.inf and 0 <= b <= 1):
            raise ParameterError("BM25 takes k1 from 0 and b from 0 to 1", got=f"k1={k1}, b={b}")
        self.k1 = k1
        self.b = b
        self._index_of = Remembered(self._index)

    def rank(self, query_text: str, passages: Sequence[Passage], k: int) -> list[Hit]:
        """Rank by BM25; a passage that shares no word with the query is no hit; ties in id order."""
        k = require_depth(k)
        index = self._index_of(passages)
        known = [word for word in tokens(query_text) if index is not None and word in index.vocab_dict]
        if index is None or not known:
            return []
        return _matching(np.asarray(index.get_scores(known), dtype=np.float64), passages, k)

    def _index(self, passages: Sequence[Passage]) -> bm25s.BM25 | None:
        words = [tokens(passage.searchable) for passage in passages]
        if not any(words):
            return None
        index = bm25s.BM25(k1=self.k1, b=self.b, method="lucene")
        index.index(words, show_progress=False)
        return index


def _matching(
    scores: NDArray[np.float64], passages: Sequence[Passage], k: int, *, by_id: bool = True
) -> list[Hit]:
    """Give the best of those that match at all: a passage that shares no word is no hit."""
    k = require_depth(k)
    shared = np.flatnonzero(scores > 0)
    return best(scores[shared], [passages[int(place)] for place in shared], k, by_id=by_id)
