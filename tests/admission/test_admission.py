"""Gates of admission."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.admission import _GATES, ALL_DIMENSIONS, admit, exclusion, require_scope
from labcore.errors import RecordError, ScopeError
from labcore.records import Dimension, ExclusionReason, Passage, Scope

SCOPE = Scope(
    tenant="blue",
    roles={"member"},
    product="notes",
    record_type="standard",
    as_of=date(2026, 6, 1),
    versions={"v2"},
)
RIGHT = {
    "tenant": "blue",
    "roles": {"member"},
    "product": "notes",
    "record_type": "standard",
    "published_at": date(2026, 1, 1),
    "effective_from": date(2026, 2, 1),
    "effective_until": date(2027, 1, 1),
    "version": "v2",
}


def passage(**changed) -> Passage:
    return Passage(id="p", text="", **(RIGHT | changed))


def test_a_passage_that_meets_every_gate_is_admitted():
    assert exclusion(passage(), SCOPE) is None


@pytest.mark.parametrize(
    ("changed", "reason", "detail"),
    [
        pytest.param({"tenant": "red"}, "tenant", "belongs to tenant red", id="another tenant"),
        pytest.param({"tenant": None}, "tenant", "states no tenant", id="silence about the tenant"),
        pytest.param({"roles": {"staff"}}, "role", "is for staff only", id="another role"),
        pytest.param({"roles": None}, "role", "states no roles", id="silence about roles"),
        pytest.param({"product": "mail"}, "product", "is about mail", id="another product"),
        pytest.param({"product": None}, "product", "no stated product", id="silence about the product"),
        pytest.param({"record_type": "invoice"}, "record_type", "is about invoice", id="another record type"),
        pytest.param(
            {"published_at": date(2026, 6, 2)}, "not_published", "published 2026-06-02", id="a day early"
        ),
        pytest.param(
            {"published_at": None}, "not_published", "on no stated day", id="silence about publication"
        ),
        pytest.param(
            {"effective_from": date(2026, 6, 2)}, "not_yet_effective", "from 2026-06-02", id="pending"
        ),
        pytest.param(
            {"effective_from": None}, "not_yet_effective", "no stated day", id="silence about its start"
        ),
        pytest.param(
            {"effective_until": date(2026, 6, 1)}, "expired", "until 2026-06-01", id="the day it ends"
        ),
        pytest.param({"version": "v1"}, "version", "is v1, acceptable: v2", id="another version"),
        pytest.param({"version": None}, "version", "no stated version", id="silence about the version"),
    ],
)
def test_each_gate_refuses_with_its_reason(changed, reason, detail):
    refusal = exclusion(passage(**changed), SCOPE)
    assert refusal is not None
    assert refusal.reason == reason
    assert detail in refusal.detail


@pytest.mark.parametrize(
    "changed", [{"tenant": "public"}, {"roles": {"public"}}, {"roles": {"staff", "member"}}]
)
def test_public_and_shared_passages_are_admitted(changed):
    """Public is said, and one shared role is enough."""
    assert exclusion(passage(**changed), SCOPE) is None


def test_the_first_gate_gives_the_reason():
    """A foreign passage that has expired as well is foreign: the later gate is never told."""
    refusal = exclusion(passage(tenant="red", effective_until=date(2026, 3, 1)), SCOPE)
    assert refusal is not None
    assert refusal.reason is ExclusionReason.TENANT


def test_an_undeclared_dimension_is_not_checked():
    assert exclusion(passage(tenant="red"), SCOPE, dimensions={Dimension.CLOCK}) is None


def test_a_scope_that_is_silent_is_refused():
    """A missing tenant or day is never guessed."""
    with pytest.raises(ScopeError, match="got a scope without tenant, clock"):
        exclusion(passage(), Scope(), dimensions={Dimension.TENANT, Dimension.CLOCK})


@pytest.mark.parametrize(
    "dimensions",
    [
        pytest.param(["tenant"], id="as texts"),
        pytest.param((d for d in [Dimension.TENANT]), id="as a generator, which can be read only once"),
    ],
)
def test_dimensions_come_in_any_form(dimensions):
    """A form that is not understood must not open the gate."""
    refusal = exclusion(passage(tenant="red"), SCOPE, dimensions=dimensions)
    assert refusal is not None


@pytest.mark.parametrize("dimensions", [["tenent"], "tenant", [None]], ids=repr)
def test_an_unknown_dimension_is_refused(dimensions):
    """Else a misspelt gate would be one that nobody keeps."""
    with pytest.raises(RecordError, match="dimensions"):
        exclusion(passage(), SCOPE, dimensions=dimensions)


@pytest.mark.parametrize("scope", [None, {"tenant": "blue"}], ids=repr)
@pytest.mark.parametrize(
    "call",
    [
        lambda scope: exclusion(passage(), scope),
        lambda scope: admit([], scope),
        lambda scope: require_scope(scope, []),
    ],
    ids=["exclusion", "admit", "require_scope"],
)
def test_a_scope_is_made_not_given(call, scope):
    with pytest.raises(ScopeError, match=r"a scope is a Scope, made by trusted code, got .*Scope\(tenant="):
        call(scope)


def test_the_table_of_gates_is_complete():
    """Each dimension has a gate, and each reason belongs to one."""
    assert list(_GATES) == list(ALL_DIMENSIONS) == list(Dimension)


values = st.sampled_from(["blue", "red", "public", None])


@given(values, st.sampled_from(["blue", "red"]))
def test_nothing_of_another_tenant_is_ever_admitted(owner, asker):
    """Whatever the rest says, only the asker's own and public passages pass."""
    admitted = exclusion(passage(tenant=owner), Scope(tenant=asker), dimensions={Dimension.TENANT}) is None
    assert admitted == (owner in {asker, "public"})


@given(st.lists(values, max_size=6), st.sampled_from(["blue", "red"]))
def test_admit_decides_as_exclusion_does(owners, asker):
    """Every passage is on exactly one side, in order, for the same reason."""
    scope, only = Scope(tenant=asker), {Dimension.TENANT}
    given_passages = [Passage(id=f"p{n}", text="", tenant=owner) for n, owner in enumerate(owners)]
    admissible, excluded = admit(given_passages, scope, dimensions=only)
    decided = [exclusion(one, scope, dimensions=only) for one in given_passages]
    assert list(excluded) == [refusal for refusal in decided if refusal]
    assert list(admissible) == [p for p, refusal in zip(given_passages, decided, strict=True) if not refusal]
