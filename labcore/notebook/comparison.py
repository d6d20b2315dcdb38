"""Charts of rankers side by side: what stands in every place, and who wins which family."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import altair as alt

from labcore.errors import ParameterError
from labcore.notebook.families import family_table
from labcore.notebook.theme import GREEN, RED, heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.experiments import Comparison, QueryRow
    from labcore.fixture import Qrels
    from labcore.records import Value

__all__ = ["counts", "evidence_map", "family_table", "first_hit_failures"]

_NEEDED, _OTHER, _FORBIDDEN = "required evidence", "other, may be read", "forbidden"
_UNFILTERED, _FILTERED = "nowhere", "before the ranking"
_KINDS = alt.Scale(domain=[_NEEDED, _OTHER, _FORBIDDEN], range=[GREEN, "#D9DCDF", RED])


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
        domain=False, ticks=False, labelLimit=300, labelFontSize=11, labelExpr=f"({words})[datum.value]"
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
