"""A token bucket for each client address."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["RateLimit"]


@dataclass(slots=True, kw_only=True)
class _Bucket:
    tokens: float
    filled_at: float


class RateLimit:
    """Says whether a client may make one more request now.

    Each address has a bucket of ``burst`` tokens that fills at ``rate`` tokens a second; a request takes
    one. At most ``clients`` buckets are kept, so that strangers cannot fill the memory; the address that
    was silent longest is forgotten, and starts with a full bucket when it comes back.

    Args:
        rate: Tokens per second.
        burst: Tokens in a full bucket.
        clients: Buckets that are kept.
        clock: Gives seconds that never run backwards.
    """

    def __init__(
        self, *, rate: float, burst: int, clients: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clients = clients
        self._clock = clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def wait(self, client: str) -> int:
        """Take a token for one request.

        Returns:
            0 when the request may go on; else the whole seconds after which it may, from 1.
        """
        bucket = self._bucket(client)
        if bucket.tokens >= 1:
            bucket.tokens -= 1
            return 0
        return max(1, math.ceil((1 - bucket.tokens) / self._rate))

    def __len__(self) -> int:
        return len(self._buckets)

    def _bucket(self, client: str) -> _Bucket:
        now = self._clock()
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = _Bucket(tokens=self._burst, filled_at=now)
        bucket.tokens = min(self._burst, bucket.tokens + (now - bucket.filled_at) * self._rate)
        bucket.filled_at = now
        self._buckets.move_to_end(client)
        if len(self._buckets) > self._clients:
            self._buckets.popitem(last=False)
        return bucket
