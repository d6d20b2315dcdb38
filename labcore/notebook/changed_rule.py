"""A picture of changed rules: which candidate goes with which rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.experiments import outcome
from labcore.notebook.matrix import MatrixCell, click_matrix
from labcore.notebook.theme import GREEN, ORANGE, heading
from labcore.oracle import check, compare

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    import altair as alt

    from labcore.fixture import Fixture
    from labcore.records import Proposition
    from labcore.units import Units

__all__ = ["named", "rule_matrix", "transformation_rows"]

_ACCEPTED, _REFUSED = "accepted", "refused"


def named(propositions: Sequence[Proposition]) -> dict[str, Proposition]:
    """Give each statement the short name that pictures show: its version and what it claims.

    Of two that would be called the same, the last one stays.
    """
    return {f"{p.version}: {_claim(p)}": p for p in propositions}


def _claim(proposition: Proposition) -> str:
    if proposition.value is not None:
        return f"{proposition.value} {proposition.unit}"
    return "allowed" if proposition.allowed else "not allowed"


def rule_matrix(
    rules: Mapping[str, Proposition],
    candidates: Mapping[str, Proposition],
    bundle: Collection[str],
    units: Units,
    *,
    name: str = "rules",
) -> alt.TopLevelMixin:
    """Draw rules against candidates; a click says why one is refused, and what to do next.

    Args:
        rules: What people call each rule -> the rule.
        candidates: What people call each candidate -> the candidate.
        bundle: The passages that were given.
        units: The fixture's units.
        name: Of the picture's parts; unique in a notebook.
    """
    cells = [
        _cell(rule_name, candidate_name, candidate, rule, bundle, units)
        for rule_name, rule in rules.items()
        for candidate_name, candidate in candidates.items()
    ]
    accepted = sum(cell.state == _ACCEPTED for cell in cells)
    refused = next((cell for cell in cells if cell.state == _REFUSED), cells[0])
    return click_matrix(
        cells,
        name=name,
        title=heading(
            f"{accepted} of {len(cells)} pairs agree: a changed rule requires a changed candidate",
            "Each row is a rule, each column a candidate. Click a cell for the reason and the next step.",
        ),
        axes=("candidate", "rule"),
        colours={_ACCEPTED: GREEN, _REFUSED: ORANGE},
        first=(refused.x, refused.y),
        size=(140, 44),
    )


def _cell(  # one pair and its surroundings
    rule_name: str,
    candidate_name: str,
    candidate: Proposition,
    rule: Proposition,
    bundle: Collection[str],
    units: Units,
) -> MatrixCell:
    verdict = check(candidate, rule, bundle, units)
    if verdict.accepted:
        story: tuple[str, ...] = ("Every gate lets it through.",)
    else:
        also = f"Refused by all of: {', '.join(verdict.reasons)}." if len(verdict.reasons) > 1 else ""
        story = (verdict.detail, verdict.next_step, also)
    return MatrixCell(
        x=candidate_name,
        y=rule_name,
        state=_ACCEPTED if verdict.accepted else _REFUSED,
        label=outcome(verdict.reason),
        story=tuple(text for text in story if text),
    )


def transformation_rows(fixture: Fixture, bundle: Collection[str]) -> list[dict[str, object]]:
    """Give each transformation of a fixture with what was expected of it and what came out."""
    rows: list[dict[str, object]] = []
    for change in fixture.transformations:
        if change.compared_with is not None:
            came = str(compare(change.candidate, change.compared_with, fixture.units))
            expected = str(change.expects)
        else:
            given = bundle if change.bundle is None else change.bundle
            came = outcome(check(change.candidate, change.rule, given, fixture.units).reason)
            expected = outcome(change.expects)
        rows.append({"what is changed": change.title, "expected": expected, "came out": came})
    return rows
