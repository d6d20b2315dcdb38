"""Runs look-ups in a bounded set of threads and gives each a time by which it must end."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from labcore.errors import StoreError
from labcore.service.boundary import QUESTIONS
from labcore.service.refusals import Refusal, Why

if TYPE_CHECKING:
    from collections.abc import Mapping

    from labcore.facts import Coverage, FactStore, Result
    from labcore.service.limits import Limits

__all__ = ["Lookups"]

_log = logging.getLogger(__name__)


class Lookups:
    """Asks one store for many clients, at most so many at once; belongs to one event loop.

    A look-up that is given up keeps its thread until the engine stops it, so that slow look-ups can never
    take more threads than the limit allows; those that come after them wait, and are refused in time.

    Args:
        store: What is asked.
        limits: How many look-ups run and wait, and for how long.
    """

    def __init__(self, store: FactStore, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self._threads = ThreadPoolExecutor(limits.lookups, thread_name_prefix="look-up")
        self._pending = 0

    async def ask(self, question: str, arguments: Mapping[str, Any]) -> Result | Coverage | Refusal:
        """Put a question of ``boundary.QUESTIONS``; a failure is a refusal, never an exception."""
        if self._pending >= self.limits.lookups + self.limits.waiting:
            return Refusal(why=Why.BUSY, headers=(("retry-after", "1"),))
        self._pending += 1
        try:
            job = self._threads.submit(QUESTIONS[question], self.store, arguments)
            async with asyncio.timeout(self.limits.lookup_seconds):
                return await asyncio.wrap_future(job)
        except TimeoutError:
            return Refusal(why=Why.TIMED_OUT)
        except StoreError as error:
            _log.error("The store failed: %s", error)
            return Refusal(why=Why.STORE_FAILED)
        except Exception:  # noqa: BLE001 - whatever it is, a client gets an answer in the form it knows
            _log.exception("A look-up failed")
            return Refusal(why=Why.FAILED)
        finally:
            self._pending -= 1
