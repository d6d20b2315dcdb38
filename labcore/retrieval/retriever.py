"""Search and fetch under a trusted scope."""

from __future__ import annotations

import time
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from labcore.admission import POLICY_VERSION, admit, exclusion
from labcore.errors import LabError, NotFoundError, ParameterError, RecordError, SearchError
from labcore.ranking import Ranker, make_ranker
from labcore.records import Corpus, Dimension, Hit, Outcome, Passage, Query, Run, Scope
from labcore.records.rules import require_depth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.records import Exclusion

__all__ = ["Retriever"]


class Retriever:
    """Admits passages first and ranks the rest, so that similarity never grants access.

    Args:
        corpus: The passages and the dimensions that they declare.
        ranker: A ranker, or the name of a registered one.

    Raises:
        ParameterError: No ranker has this name; or it is no ranker, or the corpus is no Corpus.
    """

    def __init__(self, corpus: Corpus, ranker: Ranker | str) -> None:
        if not isinstance(corpus, Corpus):
            raise ParameterError("a retriever searches a Corpus", got=type(corpus).__name__)
        self.corpus = corpus
        self.ranker = _require_ranker(make_ranker(ranker) if isinstance(ranker, str) else ranker)
        self._index_version = corpus.version
        self._admitted: _Admitted | None = None

    @property
    def unchecked(self) -> tuple[Dimension, ...]:
        """The dimensions that the corpus does not declare, so that nothing is checked there."""
        return tuple(dimension for dimension in Dimension if dimension not in self.corpus.dimensions)

    @property
    def policy_version(self) -> str:
        """The rules of admission and the dimensions they are applied to, such as ``admission-1:tenant``."""
        declared = "+".join(dimension.value for dimension in Dimension if dimension in self.corpus.dimensions)
        return f"{POLICY_VERSION}:{declared or 'none'}"

    def admit(self, scope: Scope) -> tuple[tuple[Passage, ...], tuple[Exclusion, ...]]:
        """Split the corpus into admissible passages and exclusions, both in corpus order.

        The last scope's answer is kept, since many queries are asked under one scope and neither the
        corpus nor a scope can change.

        Raises:
            ScopeError: The scope is none, or lacks a declared dimension.
        """
        kept = self._admitted
        if kept is None or kept[0] != scope:
            kept = (scope, *admit(self.corpus, scope, dimensions=self.corpus.dimensions))
            self._admitted = kept
        return kept[1], kept[2]

    def search(self, query: Query | str, scope: Scope, k: int = 3) -> Run:
        """Rank the admissible passages.

        No admissible evidence is a run that says so; a search that failed is never a run.

        Args:
            query: A query, or its text; the scope given here counts, not the query's own.
            scope: The trusted scope.
            k: The most hits to give, from 1.

        Raises:
            ParameterError: k is not a whole number from 1.
            RecordError: The query is neither a Query nor a text.
            ScopeError: The scope is none, or lacks a declared dimension.
            SearchError: The ranker failed, or gave anything but at most k distinct hits from those
                given, best first.
        """
        k = require_depth(k)
        started = time.perf_counter()
        asked = _asked(query)
        admissible, excluded = self.admit(scope)
        hits = self._rank(asked.text, admissible, k)
        return Run(
            query_id=asked.id,
            query_text=asked.text,
            hits=hits,
            excluded=excluded,
            outcome=_outcome(hits, admissible),
            scope=scope,
            ranker=self.ranker.name,
            k=k,
            index_version=self._index_version,
            policy_version=self.policy_version,
            unchecked=self.unchecked,
            seconds=time.perf_counter() - started,
        )

    def search_unfiltered(self, query: Query | str, k: int = 3) -> Run:
        """Rank the whole corpus without admission: a diagnostic, never evidence for an answer.

        Raises:
            ParameterError: k is not a whole number from 1.
            RecordError: The query is neither a Query nor a text.
            SearchError: As for `search`.
        """
        k = require_depth(k)
        started = time.perf_counter()
        asked = _asked(query)
        hits = self._rank(asked.text, self.corpus.passages, k)
        return Run(
            query_id=asked.id,
            query_text=asked.text,
            hits=hits,
            outcome=_outcome(hits, self.corpus.passages),
            ranker=self.ranker.name,
            k=k,
            index_version=self._index_version,
            policy_version="unfiltered",
            unchecked=tuple(Dimension),
            filtered=False,
            seconds=time.perf_counter() - started,
        )

    def fetch(self, passage_id: str, scope: Scope) -> Passage:
        """Give one admissible passage by id.

        A guessed id of a forbidden passage and an id that does not exist give the same error.

        Raises:
            ScopeError: The scope is none, or lacks a declared dimension.
            NotFoundError: Absent or not admissible; which of the two is not said.
        """
        found = self.corpus.get(passage_id)
        # an absent id goes through a gate as well, so that the time taken tells as little as the message
        refusal = exclusion(found or _NOBODYS, scope, dimensions=self.corpus.dimensions)
        if found is None or refusal is not None:
            raise NotFoundError("no passage with this id for this scope", got=passage_id)
        return found

    def _rank(self, text: str, passages: tuple[Passage, ...], k: int) -> tuple[Hit, ...]:
        if not passages:
            return ()
        try:
            # one too many is enough to see that there are too many, also where they never end
            hits = tuple(islice(self.ranker.rank(text, passages, k), min(k, len(passages)) + 1))
        except RecordError as error:
            raise self._broken(error.rule) from error  # its value may be the id of a forbidden passage
        except LabError:
            raise
        except Exception as error:
            raise SearchError(
                "the search failed, which is not the same as finding nothing",
                got=f"{type(error).__name__}: {error}",
            ) from error
        fault = _fault(hits, passages, k)
        if fault is not None:
            raise self._broken(fault)
        return hits

    def _broken(self, fault: str) -> SearchError:
        rule = "a ranker gives at most k distinct hits, best first, from the passages that it was given"
        return SearchError(rule, got=fault, place=self.ranker.name)


_NOBODYS = Passage(id="nobodys", text="")  # states nothing, so that every gate refuses it

_Admitted: TypeAlias = "tuple[Scope, tuple[Passage, ...], tuple[Exclusion, ...]]"


def _require_ranker(ranker: Any) -> Ranker:
    if isinstance(ranker, type) or not isinstance(ranker, Ranker):
        raise ParameterError(
            "a ranker is an object with a name and a rank method, or a registered name",
            got=repr(ranker),
            remedy="Make one first, such as JaccardRanker()",
        )
    if str(ranker.name).split() != [ranker.name]:
        raise ParameterError("a ranker's name is one word, since run files carry it", got=repr(ranker.name))
    return ranker


def _fault(hits: tuple[Any, ...], passages: tuple[Passage, ...], k: int) -> str | None:
    """Say what is wrong with a ranking; an id that was not given is never named, it may be a forbidden one."""
    most = min(k, len(passages))
    if len(hits) > most:
        return f"more than {most}"
    odd = next((hit for hit in hits if not isinstance(hit, Hit)), None)
    if odd is not None:
        return f"a {type(odd).__name__} that is no hit"
    names = {hit.passage_id for hit in hits}
    foreign = len(names.difference(passage.id for passage in passages))
    if foreign:
        return f"{foreign} that it was not given"
    if len(names) < len(hits):
        return "one passage twice"
    rising = any(hit.score > before.score for before, hit in pairwise(hits))
    return "a score above the one before it; a distance must be turned round" if rising else None


def _asked(query: Query | str) -> Query:
    return query if isinstance(query, Query) else Query(id="ad-hoc", text=query)


def _outcome(hits: Sequence[Hit], admissible: Sequence[Passage]) -> Outcome:
    if hits:
        return Outcome.FOUND
    return Outcome.NOTHING_MATCHED if admissible else Outcome.NO_ADMISSIBLE_EVIDENCE
