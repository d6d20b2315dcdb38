"""The routes by which facts can be fetched: a closed table."""

from __future__ import annotations

from dataclasses import dataclass

from labcore.facts.status import Kind

__all__ = ["ROUTES", "Route"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One way to ask for facts.

    Attributes:
        name: The route's name, and the name of its registered query.
        kind: The kind of entry that is named.
        about: The kind of entry whose fields it gives.
        asks: Recorded fields without which the snapshot does not cover the question; a route that asks for
            whatever there is has none.
    """

    name: str
    kind: Kind
    about: Kind
    asks: tuple[str, ...] = ()


ROUTES: dict[str, Route] = {
    route.name: route
    for route in (
        Route(name="mapping_facts", kind=Kind.MAPPING, about=Kind.MAPPING),
        Route(name="message_facts", kind=Kind.MESSAGE, about=Kind.MESSAGE),
        Route(
            name="message_period",
            kind=Kind.MESSAGE,
            about=Kind.MESSAGE,
            asks=("transmit_mode", "transmit_period_ms"),
        ),
        Route(name="message_signals", kind=Kind.MESSAGE, about=Kind.SIGNAL),
        Route(name="signal_facts", kind=Kind.SIGNAL, about=Kind.SIGNAL),
    )
}
"""Route name -> route, in the order of the names."""
