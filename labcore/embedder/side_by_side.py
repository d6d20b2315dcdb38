"""Runs batches one after the other with all threads, or side by side with one thread each."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from labcore.embedder.session import GraphSession

__all__ = ["MANY", "Runner"]

MANY = 64
"""Texts of one call from which a second session is worth its loading."""


class Runner:
    """Chooses the session for a plan of batches.

    The threads of one batch wait for each other between operators. Batches side by side do not, which is
    much faster where there are many; benchmarks/embed/README.md has the measurement.

    Args:
        session: Runs a batch with all of its threads.
        one_thread: Loads another session of the same graph, with one thread; None for none.

    Attributes:
        beside: That other session, once it was worth loading.
    """

    def __init__(self, session: GraphSession, one_thread: Callable[[], GraphSession] | None) -> None:
        self.session = session
        self.beside: GraphSession | None = None
        self._one_thread = one_thread

    def each(
        self, plan: Sequence[list[int]], texts: int, work: Callable[[GraphSession, list[int]], None]
    ) -> Iterator[list[int]]:
        """Work through a plan and give each batch once it is done, in the order of the plan.

        Args:
            plan: Batches of row numbers.
            texts: How many texts there are in all.
            work: Does one batch with a session; called from several threads at once.
        """
        workers = min(self.session.threads, len(plan))
        if workers > 1 and texts >= MANY and self.beside is None and self._one_thread is not None:
            self.beside = self._one_thread()
        if workers > 1 and self.beside is not None:
            with ThreadPoolExecutor(workers) as pool:
                for batch, _ in zip(plan, pool.map(partial(work, self.beside), plan), strict=True):
                    yield batch
        else:
            for batch in plan:
                work(self.session, batch)
                yield batch
