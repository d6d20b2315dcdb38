"""Pictures of judges and mutants: one judge's grid, all judges side by side, a threshold's curve, the assertions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from labcore.experiments import LACKING, Kind
from labcore.judging import Opinion
from labcore.notebook.matrix import MatrixCell, click_matrix
from labcore.notebook.shown import shown
from labcore.notebook.theme import GREEN, GREY, INK, ORANGE, RED, SKY, heading
from labcore.notebook.threshold import curve
from labcore.records import GateReason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.experiments import Cell, KillGrid
    from labcore.records import NamedCheck

__all__ = ["assertion_groups", "curve", "judges_overview", "mutation_grid"]

_CLAIM = "value, polarity"
_RIGHT, _WRONG, _PARTLY, _ABSTAINED = "right", "wrong", "some right, some wrong", "abstained"
_COLOURS = {_RIGHT: GREEN, _PARTLY: ORANGE, _WRONG: RED, _ABSTAINED: GREY}
_PASSED, _LACKING = "passed", "passed: evidence was lacking when recorded, and still is"
_COLUMNS = ["as written", "other ways", "evidence", "version", "tenant", "scope", "unit", _CLAIM]


def mutation_grid(grids: Sequence[KillGrid]) -> alt.TopLevelMixin:
    """Draw facts against defects for one judge at a time; a click shows the statement and what was said of it.

    The two columns on the left are statements that must be accepted, so that a judge that rejects
    everything does not look good.

    Args:
        grids: One a judge, of the same cases; the first is shown first.
    """
    cells = [cell for grid in grids for cell in _grid_cells(grid)]
    facts = len({cell.y for cell in cells})
    return click_matrix(
        cells,
        name="mutants",
        title=heading(
            f"Which defects of {facts} facts does the judge find, and which good statements does it keep?",
            "The first two columns must be accepted, the others rejected. Click a cell for its story.",
        ),
        axes=("the statement, or what is wrong with it", "fact"),
        colours=_COLOURS,
        first=("scope", cells[0].y),
        layers="judge",
        size=(72, 34),
    )


def _grid_cells(grid: KillGrid) -> list[MatrixCell]:
    facts = dict.fromkeys(cell.case.fact_id for cell in grid.cells)
    return [
        _matrix_cell(
            grid, fact, column, [c for c in grid.cells if c.case.fact_id == fact and _column(c) == column]
        )
        for fact in facts
        for column in _COLUMNS
    ]


def _column(cell: Cell) -> str:
    if cell.case.kind is Kind.VALID:
        return "as written"
    if cell.case.kind is Kind.EQUIVALENT:
        return "other ways"
    dimension = cell.case.dimension
    return _CLAIM if dimension in {GateReason.VALUE, GateReason.POLARITY} else str(dimension)


def _matrix_cell(grid: KillGrid, fact: str, column: str, cells: Sequence[Cell]) -> MatrixCell:
    right = sum(cell.right for cell in cells)
    told = next((cell for cell in cells if not cell.right), cells[0])
    wanted = "rejected" if told.case.kind is Kind.MUTANT else "accepted"
    sentence = (f"\u201c{told.case.candidate.text}\u201d",)
    said = (f"{grid.judge}: {told.ruling.opinion}; it must be {wanted}. {_why(told)}",)
    one = told.case.kind is not Kind.EQUIVALENT  # of several ways, the one that a judge lost is told
    return MatrixCell(
        x=column,
        y=fact,
        state=_state(cells, right),
        label=f"{right} of {len(cells)}" if len(cells) > 1 else _word(told),
        about=sentence if one else (),
        story=said if one else sentence + said,
        layer=grid.judge,
    )


def _state(cells: Sequence[Cell], right: int) -> str:
    if right in {0, len(cells)}:
        silent = all(cell.ruling.opinion is Opinion.ABSTAIN for cell in cells)
        return _RIGHT if right else _ABSTAINED if silent else _WRONG
    return _PARTLY


def _word(cell: Cell) -> str:
    words = {Opinion.ACCEPT: "accepted", Opinion.REJECT: "rejected", Opinion.ABSTAIN: "abstained"}
    return words[cell.ruling.opinion]


def _why(cell: Cell) -> str:
    """Give the reason; a score is rounded here, since its details would differ between processors."""
    if cell.ruling.score is not None:
        return f"Its score is {shown(cell.ruling.score, 2):.2f}."
    return f"{cell.ruling.detail[:1].upper()}{cell.ruling.detail[1:]}." if cell.ruling.detail else ""


def judges_overview(grids: Sequence[KillGrid]) -> alt.TopLevelMixin:
    """Draw every judge in one picture: what it accepts of the good, and what it finds of the bad.

    Args:
        grids: One a judge, of the same cases.
    """
    kinds: list[tuple[str, Kind, GateReason | None]] = [
        ("as written", Kind.VALID, None),
        ("other ways", Kind.EQUIVALENT, None),
        *((str(dimension), Kind.MUTANT, dimension) for dimension in GateReason),
    ]
    cells = [
        _share_cell(grid, column, kind, dimension)
        for grid in grids
        for column, kind, dimension in kinds
        if grid.of(kind, dimension)
    ]
    perfect = [grid.judge for grid in grids if all(cell.right for cell in grid.cells)]
    finding = f"Of {len(grids)} judges, {len(perfect)} accepts every good statement and finds every defect"
    return click_matrix(
        cells,
        name="judges",
        title=heading(
            finding + (f": {', '.join(perfect)}" if perfect else ""),
            "A count is right of all: accepted in the first two columns, rejected in the others.",
        ),
        axes=("what was judged", "judge"),
        colours={"all right": GREEN, "most right": SKY, "most wrong": ORANGE, "all wrong": RED},
        first=("as written", grids[0].judge),
        size=(68, 32),
    )


def _share_cell(grid: KillGrid, column: str, kind: Kind, dimension: GateReason | None) -> MatrixCell:
    right, total = grid.right(kind, dimension), len(grid.of(kind, dimension))
    state = "all right" if right == total else "most right" if 2 * right >= total else "most wrong"
    kills, mutants = grid.right(Kind.MUTANT), len(grid.of(Kind.MUTANT))
    good = grid.right(Kind.VALID) + grid.right(Kind.EQUIVALENT)
    whole = len(grid.cells) - mutants
    return MatrixCell(
        x=column,
        y=grid.judge,
        state="all wrong" if right == 0 else state,
        label=f"{right}/{total}",
        story=(
            f"{grid.judge} rejects {kills} of {mutants} mutants and accepts {good} of {whole} good statements.",
            f"It abstains {grid.abstentions} times." + (f" It {grid.remark}." if grid.remark else ""),
        ),
    )


def assertion_groups(checks: Sequence[NamedCheck]) -> alt.TopLevelMixin:
    """Draw every named check as a square in its group, with its name behind it.

    Args:
        checks: Of one fixture; groups are named ``fixture: group``.
    """
    rows: list[dict[str, Any]] = []
    counted: dict[str, int] = {}
    for check in checks:
        group = check.group.partition(": ")[2]
        place = counted[group] = counted.get(group, 0) + 1
        passed = _PASSED if check.passed else "failed"
        passed = _LACKING if check.passed and check.detail == LACKING else passed
        rows.append({"group": group, "place": place, "passed": passed, "name": check.name})
    failed = sum(not check.passed for check in checks)
    finding = f"{len(checks)} named checks in {len(counted)} groups that mean different things"
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X(
            "place:O", title="checks of the group, one square each", axis=alt.Axis(labels=False, ticks=False)
        ),
        y=alt.Y("group:N", sort=list(counted), title=None, axis=alt.Axis(domain=False, ticks=False)),
    )
    total = [{"group": group, "place": count, "label": f"{count}"} for group, count in counted.items()]
    return (
        alt.layer(
            base.mark_square(size=130, opacity=1).encode(
                color=alt.Color(
                    "passed:N",
                    title=None,
                    scale=alt.Scale(domain=[_PASSED, _LACKING, "failed"], range=[GREEN, SKY, RED]),
                    legend=alt.Legend(labelLimit=420),
                ),
                tooltip=[alt.Tooltip("name:N", title="check"), alt.Tooltip("passed:N", title="it")],
            ),
            alt.Chart(alt.InlineData(values=total))
            .mark_text(align="left", dx=10, color=INK, fontWeight="bold")
            .encode(
                x=alt.X("place:O", title=None),
                y=alt.Y("group:N", sort=list(counted), title=None),
                text="label:N",
            ),
        )
        .properties(name="assertions", width=560, height=34 * len(counted))
        .properties(
            title=heading(
                f"{finding}: {failed or 'none'} failed",
                "Their number is no percentage of anything. None of them saw a model's answer.",
            )
        )
    )
