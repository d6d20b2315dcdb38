"""Pictures of comparisons, judges, assertions and changed rules say what their records say."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.experiments import given_bundle, grid_cases, kill_grid, named_checks
from labcore.fixture import load
from labcore.judging import ConstantJudge, Opinion, judge_named
from labcore.notebook import PAGE_VEGA_LITE, VEGA_LITE, changed_rule, compiles, mutation, scope, title_of

LIMITS = load(Path(__file__).parents[2] / "fixtures" / "limits")
FACTS = scope.comparable_facts(LIMITS)
UPLOAD = FACTS["upload-limit"]
BUNDLE = given_bundle(LIMITS)
CASES = grid_cases(LIMITS)
NAMES = ("oracle", "membership", "overlap", "rouge-l", "always-reject")
GRIDS = kill_grid([judge_named(name, BUNDLE, LIMITS.units) for name in NAMES], CASES)


def pictures():
    new = replace(UPLOAD, version="v4", value="25", unit="MB")
    named = changed_rule.named([UPLOAD, new])
    return {
        "two quantities": scope.two_quantities(UPLOAD, FACTS["organisation-storage"], LIMITS.units, "MB"),
        "comparisons": scope.comparison_matrix(list(FACTS.values()), LIMITS.units),
        "mutants": mutation.mutation_grid(GRIDS),
        "judges": mutation.judges_overview(GRIDS),
        "curve": mutation.curve(GRIDS[2], [0.1, 0.5, 0.9]),
        "assertions": mutation.assertion_groups(named_checks(LIMITS.path)),
        "rules": changed_rule.rule_matrix(named, named, BUNDLE, LIMITS.units),
    }


@pytest.mark.parametrize("version", [VEGA_LITE, PAGE_VEGA_LITE])
@pytest.mark.parametrize("name", list(pictures()))
def test_both_versions_draw_every_picture(name, version):
    assert compiles(pictures()[name].to_dict(), version) is None


def test_what_may_be_compared_includes_a_changed_rule_another_tenant_and_a_permission():
    assert list(FACTS) == [
        "upload-limit",
        "organisation-storage",
        "audit-retention",
        "upload-limit-v4",
        "red-upload-limit",
        "payment-retry",
    ]


@pytest.mark.parametrize(
    ("right", "title"),
    [
        ("organisation-storage", "Both can be written in MB, and the comparison is still refused"),
        ("upload-limit-v4", "upload-limit is less than upload-limit-v4"),
        ("upload-limit", "upload-limit is equal to upload-limit"),
        ("payment-retry", "Which is larger? The question has no answer as it stands"),
    ],
)
def test_the_title_of_a_comparison_is_its_outcome(right, title):
    chart = scope.two_quantities(UPLOAD, FACTS[right], LIMITS.units, "MB")
    assert title_of(chart.to_dict()).startswith(title)


def test_a_fact_without_an_amount_in_the_unit_is_named_and_has_no_point():
    spec = scope.two_quantities(UPLOAD, FACTS["audit-retention"], LIMITS.units, "MB").to_dict()
    text = json.dumps(spec)
    assert "400 days, which is no amount in MB" in text
    assert '"amount": null' in text


def test_the_matrix_of_comparisons_counts_the_answers_in_its_title():
    """Six facts make thirty ordered pairs; only the limit and its changed version compare, both ways."""
    title = title_of(scope.comparison_matrix(list(FACTS.values()), LIMITS.units).to_dict())
    assert title.startswith("Of 30 questions about two different facts, 2 have an answer")


def test_boundaries_name_six_parts_with_their_questions():
    rows = scope.boundaries(UPLOAD)
    assert [row["part"] for row in rows] == ["value", "unit", "scope", "version", "tenant", "evidence"]
    assert rows[0] == {"part": "value", "it says": "20000000", "question": "how much"}


def test_the_overview_names_the_judge_without_a_mistake():
    title = title_of(mutation.judges_overview(GRIDS).to_dict())
    assert title.startswith("Of 5 judges, 1 accepts every good statement and finds every defect: oracle")


def test_a_judge_that_rejects_everything_is_all_wrong_on_the_good_statements():
    text = json.dumps(mutation.judges_overview(GRIDS).to_dict())
    assert "as written,always-reject,all wrong,0/6" in text
    assert "rejects everything: tells nothing apart" in text


def test_the_grid_shows_the_statement_and_what_was_said_of_it():
    text = json.dumps(mutation.mutation_grid(GRIDS[:1]).to_dict())
    assert "at most 30000000 bytes" in text
    assert "oracle: reject; it must be rejected. Version: expected v3; got v2." in text


def test_an_abstention_has_a_state_of_its_own():
    grids = kill_grid([ConstantJudge(Opinion.ABSTAIN)], CASES)
    text = json.dumps(mutation.mutation_grid(grids).to_dict())
    assert "evidence,upload-limit,abstained,abstained" in text


def test_the_assertions_are_counted_and_lists_without_evidence_have_their_own_colour():
    spec = mutation.assertion_groups(named_checks(LIMITS.path)).to_dict()
    assert title_of(spec).startswith("89 named checks in 5 groups that mean different things: none failed")
    assert json.dumps(spec).count('"passed": "passed: evidence was lacking') == 5


def test_a_failed_assertion_is_in_the_title():
    checks = list(named_checks(LIMITS.path))
    checks[0] = replace(checks[0], passed=False)
    assert "things: 1 failed" in title_of(mutation.assertion_groups(checks).to_dict())


def test_a_curve_says_what_can_be_had_without_a_loss():
    title = title_of(mutation.curve(GRIDS[2], [0.0, 1.1]).to_dict())
    assert title.startswith("While every good statement is accepted, 0 of 36 mutants are rejected")
    assert "rejects half of them is 1.10, and it loses 23 of 23 good ones" in title


def test_a_curve_without_half_of_the_mutants_says_so():
    assert "No threshold drawn rejects half" in title_of(mutation.curve(GRIDS[2], [0.0]).to_dict())


def test_statements_are_named_by_version_and_claim():
    retry = FACTS["payment-retry"]
    named = changed_rule.named([UPLOAD, retry, replace(retry, allowed=True)])
    assert list(named) == ["v3: 20000000 bytes", "v1: not allowed", "v1: allowed"]


def test_every_transformation_comes_out_as_expected():
    rows = changed_rule.transformation_rows(LIMITS, BUNDLE)
    assert len(rows) == 8
    assert all(row["expected"] == row["came out"] for row in rows)


@given(st.sampled_from(["v3", "v4"]), st.sampled_from(["20", "25"]))
def test_law_version_and_value_move_together(version, value):
    """Exactly the rule with the same version and number agrees."""
    rules = changed_rule.named([UPLOAD, replace(UPLOAD, version="v4", value="25", unit="MB")])
    candidate = replace(UPLOAD, version=version, value=value, unit="MB")
    chart = changed_rule.rule_matrix(rules, changed_rule.named([candidate]), BUNDLE, LIMITS.units)
    agree = (version, value) in {("v3", "20"), ("v4", "25")}
    assert title_of(chart.to_dict()).startswith(f"{int(agree)} of 2 pairs agree")
