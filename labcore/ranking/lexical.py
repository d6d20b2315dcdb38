"""Rankers that compare words: two simple baselines, named as that, and BM25."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import bm25s
import numpy as np

from labcore.ranking.protocol import best, require_depth
from labcore.ranking.remembered import Remembered

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from labcore.records import Hit, Passage

__all__ = ["Bm25Ranker", "JaccardRanker", "TokenOverlapRanker", "tokens"]

_WORD = re.compile(r"[^\W_]+")


def tokens(text: str) -> list[str]:
    """Split a text into lower-case runs of letters and digits, in order, of any script."""
    return _WORD.findall(text.lower())


def _matching(
    scores: NDArray[np.float64], passages: Sequence[Passage], k: int, *, by_id: bool = True
) -> list[Hit]:
    """Give the best of those that match at all: a passage that shares no word is no hit."""
    require_depth(k)
    shared = np.flatnonzero(scores > 0)
    return best(scores[shared], [passages[int(place)] for place in shared], k, by_id=by_id)


def _set_scores(
    query_text: str, passages: Sequence[Passage], score: Callable[[set[str], set[str]], float]
) -> NDArray[np.float64]:
    asked = set(tokens(query_text))
    return np.array([score(asked, set(tokens(passage.searchable))) for passage in passages], dtype=np.float64)


@dataclass(frozen=True, slots=True)
class JaccardRanker:
    """Jaccard similarity of token sets: a deliberately simple baseline, not the strength of lexical search.

    On SciFact such a ranker reaches nDCG@10 0.27 where BM25 reaches 0.69, so a win over it says little.

    Source: "RAG in .NET: Start with the Retrieval Contract", the lexical baseline.
    """

    name: ClassVar[str] = "jaccard"

    def rank(self, query_text: str, passages: Sequence[Passage], k: int) -> list[Hit]:
        """Rank by shared tokens over all tokens, 0 to 1; no shared token is no hit; ties in id order."""
        scores = _set_scores(query_text, passages, lambda a, b: len(a & b) / len(a | b) if a | b else 0.0)
        return _matching(scores, passages, k)


@dataclass(frozen=True, slots=True)
class TokenOverlapRanker:
    """The count of shared tokens, ties in file order: the control of SampleNote.

    File order is kept on purpose: an old policy that stands first wins a tie, which is the failure
    that the control shows.

    Source: "RAG citation checks tested: why the same query retrieves an expired rule".
    """

    name: ClassVar[str] = "token_overlap"

    def rank(self, query_text: str, passages: Sequence[Passage], k: int) -> list[Hit]:
        """Rank by the number of distinct shared tokens; no shared token is no hit; ties in the order given."""
        scores = _set_scores(query_text, passages, lambda a, b: float(len(a & b)))
        return _matching(scores, passages, k, by_id=False)


class Bm25Ranker:
    """BM25 in Lucene's form over the admissible passages, by the bm25s library.

    Word statistics come from the passages given, so that a forbidden passage cannot move a score.
    No stemming and no stop words.

    Args:
        k1: Saturation of repeated words, from 0.
        b: Length normalisation, 0 to 1.

    Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009;
        Kamphuis et al., "Which BM25 Do You Mean?", ECIR 2020, for Lucene's form.
    """

    name = "bm25"

    def __init__(self, k1: float = 1.5, b: float = 0.75) -> None:
        self.k1 = k1
        self.b = b
        self._index_of = Remembered(self._index)

    def rank(self, query_text: str, passages: Sequence[Passage], k: int) -> list[Hit]:
        """Rank by BM25; a passage that shares no word with the query is no hit; ties in id order."""
        require_depth(k)
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
