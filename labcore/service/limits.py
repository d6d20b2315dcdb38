"""How much one service takes on: sizes, times and numbers, all of them declared in one place."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from labcore.errors import ParameterError

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a service accepts from all its clients, and from each.

    Attributes:
        body_bytes: The largest request body, counted while it arrives, whatever its header says.
        body_seconds: How long a body may take to arrive.
        lookup_seconds: How long a look-up may take, its wait for a free worker included.
        lookups: How many look-ups run at the same moment.
        waiting: How many look-ups may wait for a worker; more are refused at once.
        rate: Requests per second that one client address may keep up.
        burst: Requests that one client address may make at once after a pause.
        clients: Client addresses that are remembered; the one longest silent is forgotten first.

    Raises:
        ParameterError: One of them is not above zero, or is endless.
    """

    body_bytes: int = 64 * 1024
    body_seconds: float = 10.0
    lookup_seconds: float = 5.0
    lookups: int = 8
    waiting: int = 256
    rate: float = 100.0
    burst: int = 200
    clients: int = 4096

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not 0 < value < math.inf:
                raise ParameterError("a limit is above zero and has an end", got=value, place=field.name)
