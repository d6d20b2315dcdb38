"""Judges under the same defects and the same good statements."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import FixtureError, ParameterError
from labcore.experiments import KillGrid, Kind, given_bundle, grid_cases, kill_grid, threshold_curve
from labcore.fixture import load
from labcore.judging import JUDGES, ConstantJudge, Opinion, OracleJudge, RecordedJudge, Ruling, judge_named
from labcore.oracle import check
from labcore.records import GateReason

LIMITS = load(Path(__file__).parents[2] / "fixtures" / "limits")
CASES = grid_cases(LIMITS)
BUNDLE = given_bundle(LIMITS)


class Told:
    """A judge that says what it was told, case by case."""

    name = "told"

    def __init__(self, rulings):
        self.rulings = iter(rulings)

    def judges(self, *_):
        return next(self.rulings)


def grid_of(judge):
    (grid,) = kill_grid([judge], CASES)
    return grid


def test_the_cases_are_six_valid_their_equivalents_and_thirty_six_mutants():
    """Equivalents: 5 of the upload limit, 4 of the storage, 2 of the retention, 6 wordings.

    400 days have no exact number of weeks, and no thousands.
    """
    counts = {kind: sum(case.kind is kind for case in CASES) for kind in Kind}
    assert counts == {"valid": 6, "equivalent": 17, "mutant": 36}
    assert len({case.id for case in CASES}) == 59


def test_a_case_shows_its_defect_in_the_text_and_in_the_statement():
    """Whatever is to be found can be found by a judge of text."""
    for case in CASES:
        assert (case.candidate.text == case.expected.text) == (case.kind is Kind.VALID), case.id
        assert (case.dimension is not None) == (case.kind is Kind.MUTANT)
        assert case.passage.id == case.expected.proposition.evidence_id


def test_the_oracle_agrees_with_every_label():
    for case in CASES:
        verdict = check(case.candidate.proposition, case.expected.proposition, BUNDLE, LIMITS.units)
        assert verdict.reason == case.dimension, case.id


def test_the_oracle_kills_all_and_loses_none():
    grid = grid_of(OracleJudge(BUNDLE, LIMITS.units))
    assert [grid.right(kind) for kind in Kind] == [6, 17, 36]
    assert (grid.abstentions, grid.tokens, grid.remark) == (0, 0, "")
    assert [grid.right(Kind.MUTANT, d) for d in GateReason] == [6, 6, 6, 6, 6, 3, 3]


@pytest.mark.parametrize(
    ("opinion", "right", "remark"),
    [
        ("reject", [0, 0, 36], "rejects everything: tells nothing apart"),
        ("accept", [6, 17, 0], "accepts everything: tells nothing apart"),
    ],
)
def test_a_control_does_not_look_good(opinion, right, remark):
    grid = grid_of(ConstantJudge(Opinion(opinion)))
    assert [grid.right(kind) for kind in Kind] == right
    assert grid.remark == remark


def test_an_abstention_is_neither_a_kill_nor_an_acceptance():
    abstained = Ruling(opinion=Opinion.ABSTAIN, detail="asleep", tokens=2)
    grid = grid_of(Told([abstained] * 59))
    assert [grid.right(kind) for kind in Kind] == [0, 0, 0]
    assert (grid.abstentions, grid.tokens) == (59, 118)
    assert grid.remark == "abstains on everything: tells nothing apart"
    assert grid.silence.ruling.detail == "asleep"


def test_a_judge_that_spoke_once_was_not_silent():
    abstained = Ruling(opinion=Opinion.ABSTAIN, detail="asleep")
    assert grid_of(Told([*[abstained] * 58, Ruling(opinion=Opinion.ACCEPT)])).silence is None


def test_kills_without_a_valid_statement_say_nothing():
    rulings = [
        Ruling(opinion=Opinion.ACCEPT if case.kind is Kind.EQUIVALENT else Opinion.REJECT) for case in CASES
    ]
    assert grid_of(Told(rulings)).remark == "accepts no valid statement: its kills say nothing"


def test_time_is_kept_for_every_case():
    grid = grid_of(ConstantJudge(Opinion.ACCEPT))
    assert all(cell.seconds >= 0 for cell in grid.cells)
    assert grid.seconds == pytest.approx(sum(cell.seconds for cell in grid.cells))


def test_judges_of_one_grid_have_different_names():
    with pytest.raises(ParameterError, match="judges with different names, got always-accept, always-accept"):
        kill_grid([ConstantJudge(Opinion.ACCEPT)] * 2, CASES)


@pytest.mark.parametrize(
    ("sentences", "got"),
    [
        pytest.param(["upload-limit/valid/as written"], "upload-limit/valid/as written", id="ids"),
        pytest.param([], "no verdict", id="an empty file"),
    ],
)
def test_recorded_verdicts_about_none_of_the_cases_are_wrong_use(sentences, got):
    judge = RecordedJudge("csv:mine", dict.fromkeys(sentences, Ruling(opinion=Opinion.ACCEPT)))
    with pytest.raises(
        ParameterError, match=f"csv:mine: recorded verdicts .* got {got}. The text of upload-"
    ):
        kill_grid([judge], CASES)


def test_all_judges_are_found_fit_before_the_first_is_asked():
    """The first may be one that is paid."""
    recorded = RecordedJudge("csv:mine", {"another sentence": Ruling(opinion=Opinion.ACCEPT)})
    with pytest.raises(ParameterError, match="csv:mine: recorded verdicts"):
        kill_grid([Told([]), recorded], CASES)


def test_a_grid_without_cells_has_not_been_silent():
    assert KillGrid(judge="none", cells=()).silence is None


def test_one_recorded_verdict_about_a_case_is_enough():
    judge = RecordedJudge("csv:mine", {CASES[0].candidate.text: Ruling(opinion=Opinion.ACCEPT)})
    (grid,) = kill_grid([judge], CASES)
    assert grid.cells[0].right
    assert grid.abstentions == sum(case.candidate.text != CASES[0].candidate.text for case in CASES)


def test_a_grid_needs_cases():
    with pytest.raises(ParameterError, match="a grid needs cases"):
        kill_grid([ConstantJudge(Opinion.ACCEPT)], [])


def test_a_fixture_without_wordings_is_refused():
    bare = load(LIMITS.path.parent / "policies")
    with pytest.raises(FixtureError, match=r"policies: judges need propositions.jsonl, .* got no facts"):
        grid_cases(bare)


def test_the_built_in_judges_and_what_they_find():
    """An outside measurement on a similar set: ROUGE-L at 0.5 killed none; cosine at 0.8 few."""
    names = [name for name in JUDGES if not name.startswith("always")]
    grids = {g.judge: g for g in kill_grid([judge_named(n, BUNDLE, LIMITS.units) for n in names], CASES)}
    assert grids["membership"].right(Kind.MUTANT) == 0
    assert grids["rouge-l@0.5"].right(Kind.MUTANT) == 0
    assert 0 < grids["cosine@0.8"].right(Kind.MUTANT) < 12
    assert grids["cosine@0.8"].right(Kind.VALID) == 6
    assert grids["numbers@1"].right(Kind.MUTANT, GateReason.POLARITY) == 0
    assert grids["spans@0.5"].remark.startswith("rejects everything")


def test_a_curve_counts_at_every_score_by_hand():
    """Valid at 0.9, equivalents at 0.5, mutants at 0.5 but one at 0.1: three scores and one above."""
    scores = {Kind.VALID: 0.9, Kind.EQUIVALENT: 0.5, Kind.MUTANT: 0.5}
    rulings = [Ruling(opinion=Opinion.ACCEPT, score=scores[case.kind]) for case in CASES]
    rulings[-1] = Ruling(opinion=Opinion.ACCEPT, score=0.1)
    curve = threshold_curve(grid_of(Told(rulings)))
    assert [(p.threshold, p.valid, p.equivalent, p.killed) for p in curve] == [
        (0.1, 6, 17, 0),
        (0.5, 6, 17, 1),
        (0.9, 6, 0, 36),
        (0.9 + 1e-6, 0, 0, 36),
    ]


def test_a_curve_leaves_abstentions_out():
    rulings = [Ruling(opinion=Opinion.ABSTAIN, detail="x")] * 58 + [Ruling(opinion=Opinion.ACCEPT, score=0.5)]
    assert [p.killed for p in threshold_curve(grid_of(Told(rulings)))] == [0, 1]


def test_a_judge_without_scores_has_no_curve():
    with pytest.raises(ParameterError, match="a curve needs a judge with scores, got always-accept"):
        threshold_curve(grid_of(ConstantJudge(Opinion.ACCEPT)))


@given(st.lists(st.floats(0, 1), min_size=59, max_size=59))
def test_law_along_a_curve_kills_rise_and_acceptances_fall(scores):
    curve = threshold_curve(grid_of(Told([Ruling(opinion=Opinion.ACCEPT, score=score) for score in scores])))
    for name, falling in (("killed", False), ("valid", True), ("equivalent", True)):
        values = [getattr(point, name) for point in curve]
        assert values == sorted(values, reverse=falling)
    assert (curve[0].killed, curve[0].valid, curve[0].equivalent) == (0, 6, 17)
    assert (curve[-1].killed, curve[-1].valid, curve[-1].equivalent) == (36, 0, 0)
