"""One candidate against one fact, gate by gate."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError
from labcore.oracle import GATES, NEXT_STEPS, check
from labcore.oracle import gates as gates_module
from labcore.records import GateReason, Proposition
from labcore.units import Units

QUANTITY_ORDER = ["evidence", "version", "tenant", "scope", "unit", "value"]
WRONG: dict[str, dict[str, str | None]] = {
    "evidence": {"evidence_id": "P4"},
    "version": {"version": "v0"},
    "tenant": {"tenant": "red"},
    "scope": {"scope": "one organisation"},
    "unit": {"unit": "days"},
    "value": {"value": None},
}


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({}, id="the fact itself"),
        pytest.param({"value": "20", "unit": "MB"}, id="20 MB is 20 x 10^6 bytes"),
        pytest.param({"value": "0.02", "unit": "GB"}, id="0.02 GB is 20 x 10^6 bytes"),
        pytest.param({"value": "20,000,000.0"}, id="declared marks and a trailing zero"),
        pytest.param({"id": "another"}, id="an id is not compared"),
    ],
)
def test_the_same_quantity_is_accepted(upload, bundle, units, changes):
    verdict = check(replace(upload, **changes), upload, bundle, units)
    assert verdict.accepted
    assert verdict.reasons == ()


@pytest.mark.parametrize(
    ("changes", "reason", "wanted", "got"),
    [
        pytest.param(
            {"value": str(20 * 1024**2)}, "value", "20000000 bytes", "20971520 bytes", id="20 x 1024^2"
        ),
        pytest.param(
            {"value": "1e3"}, "value", "20000000 bytes", "1e3 bytes: a number is plain", id="exponent"
        ),
        pytest.param({"value": "NaN"}, "value", "20000000 bytes", "NaN bytes: a number is plain", id="NaN"),
        pytest.param(
            {"value": "9" * 38, "unit": "GB"}, "value", "20000000 bytes", "no exact decimal", id="overflow"
        ),
        pytest.param({"value": None}, "value", "20000000 bytes", "no number", id="no number"),
        pytest.param(
            {"value": None, "allowed": True},
            "value",
            "20000000 bytes",
            "true",
            id="a permission is no number",
        ),
        pytest.param({"allowed": True}, "value", "20000000 bytes", "bytes and a polarity", id="both at once"),
        pytest.param(
            {"unit": "days"}, "unit", "a unit of data", "days, a unit of time", id="another dimension"
        ),
        pytest.param(
            {"unit": "MiB"}, "unit", "a unit of data", "MiB: a unit must be declared", id="undeclared"
        ),
        pytest.param(
            {"unit": "Mb"},
            "unit",
            "a unit of data",
            "Mb: a unit must be declared; it is read as",
            id="misread",
        ),
        pytest.param({"unit": None}, "unit", "a unit of data", "no unit", id="no unit"),
        pytest.param(
            {"unit": "permission"}, "unit", "a unit of data", "a unit of permission", id="permission"
        ),
        pytest.param({"scope": "one project"}, "scope", "one file", "one project", id="another scope"),
        pytest.param({"scope": None}, "scope", "one file", "no scope", id="no scope"),
        pytest.param({"tenant": "red"}, "tenant", "blue", "red", id="another tenant"),
        pytest.param({"tenant": None}, "tenant", "blue", "no tenant", id="no tenant"),
        pytest.param({"version": "v0"}, "version", "v1", "v0", id="another version"),
        pytest.param({"version": None}, "version", "v1", "no version", id="no version"),
        pytest.param({"evidence_id": "P4"}, "evidence", "P3, in the bundle", "P4, in the bundle", id="other"),
        pytest.param(
            {"evidence_id": "P9"}, "evidence", "P3, in the bundle", "P9, not in the", id="unretrieved"
        ),
        pytest.param(
            {"evidence_id": None}, "evidence", "P3, in the bundle", "nothing cited", id="no citation"
        ),
    ],
)
def test_one_defect_is_refused_by_its_gate_alone(upload, bundle, units, changes, reason, wanted, got):
    verdict = check(replace(upload, **changes), upload, bundle, units)
    assert verdict.accepted is False
    assert verdict.reason == reason
    assert verdict.reasons == (reason,)
    assert verdict.expected == wanted
    assert got in str(verdict.got)
    assert verdict.next_step == NEXT_STEPS[GateReason(reason)]
    assert verdict.detail == f"{reason}: expected {wanted}; got {verdict.got}"


@pytest.mark.parametrize(
    ("changes", "reason", "wanted", "got"),
    [
        pytest.param({"allowed": True}, "polarity", "prohibited", "allowed", id="flipped"),
        pytest.param({"allowed": None}, "polarity", "prohibited", "no polarity", id="no polarity"),
        pytest.param(
            {"allowed": None, "value": "0"}, "polarity", "prohibited", "the number 0", id="a number"
        ),
        pytest.param({"value": "0"}, "polarity", "prohibited", "the number 0", id="a number beside it"),
        pytest.param(
            {"unit": "bytes"}, "unit", "permission", "bytes, a unit of data", id="a quantity's unit"
        ),
        pytest.param(
            {"unit": "duty"}, "unit", "permission", "duty, a unit of permission", id="other permission"
        ),
    ],
)
def test_a_permission_needs_its_unit_and_its_polarity(retry, bundle, units, changes, reason, wanted, got):
    verdict = check(replace(retry, **changes), retry, bundle, units)
    assert (verdict.reason, verdict.expected, verdict.got) == (reason, wanted, got)
    assert verdict.reasons == (reason,)


@pytest.mark.parametrize(
    ("changes", "reason", "got"),
    [
        ({"evidence_id": None}, "evidence", "nothing cited"),
        ({"unit": None}, "unit", "no unit"),
        ({"value": None}, "value", "no number"),
        ({"value": None, "allowed": True}, "value", "true"),
        ({"value": None, "allowed": False}, "value", "false"),
    ],
)
def test_what_a_quantity_lacks_is_said_exactly(upload, bundle, units, changes, reason, got):
    """A unit of data has no words for a polarity, so it is true or false."""
    verdict = check(replace(upload, **changes), upload, bundle, units)
    assert (verdict.reason, verdict.got) == (reason, got)


@pytest.mark.parametrize("allowed", [True, False])
def test_the_polarity_follows_the_rule_that_is_given(retry, bundle, units, allowed):
    """A changed rule with a changed candidate is accepted: nothing says that every permission is false."""
    rule = replace(retry, allowed=allowed)
    assert check(replace(retry, allowed=allowed), rule, bundle, units).accepted
    assert check(replace(retry, allowed=not allowed), rule, bundle, units).reason == "polarity"


def test_an_empty_bundle_refuses_a_correct_number_as_evidence(upload, units):
    verdict = check(upload, upload, frozenset(), units)
    assert (verdict.reason, verdict.got) == ("evidence", "P3, not in the bundle")


def test_an_old_candidate_against_version_2_is_refused_as_version(upload, bundle, units):
    """Its number is wrong as well, and the version is the first reason."""
    rule = replace(upload, version="v2", value="25000000")
    assert check(upload, rule, bundle, units).reasons == ("version", "value")
    assert check(replace(upload, version="v2"), rule, bundle, units).reasons == ("value",)
    assert check(replace(upload, version="v2", value="25", unit="MB"), rule, bundle, units).accepted


@pytest.mark.parametrize("first", QUANTITY_ORDER)
def test_the_first_reason_is_the_earliest_gate(upload, bundle, units, first):
    """With this gate's field and every later one wrong, all are listed, this one first."""
    broken = QUANTITY_ORDER[QUANTITY_ORDER.index(first) :]
    changes = {name: value for reason in broken for name, value in WRONG[reason].items()}
    assert check(replace(upload, **changes), upload, bundle, units).reasons == tuple(broken)


def test_a_number_under_a_wrong_unit_is_not_judged(upload, bundle, units):
    """20000000 days is neither more nor less than 20 MB: only the unit is refused."""
    assert check(replace(upload, unit="days", value="7"), upload, bundle, units).reasons == ("unit",)


def test_a_bare_text_is_no_bundle(upload, units):
    """The text "P31" holds the letters of P3 and is not a bundle that holds P3."""
    with pytest.raises(
        ParameterError, match=r"a bundle is a collection of passage ids, got 'P31'\. Give \{'P31'"
    ):
        check(upload, upload, "P31", units)


def test_the_gates_are_one_for_each_reason_in_the_article_order():
    assert [gate.reason for gate in GATES] == list(GateReason)


def test_every_reason_has_a_next_step_of_its_own():
    assert set(NEXT_STEPS) == set(GateReason)
    assert len(set(NEXT_STEPS.values())) == len(GateReason)


def test_a_broken_order_changes_the_first_reason(upload, bundle, units, monkeypatch):
    monkeypatch.setattr(gates_module, "GATES", tuple(reversed(GATES)))
    rule = replace(upload, version="v2", value="25000000")
    assert check(upload, rule, bundle, units).reason == "value"


texts = st.sampled_from(
    ["P3", "P4", "P9", "v1", "v2", "blue", "red", "one file", "bytes", "MB", "days", None]
)
values = st.sampled_from(["20000000", "20", "20.0", "0.02", "21", "x", "", None])


def refused_by_plain_python(candidate, fact):
    """A second opinion: the rules again, as nested conditions, for a quantity in bytes."""
    factor = {"bytes": 1, "MB": 1_000_000}
    if candidate.evidence_id != fact.evidence_id:
        return "evidence"
    for name in ("version", "tenant", "scope"):
        if getattr(candidate, name) != getattr(fact, name):
            return name
    if candidate.unit not in factor:
        return "unit"
    try:
        amount = float(candidate.value) * factor[candidate.unit]
    except (TypeError, ValueError):
        return "value"
    return None if amount == 20_000_000 and candidate.allowed is None else "value"


@given(st.lists(texts, min_size=5, max_size=5), values, st.sampled_from([None, True, False]))
def test_law_the_verdict_agrees_with_plain_conditions(bounds, value, allowed):
    fact = Proposition(
        id="f", evidence_id="P3", version="v1", tenant="blue", scope="one file", unit="MB", value="20"
    )
    names = ("evidence_id", "version", "tenant", "scope", "unit")
    candidate = Proposition(id="c", value=value, allowed=allowed, **dict(zip(names, bounds, strict=True)))
    units = Units.of({"data": {"bytes": "1", "MB": "1000000"}, "time": {"days": "1"}})
    verdict = check(candidate, fact, {"P3", "P4"}, units)
    assert verdict.reason == refused_by_plain_python(candidate, fact)
    order = [reason.value for reason in GateReason]
    assert list(verdict.reasons) == sorted(verdict.reasons, key=order.index)
