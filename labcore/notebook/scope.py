"""Pictures of comparisons: two quantities side by side, and every pair that may or may not be compared."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import altair as alt

from labcore.errors import UnitError
from labcore.experiments import fixture_mutants
from labcore.notebook.matrix import MatrixCell, click_matrix
from labcore.notebook.theme import BLUE, INK, ORANGE, SKY, heading
from labcore.oracle import explain_comparison
from labcore.records import GateReason, Relation
from labcore.units import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.fixture import Fixture
    from labcore.oracle import Comparison
    from labcore.records import Proposition
    from labcore.units import Units

__all__ = ["boundaries", "comparable_facts", "comparison_matrix", "two_quantities"]

_SIGNS = {
    Relation.LESS: "<",
    Relation.EQUAL: "=",
    Relation.GREATER: ">",
    Relation.CLARIFICATION_REQUIRED: "?",
}
_ANSWER, _ASK = "the comparison has an answer", "ask which one is meant"


def boundaries(fact: Proposition) -> list[dict[str, object]]:
    """Give the parts of a fact as rows of a table, each with the question that it settles."""
    asked = {
        "value": "how much",
        "unit": "counted in what",
        "scope": "of what",
        "version": "under which rule",
        "tenant": "for whom",
        "evidence_id": "where it is written",
    }
    return [
        {"part": name.replace("_id", ""), "it says": getattr(fact, name), "question": question}
        for name, question in asked.items()
    ]


def comparable_facts(fixture: Fixture) -> dict[str, Proposition]:
    """Give everything that a reader may compare, by id.

    These are the quantities, the first permission, each quantity that a transformation changes (under
    its own version), and the first quantity as another tenant would state it.

    Args:
        fixture: A fixture with facts.
    """
    facts = [fact for fact in fixture.propositions if fact.value is not None]
    permissions = [fact for fact in fixture.propositions if fact.value is None]
    changed = [
        replace(change.rule, id=f"{change.rule.id}-{change.rule.version}")
        for change in fixture.transformations
        if change.rule.value is not None and change.rule not in facts
    ]
    foreign = [
        replace(mutant.proposition, id=f"{mutant.proposition.tenant}-{mutant.fact.id}")
        for mutant in fixture_mutants(fixture)
        if mutant.dimension is GateReason.TENANT and mutant.fact.value is not None
    ]
    return {fact.id: fact for fact in [*facts, *changed, *foreign[:1], *permissions[:1]]}


def two_quantities(left: Proposition, right: Proposition, units: Units, unit: str) -> alt.TopLevelMixin:
    """Draw two facts in one unit, and whether the question which is larger has an answer.

    Args:
        left: A fact.
        right: A fact.
        units: The fixture's units.
        unit: The unit of the axis; a fact that it cannot express is named and has no bar.
    """
    compared = explain_comparison(left, right, units)
    rows = [_row(left, units, unit, "first"), _row(right, units, unit, "second")]
    order = [row["name"] for row in rows]
    y = alt.Y("name:N", sort=order, title=None, axis=alt.Axis(domain=False, ticks=False, labelLimit=260))
    x = alt.X(
        "amount:Q",
        title=f"amount in {unit}, each step ten times the one before",
        scale=alt.Scale(type="log", nice=True),
        axis=alt.Axis(format="~s", tickCount=6, grid=False),
    )
    base = alt.Chart(alt.InlineData(values=rows)).encode(y=y)
    bars = base.transform_filter("datum.amount > 0")
    return (
        alt.layer(
            bars.mark_point(filled=True, size=220, color=BLUE, opacity=1).encode(x=x),
            base.mark_text(align="left", x=6, dy=-16, color=INK).encode(text="label:N"),
        )
        .properties(name="two_quantities", width=520, height=120)
        .properties(title=heading(*_finding(left, right, compared, [row["amount"] for row in rows], unit)))
    )


def _row(fact: Proposition, units: Units, unit: str, place: str) -> dict[str, Any]:
    amount, label = _in(fact, units, unit)
    return {"name": f"{place}: {fact.id}", "amount": amount, "label": f"{label} ({fact.scope})"}


def _in(fact: Proposition, units: Units, unit: str) -> tuple[float | None, str]:
    if fact.value is None:
        word = units.unit(fact.unit or "").words[0 if fact.allowed else 1]
        return None, f"no amount: {word}"
    try:
        exact = units.convert(fact.value, fact.unit or "", unit)
    except UnitError:
        return None, f"{fact.value} {fact.unit}, which is no amount in {unit}"
    return float(exact), f"{plain(exact)} {unit}, written as {fact.value} {fact.unit}"


def _finding(
    left: Proposition, right: Proposition, compared: Comparison, amounts: list[float | None], unit: str
) -> list[str]:
    if compared.relation is not Relation.CLARIFICATION_REQUIRED:
        word = "equal to" if compared.relation is Relation.EQUAL else f"{compared.relation} than"
        return [
            f"{left.id} is {word} {right.id}",
            "Same tenant and same scope, so the numbers may be compared.",
        ]
    first = f"Both can be written in {unit}, and the comparison is still refused"
    if None in amounts:
        first = "Which is larger? The question has no answer as it stands"
    return [first, *(f"In the way: {obstacle}." for obstacle in compared.obstacles)]


def comparison_matrix(facts: Sequence[Proposition], units: Units) -> alt.TopLevelMixin:
    """Draw every pair of facts; a click on one says what it compares to, or what stands in the way.

    Args:
        facts: At least two; ids are unique.
        units: The fixture's units.
    """
    cells = [_cell(left, right, units) for left in facts for right in facts]
    others = [cell for cell in cells if cell.x != cell.y]
    answered = sum(cell.state == _ANSWER for cell in others)
    refused = next((cell for cell in others if cell.state == _ASK), cells[0])
    return click_matrix(
        cells,
        name="comparison",
        title=heading(
            f"Of {len(others)} questions about two different facts, {answered} have an answer",
            "Click a cell: the row's fact is compared with the column's.",
        ),
        axes=("compared with", "fact"),
        colours={_ANSWER: SKY, _ASK: ORANGE} if answered else {_ASK: ORANGE, _ANSWER: SKY},
        first=(refused.x, refused.y),
        size=(96, 34),
    )


def _cell(left: Proposition, right: Proposition, units: Units) -> MatrixCell:
    compared = explain_comparison(left, right, units)
    said = f"{_written(left)}. Compared with: {_written(right)}."
    return MatrixCell(
        x=right.id,
        y=left.id,
        state=_ASK if compared.obstacles else _ANSWER,
        label=_SIGNS[compared.relation],
        story=(said, f"{compared.relation}", *compared.obstacles),
    )


def _written(fact: Proposition) -> str:
    claim = f"{fact.value} {fact.unit}" if fact.value is not None else f"allowed: {fact.allowed}".lower()
    return f"{fact.scope} ({fact.tenant}, {fact.version}): {claim}"
