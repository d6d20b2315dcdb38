"""One payload, several readings: what the same bytes mean by the facts of different scopes."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import altair as alt

from labcore.errors import ParameterError
from labcore.facts import Status, compare, decode_signal
from labcore.notebook.theme import INK, QUIET

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.facts import FactRow, FactScope, FactStore

__all__ = ["Reading", "differences", "lines", "of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How one scope defines a signal.

    Attributes:
        scope: The scope.
        facts: The row of ``signal_facts``.
    """

    scope: FactScope
    facts: FactRow

    @property
    def label(self) -> str:
        """The network, which is named after the file."""
        return str(self.scope.network).rpartition("/")[2]


def of(store: FactStore, name: str) -> list[Reading]:
    """Fetch a signal in every scope in which it stands.

    Args:
        store: Where to look.
        name: The signal's full name, ``MESSAGE.SIGNAL``.

    Raises:
        ParameterError: It stands in no scope.
    """
    scopes = store.search(name, None, "signal").scopes
    if not scopes:
        raise ParameterError("a signal stands in some scope", got=name)
    fetched = [(scope, store.fetch("signal_facts", scope, name)) for scope in scopes]
    return [
        Reading(scope=scope, facts=result.rows[0])
        for scope, result in fetched
        if result.status is Status.ANSWERED
    ]


def differences(store: FactStore, name: str, payload: bytes) -> list[dict[str, object]]:
    """Give a row for each scope: the fields in which the scopes differ, and the payload's value there.

    Args:
        store: Where to look.
        name: The signal's full name.
        payload: A frame's bytes.
    """
    readings = of(store, name)
    differing = compare(store, "signal_facts", name, [one.scope for one in readings])
    return [
        {
            "file": one.label,
            **{found.field: found.values[place] for found in differing},
            "the same bytes mean": f"{decode_signal(one.facts, payload).normalize():f} {one.facts['unit']}",
        }
        for place, one in enumerate(readings)
    ]


def lines(readings: Sequence[Reading]) -> alt.TopLevelMixin:
    """Draw what a signal means by each scope, over every raw value; a slider moves along them.

    Args:
        readings: At least two of one unit, from ``of``.

    Raises:
        ParameterError: Fewer than two, or several units, which one axis cannot carry.
    """
    units = {str(one.facts["unit"]) for one in readings}
    if len(readings) < 2 or len(units) != 1:  # noqa: PLR2004 - a comparison has two sides
        raise ParameterError("at least two readings of one unit are compared", got=", ".join(sorted(units)))
    most = 2 ** min(int(str(one.facts["bit_length"])) for one in readings) - 1
    raw = alt.param(
        name="raw",
        value=round(0.3 * most),
        bind=alt.binding_range(min=0, max=most, step=1, name="the number on the wire "),
    )
    ends = [point for one in readings for point in _ends(one, most)]
    return _drawn(ends, raw, units.pop()).properties(title=_title(readings))


def _ends(reading: Reading, most: int) -> list[dict[str, Any]]:
    factor, offset = (Decimal(str(reading.facts[name])) for name in ("factor", "offset"))
    line = {"file": reading.label, "factor": float(factor), "offset": float(offset)}
    return [{**line, "number": number, "value": float(number * factor + offset)} for number in (0, most)]


def _drawn(ends: list[dict[str, Any]], raw: alt.Parameter, unit: str) -> alt.LayerChart | alt.FacetChart:
    x = alt.X("number:Q", title="the number on the wire", axis=alt.Axis(grid=False))
    y = alt.Y("value:Q", title=f"what it means, {unit}")
    colour = alt.Color("file:N", title="defined in")
    base = alt.Chart(alt.InlineData(values=ends))
    at = base.transform_filter("datum.number === 0").transform_calculate(
        at="raw", meant="raw * datum.factor + datum.offset", text=f"format(datum.meant, '.1f') + ' {unit}'"
    )
    here, meant = (
        alt.X("at:Q", title="the number on the wire"),
        alt.Y("meant:Q", title=f"what it means, {unit}"),
    )
    chart = alt.layer(
        base.mark_line(strokeWidth=3).encode(x=x, y=y, color=colour),
        at.mark_rule(color=QUIET, strokeDash=[4, 4]).encode(x=here),
        at.mark_circle(size=90, opacity=1, color=INK).encode(x=here, y=meant),
        at.mark_text(align="left", dx=10, dy=12, fontSize=13, fontWeight="bold", color=INK).encode(
            x=here, y=meant, text="text:N"
        ),
    )
    return chart.add_params(raw).properties(name="readings", width=560, height=260)


def _title(readings: Sequence[Reading]) -> alt.TitleParams:
    signal = f"{readings[0].facts['message_key']}.{readings[0].facts['signal_key']}"
    factors = ", ".join(f"{one.facts['factor']} in {one.label}" for one in readings)
    below = "The same number on the wire, read by the definition of each file."
    return alt.TitleParams(f"{signal}: factor {factors}", subtitle=below, subtitleColor=QUIET)
