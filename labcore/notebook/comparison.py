"""Charts of rankers side by side: what stands in every place, and who wins which family."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import altair as alt

from labcore.errors import ParameterError
from labcore.notebook.theme import BLUE, GREEN, INK, RED, heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.experiments import Comparison, FamilyRow, QueryRow
    from labcore.fixture import Qrels
    from labcore.records import Value

__all__ = ["counts", "evidence_map", "family_table", "first_hit_failures"]

_NEEDED, _OTHER, _FORBIDDEN = "required evidence", "other, may be read", "forbidden"
_UNFILTERED, _FILTERED = "nowhere", "before the ranking"
_KINDS = alt.Scale(domain=[_NEEDED, _OTHER, _FORBIDDEN], range=[GREEN, "#D9DCDF", RED])
_MEASURES = {
    "complete": "all required evidence among the first places",
    "first_hit": "required evidence in the first place",
}


def evidence_map(comparisons: Sequence[Comparison], qrels: Qrels) -> alt.TopLevelMixin:
    """Draw what stands in each of the first k places, for every question and every ranker.

    A switch inside the chart shows the lists with the filter before the ranking and without any.

    Args:
        comparisons: Rankers over the same questions with the same k, at least one.
        qrels: The fixture's required evidence.

    Raises:
        ParameterError: There is no comparison.
    """
    if not comparisons:
        raise ParameterError("a map of evidence needs at least one comparison")
    switch = alt.param(
        name="placement",
        value=_UNFILTERED,
        bind=alt.binding_radio(options=[_UNFILTERED, _FILTERED], name="filter by tenant and date: "),
    )
    columns = [_column(one, qrels, labelled=place == 0) for place, one in enumerate(comparisons)]
    title = heading(_map_finding(comparisons), _map_counts(comparisons))
    drawn: alt.HConcatChart = alt.hconcat(*columns, spacing=14).add_params(switch).properties(title=title)
    return drawn


def _column(comparison: Comparison, qrels: Qrels, *, labelled: bool) -> alt.LayerChart | alt.FacetChart:
    """One ranker: a row for each question, a square for each place; the first column carries the questions."""
    questions = [row.query.id for row in comparison.rows]
    values = [
        _places(row, qrels, placement) for row in comparison.rows for placement in (_UNFILTERED, _FILTERED)
    ]
    words = json.dumps({row.query.id: _question(row) for row in comparison.rows}, ensure_ascii=False)
    labels = alt.Axis(
        domain=False, ticks=False, labelLimit=330, labelFontSize=11, labelExpr=f"({words})[datum.value]"
    )
    base = (
        alt.Chart(alt.InlineData(values=values))
        .transform_filter("datum.placement === placement")
        .transform_calculate(kind="split(datum.kinds, '|')", passage="split(datum.passages, '|')")
        .transform_calculate(slot="sequence(1, length(datum.kind) + 1)")
        .transform_filter("datum.passages !== ''")
        .transform_flatten(["slot", "kind", "passage"])
        .encode(
            x=alt.X("slot:O", title="place", axis=alt.Axis(labelAngle=0, domain=False, ticks=False)),
            y=alt.Y(
                "question:N", scale=alt.Scale(domain=questions), title=None, axis=labels if labelled else None
            ),
        )
    )
    squares = base.mark_rect(stroke="#FFFFFF", strokeWidth=2, aria=False).encode(
        color=alt.Color("kind:N", title=None, scale=_KINDS),
        tooltip=[
            alt.Tooltip("question:N"),
            alt.Tooltip("slot:O", title="place"),
            alt.Tooltip("passage:N"),
            alt.Tooltip("kind:N"),
        ],
    )
    signs = base.transform_filter(f"datum.kind === '{_FORBIDDEN}'").mark_text(
        text="\u00d7", color="#FFFFFF", fontSize=13, aria=False
    )
    return alt.layer(squares, signs).properties(
        name=comparison.ranker,
        width=22 * comparison.k,
        height=18 * len(questions),
        title={
            "text": comparison.ranker.replace("_", " "),
            "fontSize": 12,
            "offset": 4,
            "frame": "group",
            "anchor": "middle",
        },
    )


def family_table(comparisons: Sequence[Comparison], baseline: str = "jaccard") -> alt.TopLevelMixin:
    """Draw how many questions of each family each ranker answers, and who gains and loses against a baseline.

    Args:
        comparisons: Rankers over the same questions, the baseline among them.
        baseline: A ranker's name.

    Raises:
        ParameterError: The baseline is not among them.
    """
    by_name = {comparison.ranker: comparison for comparison in comparisons}
    if baseline not in by_name:
        raise ParameterError("the baseline is one of the rankers compared", got=baseline)
    start = {row.family: row for row in by_name[baseline].families()}
    values = [
        _family(row, start[row.family], measure)
        for comparison in comparisons
        for row in comparison.families()
        for measure in _MEASURES
        if row.queries
    ]
    measure = alt.param(
        name="measure",
        value=_MEASURES["complete"],
        bind=alt.binding_radio(options=list(_MEASURES.values()), name="counted: "),
    )
    base = (
        alt.Chart(alt.InlineData(values=values))
        .transform_filter("datum.measure === measure")
        .encode(
            x=alt.X(
                "ranker:N",
                sort=list(by_name),
                title="ranker",
                axis=alt.Axis(orient="top", labelAngle=0, domain=False, ticks=False),
            ),
            y=alt.Y(
                "family:N",
                sort=list(start),
                title="family of questions",
                axis=alt.Axis(domain=False, ticks=False),
            ),
        )
    )
    cells = base.mark_rect(stroke="#FFFFFF", strokeWidth=3).encode(
        color=alt.Color(
            "share:Q", title=None, legend=None, scale=alt.Scale(domain=[0, 1], range=["#EEF1F4", BLUE])
        )
    )
    words = base.mark_text(fontSize=12).encode(
        text="label:N",
        color=alt.condition("datum.share > 0.6", alt.value("#FFFFFF"), alt.value(INK)),
    )
    return (
        alt.layer(cells, words)
        .add_params(measure)
        .properties(
            name="families",
            width=104 * len(by_name),
            height=34 * sum(row.queries > 0 for row in start.values()),
            title=heading(
                _family_finding(comparisons, baseline),
                f"\u25b2 and \u25bc: questions gained and lost against {baseline}",
                width=76,
            ),
        )
    )


def first_hit_failures(comparison: Comparison, qrels: Qrels) -> list[dict[str, Any]]:
    """List the questions whose first hit is not required evidence, as rows for ``lab.table``.

    Args:
        comparison: One ranker over some questions.
        qrels: The fixture's required evidence.
    """
    rows = []
    for row in comparison.first_hit_failures:
        ids = row.run.passage_ids
        places = [str(place) for place, name in enumerate(ids, start=1) if name in _needed(row, qrels)]
        rows.append(
            {
                "question": f"{row.query.id}: {row.query.text}",
                "first hit": ids[0] if ids else None,
                "needed": ", ".join(sorted(_needed(row, qrels))),
                "needed stands in place": ", ".join(places) or "not among the first",
            }
        )
    return rows


def counts(comparison: Comparison) -> dict[str, Value]:
    """Give what one ranker did as named numbers for ``lab.measured``.

    Recall is left out where no question requires evidence.
    """
    numbers: dict[str, Value] = {
        "ranker": comparison.ranker,
        "forbidden_places_filtered_first": comparison.forbidden_slots,
        "forbidden_places_unfiltered": comparison.unfiltered_forbidden_slots,
        "places_unfiltered": comparison.unfiltered_slots,
        "forbidden_passages_unfiltered": len(comparison.unfiltered_forbidden_passages),
        "first_hit_failures": len(comparison.first_hit_failures),
    }
    if comparison.mean_recall is not None:
        numbers[f"recall_at_{comparison.k}"] = comparison.mean_recall
    return numbers


def _places(row: QueryRow, qrels: Qrels, placement: str) -> dict[str, Any]:
    run, counts = (row.unfiltered, row.diagnostic) if placement == _UNFILTERED else (row.run, row.evidence)
    needed, forbidden = _needed(row, qrels), set(counts.forbidden)
    kinds = [
        _FORBIDDEN if name in forbidden else _NEEDED if name in needed else _OTHER for name in run.passage_ids
    ]
    return {
        "question": row.query.id,
        "placement": placement,
        "kinds": "|".join(kinds),
        "passages": "|".join(run.passage_ids),
    }


def _needed(row: QueryRow, qrels: Qrels) -> set[str]:
    return {name for name, grade in qrels.get(row.query.id, {}).items() if grade > 0}


def _question(row: QueryRow) -> str:
    return f"{row.query.scope.tenant or 'anybody'}: {row.query.text}"


def _map_finding(comparisons: Sequence[Comparison]) -> str:
    leaks = [comparison.unfiltered_forbidden_slots for comparison in comparisons]
    kept = sum(comparison.forbidden_slots for comparison in comparisons)
    open_lists = (
        f"Without a filter every ranker hands on forbidden passages ({min(leaks)} to {max(leaks)} places)"
    )
    if not min(leaks):
        open_lists = (
            "Without a filter some rankers hand on forbidden passages"
            if max(leaks)
            else "No ranker found a forbidden passage"
        )
    return f"{open_lists}; filtered first, {'none does' if not kept else f'{kept} places still do'}"


def _map_counts(comparisons: Sequence[Comparison]) -> str:
    counts = [f"{c.ranker} {c.unfiltered_forbidden_slots} of {c.unfiltered_slots}" for c in comparisons]
    return "forbidden places without a filter: " + ", ".join(counts)


def _family(row: FamilyRow, start: FamilyRow, measure: str) -> dict[str, Any]:
    count, before = getattr(row, measure), getattr(start, measure)
    sign = (
        f"  \u25b2{count - before}"
        if count > before
        else f"  \u25bc{before - count}"
        if count < before
        else ""
    )
    return {
        "family": row.family.replace("_", " "),
        "ranker": row.ranker,
        "measure": _MEASURES[measure],
        "share": round(count / row.queries, 3),
        "label": f"{count} of {row.queries}{sign}",
    }


def _family_finding(comparisons: Sequence[Comparison], baseline: str) -> str:
    totals = {c.ranker: sum(row.complete for row in c.families()) for c in comparisons}
    judged = sum(row.queries for row in comparisons[0].families())
    best = max(totals, key=lambda name: totals[name])
    start = {row.family: row.complete for c in comparisons if c.ranker == baseline for row in c.families()}
    lost = [
        f"{c.ranker} loses to it on {row.family.replace('_', ' ')}"
        for c in comparisons
        for row in c.families()
        if row.complete < start[row.family]
    ]
    tail = " and ".join(lost) or "no family loses"
    return f"{best} finds all that is needed for {totals[best]} of {judged} questions, {baseline} for {totals[baseline]}; {tail}"
