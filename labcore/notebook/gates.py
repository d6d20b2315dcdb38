"""The chart of the gates: how far each proposed answer comes, what refuses it, and what to do next."""

from __future__ import annotations

import json
from collections import Counter
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import altair as alt

from labcore.errors import ParameterError
from labcore.notebook.theme import GREEN, INK, QUIET, RED, heading
from labcore.records import GateName

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.experiments.gates import Step, Trace

__all__ = ["follow", "stops"]

_ACCEPTED = "accepted"
_STATIONS = [*(gate.value for gate in GateName), _ACCEPTED]
_PASSED, _REFUSED, _SILENT, _NOT_ASKED = (
    "lets it through",
    "refuses it",
    "has nothing to compare",
    "is not asked any more",
)
_SHAPES = alt.Scale(
    domain=[_PASSED, _REFUSED, _SILENT, _NOT_ASKED], range=["circle", "cross", "circle", "circle"]
)
_COLOURS = alt.Scale(domain=[_PASSED, _REFUSED, _SILENT, _NOT_ASKED], range=[GREEN, RED, QUIET, "#DADDE0"])
_WIDTH = 408
_MARGIN = 290
_LINE = 92


def stops(traces: Sequence[Trace]) -> dict[str, int]:
    """Count at which gate answers stop, in the order of the gates; ``accepted`` last."""
    counted = Counter(trace.refusal.gate.value if trace.refusal else _ACCEPTED for trace in traces)
    return {station: counted[station] for station in _STATIONS if counted[station]}


def follow(traces: Sequence[Trace], first: str) -> alt.TopLevelMixin:
    """Draw every proposed answer on its way through the gates, and one of them in words.

    The list under the picture chooses which; it is a part of the chart and needs no kernel.

    Args:
        traces: At least one.
        first: The id of the answer that is shown in words before anybody chooses.

    Raises:
        ParameterError: There is no trace, or none of the answer named.
    """
    ids = [trace.journey.id for trace in traces]
    if first not in ids:
        raise ParameterError(
            "the answer to follow is one of those proposed", got=first, remedy=f"Known: {', '.join(ids)}"
        )
    titles = [trace.journey.title for trace in traces]
    chosen = alt.param(
        name="answer", value=first, bind=alt.binding_select(options=ids, labels=titles, name="follow: ")
    )
    drawn: alt.VConcatChart = (
        alt.vconcat(_way(traces), _words(traces), spacing=18)
        .add_params(chosen)
        .properties(
            title=heading(
                _finding(traces),
                "A cross is where an answer is refused; the gates after it are not asked.",
                width=80,
            )
        )
    )
    return drawn


def _way(traces: Sequence[Trace]) -> alt.LayerChart | alt.FacetChart:
    ids = [trace.journey.id for trace in traces]
    values = [value for trace in traces for value in _stations(trace)]
    lines = [{"id": trace.journey.id, "from": _STATIONS[0], "to": _last(trace)} for trace in traces]
    labels = json.dumps({trace.journey.id: trace.journey.title for trace in traces}, ensure_ascii=False)
    y = alt.Y(
        "id:N",
        scale=alt.Scale(domain=ids),
        title=None,
        axis=alt.Axis(domain=False, ticks=False, labelPadding=16, labelExpr=f"({labels})[datum.value]"),
    )
    x = alt.X(
        "station:N",
        scale=alt.Scale(domain=_STATIONS),
        title=None,
        axis=alt.Axis(
            orient="top",
            labelAngle=0,
            labelAlign="center",
            labelFontSize=10,
            labelFontWeight="bold",
            domain=False,
            ticks=False,
        ),
    )
    band = (
        alt.Chart(alt.InlineData(values=lines))
        .transform_filter("datum.id === answer")
        .mark_bar(color="#EEF1F4", size=30, aria=False)
        .encode(y=y)
    )
    lane = (
        alt.Chart(alt.InlineData(values=lines))
        .mark_rule(color=GREEN, strokeWidth=3, aria=False)
        .encode(x=alt.X("from:N", scale=alt.Scale(domain=_STATIONS), title=None), x2="to:N", y=y)
    )
    base = alt.Chart(alt.InlineData(values=values)).encode(x=x, y=y)
    marks = base.mark_point(size=190, filled=True, opacity=1, strokeWidth=0).encode(
        color=alt.Color("state:N", title="the gate", scale=_COLOURS, legend=alt.Legend(columns=2)),
        shape=alt.Shape("state:N", title="the gate", scale=_SHAPES),
        angle=alt.condition("datum.refused", alt.value(45), alt.value(0)),
        tooltip=[
            alt.Tooltip("station:N", title="gate"),
            alt.Tooltip("state:N", title="it"),
            alt.Tooltip("reason:N"),
            alt.Tooltip("detail:N"),
        ],
    )
    reasons = (
        base.transform_filter("datum.refused")
        .mark_text(align="left", dx=13, fontSize=11, color=INK)
        .encode(text="reason:N")
    )
    return alt.layer(band, lane, marks, reasons).properties(name="way", width=_WIDTH, height=30 * len(ids))


def _words(traces: Sequence[Trace]) -> alt.LayerChart | alt.FacetChart:
    """Question, answer, evidence, decision, reason and next step of the chosen answer."""
    values = [value for trace in traces for value in _sentences(trace)]
    names = list(dict.fromkeys(value["name"] for value in values))
    base = (
        alt.Chart(alt.InlineData(values=values))
        .transform_filter("datum.id === answer")
        .encode(y=alt.Y("name:N", scale=alt.Scale(domain=names), axis=None))
    )
    return alt.layer(
        base.mark_text(align="left", x=-_MARGIN, fontWeight="bold", color=QUIET).encode(text="name:N"),
        base.mark_text(align="left", x=90 - _MARGIN, lineHeight=15).encode(text="words:N"),
    ).properties(name="words", width=_WIDTH, height=32 * len(names))


def _stations(trace: Trace) -> list[dict[str, Any]]:
    seen = [_station(trace.journey.id, step, asked=_asked(trace, step)) for step in trace.steps]
    place = trace.steps.index(trace.refusal) if trace.refusal else len(seen)
    state = _NOT_ASKED if trace.refusal else _PASSED
    end = {
        "id": trace.journey.id,
        "station": _ACCEPTED,
        "state": state,
        "refused": False,
        "reason": "",
        "detail": "",
    }
    return [*seen, end][: place + 1] + [*seen, end][
        place + 2 :
    ]  # the reason's words stand in the place between


def _station(name: str, step: Step, *, asked: bool) -> dict[str, Any]:
    state = {True: _PASSED, False: _REFUSED, None: _SILENT if asked else _NOT_ASKED}[step.passed]
    return {
        "id": name,
        "station": step.gate.value,
        "state": state,
        "refused": step.passed is False,
        "reason": (step.reason or "").replace("_", " "),
        "detail": step.detail,
    }


def _asked(trace: Trace, step: Step) -> bool:
    stop = trace.refusal
    return stop is None or trace.steps.index(step) <= trace.steps.index(stop)


def _last(trace: Trace) -> str:
    return trace.refusal.gate.value if trace.refusal else _ACCEPTED


def _sentences(trace: Trace) -> list[dict[str, Any]]:
    stop = trace.refusal
    journey, scope = trace.journey, trace.query.scope
    rows = {
        "asked": f"{trace.query.text} ({scope.tenant}, as of {scope.as_of})",
        "answered": journey.claim.words,
        "cited": f"{journey.citation.passage_id}: \u201c{journey.citation.quote}\u201d",
        "decision": f"\u00d7 refused at \u201c{stop.gate.value}\u201d: {(stop.reason or '').replace('_', ' ')}"
        if stop
        else "accepted, with its evidence",
        "why": stop.detail if stop else trace.steps[-1].detail or trace.steps[-2].detail,
        "next": stop.next_step if stop else "answer, and show the passage beside the answer",
    }
    return [
        {
            "id": journey.id,
            "name": name,
            "words": wrap(text, _LINE),
            "stop": bool(stop) and name == "decision",
        }
        for name, text in rows.items()
    ]


def _finding(traces: Sequence[Trace]) -> str:
    counted = stops(traces)
    accepted = counted.pop(_ACCEPTED, 0)
    each = ", ".join(f"{count} at \u201c{gate}\u201d" for gate, count in counted.items())
    return f"{accepted} of {len(traces)} answers {'comes' if accepted == 1 else 'come'} through; the others stop: {each}"
