"""Search: exact before words, a person before a guess."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labcore.facts import SCOPE_PARTS, Kind, MatchedBy, Status, find
from labcore.facts.definitions import Definitions, SnapshotDefinitions
from labcore.facts.entries import MessageDefinition
from labcore.facts.load import load_definitions
from labcore.facts.request import Refusal, read_scope
from labcore.facts.store import open_store
from labcore.facts.wording import count_of, found_as_text, listed

ENGINE, GEAR = "SAMPLE_MSG_ENGINE_STATUS", "SAMPLE_MSG_GEAR_REPORT"


def names(result):
    """Snapshot and name of each candidate, in the order given."""
    return [(one.scope.snapshot, one.name) for one in result.candidates]


def test_one_exact_name_in_a_complete_scope_is_identified(store, base):
    """The entry is settled, and no fact comes with it."""
    result = store.search(ENGINE, base)
    assert result.status is Status.ANSWERED
    assert (result.identified.name, result.identified.matched_by) == (ENGINE, MatchedBy.EXACT)
    assert result.rows == ()
    assert result.evidence.source_trace == ("messages.csv:2",)


def test_an_approved_alias_is_as_sure_as_a_name(store, base):
    """How it was found is said, with the alias as it was registered."""
    found = store.search("ENGINE   status", base).identified
    assert (found.name, found.matched_by, found.alias) == (ENGINE, MatchedBy.ALIAS, "Engine status")


def test_an_alias_that_nobody_approved_finds_nothing(store, base):
    """It is in the table and does not match."""
    assert store.search("motor state", base).status is Status.NOT_FOUND


def test_one_word_match_is_still_a_choice(store, base):
    """The only candidate is not chosen: words are no identity."""
    result = store.search("temperature", base)
    assert result.status is Status.AMBIGUOUS
    assert names(result) == [("SAMPLE_SNAP_BASE", f"{ENGINE}.SAMPLE_SIG_COOLANT_TEMPERATURE")]
    assert result.candidates[0].matched_by is MatchedBy.WORDS
    assert result.identified is None


def test_a_name_of_one_snapshot_is_asked_for_all_the_same(store):
    """The only scope that holds it is not filled in."""
    result = store.search("SAMPLE_MSG_DOOR_STATE")
    assert result.status is Status.AMBIGUOUS
    assert result.missing == SCOPE_PARTS
    assert len(result.scopes) == 1


@pytest.mark.parametrize("given_parts", [1, 2, 3])
def test_a_scope_that_lacks_parts_is_never_completed(store, revised, given_parts):
    """Each part that is missing is asked for, also when one snapshot is left."""
    scope = {part: getattr(revised, part) for part in SCOPE_PARTS[:given_parts]}
    result = store.search("SAMPLE_SIG_OIL_PRESSURE", scope)
    assert result.status is Status.AMBIGUOUS
    assert result.missing == SCOPE_PARTS[given_parts:]
    assert result.scopes == (revised,)


def test_parts_that_are_given_narrow_the_scopes(store, base):
    """Snapshots of another revision are not offered."""
    assert store.search(ENGINE, {"revision": "SAMPLE_REV_1"}).scopes == (base,)


@pytest.fixture
def speeds(tmp_path, base, revised):
    """SPEED and SPEED_LIMIT in the base, SPEED_LIMIT alone in the revision."""

    def snapshot(scope, *names):
        messages = tuple(MessageDefinition(name=name, source=f"f:{name}") for name in names)
        return SnapshotDefinitions(
            scope=scope, recorded_on=date(2026, 1, 1), records={Kind.MESSAGE: ()}, messages=messages
        )

    snapshots = (snapshot(base, "SPEED", "SPEED_LIMIT"), snapshot(revised, "SPEED_LIMIT"))
    url = f"sqlite:///{tmp_path / 'speeds.sqlite'}"
    load_definitions(Definitions(name="n", digest="d", snapshots=snapshots), into=url)
    with open_store(url) as opened:
        yield opened


def test_words_are_not_looked_at_where_a_name_was_found(speeds, base):
    """SPEED is identified, although SPEED_LIMIT holds the same word."""
    assert speeds.search("SPEED", base).identified.name == "SPEED"


def test_without_a_scope_each_scope_gives_its_surest_matches(speeds, base, revised):
    """The name where it stands; the word match only where the name does not."""
    found = [(one.scope, one.name, one.matched_by) for one in speeds.search("SPEED").candidates]
    assert found == [(base, "SPEED", MatchedBy.EXACT), (revised, "SPEED_LIMIT", MatchedBy.WORDS)]


def test_one_name_of_two_kinds_is_told_apart_by_the_kind(store, revised):
    """The alias stands for a message and a signal; with a kind it stands for one."""
    assert len(store.search("selected gear", revised).candidates) == 2
    assert (
        store.search("selected gear", revised, "signal").identified.name == f"{GEAR}.SAMPLE_SIG_GEAR_ACTUAL"
    )


def test_a_superseded_entry_is_marked_before_it_is_chosen(store, base, revised):
    """A person who chooses the old one knows it."""
    assert store.search(GEAR, base).identified.superseded
    assert not store.search(GEAR, revised).identified.superseded


def test_a_name_of_ten_words_is_a_name_and_no_sentence(tmp_path, base):
    """An exact name is found before words are counted; the benchmark on real files showed that it was not."""
    name = "A_B_C_D_E_F_G_H_I_J"
    snapshot = SnapshotDefinitions(
        scope=base,
        recorded_on=date(2026, 1, 1),
        records={Kind.MESSAGE: ()},
        messages=(MessageDefinition(name=name, source="f:1"),),
    )
    url = f"sqlite:///{tmp_path / 'store.sqlite'}"
    load_definitions(Definitions(name="n", digest="d", snapshots=(snapshot,)), into=url)
    with open_store(url) as opened:
        assert opened.search(name, base).identified.name == name
        assert opened.search(name).status is Status.AMBIGUOUS
        assert opened.search(f"{name}_K", base).status is Status.UNSUPPORTED
        assert opened.search(f"{name}_K").status is Status.UNSUPPORTED


def test_a_kind_that_a_snapshot_does_not_record_is_a_gap(store, body):
    """Finding no mapping where none is recorded says nothing about mappings."""
    result = store.search("gear", body, "mapping")
    assert result.status is Status.COVERAGE_GAP
    assert "does not record mappings" in result.message


def test_a_gap_that_is_partial_is_a_limitation(store):
    """Two of four snapshots record mappings; the other two are said."""
    result = store.search("door lock", None, "mapping")
    assert result.status is Status.NOT_FOUND
    assert "2 of 4 snapshots do not record mappings." in result.evidence.limitations


def test_a_contradictory_scope_is_invalid(store, base, survey):
    """A snapshot of one project with another project's name is no scope; the message says what is loaded."""
    result = store.search(ENGINE, {**base.to_dict(), "project": survey.project})
    assert result.status is Status.INVALID_REQUEST
    assert str(base) in result.message


def test_more_matches_than_fit_are_said_and_every_scope_is_offered(store, monkeypatch):
    """The list is cut and says so; the scopes to choose from are complete."""
    whole = store.search("sample")
    monkeypatch.setattr(find, "MAX_CANDIDATES", 3)
    cut = store.search("sample")
    assert len(cut.candidates) == 3
    assert cut.scopes == whole.scopes
    assert len(cut.scopes) == 4
    assert "There are more than 3 matches by words; only the first are listed." in cut.evidence.limitations


def test_more_matches_than_fit_in_one_scope_are_said(store, monkeypatch, revised):
    """The scope is settled; only the list is cut."""
    monkeypatch.setattr(find, "MAX_CANDIDATES", 2)
    cut = store.search("sample", revised)
    assert len(cut.candidates) == 2
    assert cut.scopes == ()
    assert "There are more than 2 matches by words; only the first are listed." in cut.evidence.limitations


@pytest.mark.parametrize("kind", [5, ["message"], {"kind": "message"}])
def test_a_kind_that_is_no_text_is_invalid(store, kind):
    """It is malformed, while a kind that the store does not hold is unsupported."""
    assert store.search("x", None, kind).status is Status.INVALID_REQUEST
    assert store.search("x", None, "node").status is Status.UNSUPPORTED


def test_more_exact_matches_than_fit_keep_every_scope(store, monkeypatch, base, revised):
    """The same for exact names."""
    monkeypatch.setattr(find, "MAX_CANDIDATES", 1)
    cut = store.search(ENGINE)
    assert len(cut.candidates) == 1
    assert set(cut.scopes) == {base, revised}


def test_more_scopes_than_fit_are_said(store, monkeypatch):
    """Even the list of scopes has an end, and says when it was reached."""
    monkeypatch.setattr(find, "MAX_CANDIDATES", 1)
    monkeypatch.setattr(find, "MAX_SCOPES", 2)
    limits = store.search("sample").evidence.limitations
    assert "There are more than 2 scopes with matches by words; only the first are listed." in limits


def test_the_evidence_names_every_query_and_value(store, base):
    """Which text ran, in which version, with what bound, and how many rows came back."""
    uses = store.search("temperature", base).evidence.queries
    assert [(use.query, use.row_count) for use in uses] == [
        ("snapshot_named", 1),
        ("find_exact", 0),
        ("find_words", 1),
    ]
    bound = dict(uses[2].parameters)
    assert (bound["snapshot"], bound["w1"], bound["w2"], bound["words"]) == (
        "SAMPLE_SNAP_BASE",
        "temperature",
        "",
        1,
    )
    assert uses[2].digest == store.registry["find_words"].digest


@pytest.mark.parametrize(
    ("value", "message"),
    [
        pytest.param("BASE", "must be an object with named parts", id="a text"),
        pytest.param(["a"], "must be an object with named parts", id="a list"),
        pytest.param(
            {"snapshots": "x"}, "'snapshots' is none", id="a misspelt part, which would widen the scope"
        ),
        pytest.param({"project": ""}, "scope.project must not be blank", id="a blank part"),
        pytest.param({"project": ["a"]}, "scope.project must be a text", id="a part that is a list"),
        pytest.param({1: "x"}, "'1' is none", id="a part whose name is no text"),
    ],
)
def test_a_scope_that_cannot_be_read_is_a_refusal(value, message):
    """It is a value, not an exception, and never an empty scope."""
    refusal = read_scope(value)
    assert isinstance(refusal, Refusal)
    assert refusal.status is Status.INVALID_REQUEST
    assert message in refusal.message


@pytest.mark.parametrize("value", [None, {}, dict.fromkeys(SCOPE_PARTS)])
def test_no_part_given_is_no_scope(value):
    """An empty object, and parts that are all null, say nothing."""
    assert read_scope(value) is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(
    words=st.lists(
        st.sampled_from(["sample", "msg", "sig", "engine", "coolant", "gear", "speed", "left", "lamp"]),
        min_size=1,
        max_size=3,
        unique=True,
    ),
    turn=st.randoms(use_true_random=False),
)
def test_word_search_agrees_with_plain_python(sqlite_store, base, words, turn):
    """A second opinion over the table itself; and the order of the words changes nothing."""
    entries = [row for row in sqlite_store.engine.table("entry") if row[1] == 1]
    parts = {row[0]: set(row[3].lower().split("_")) for row in entries}
    expected = sorted(row[4] for row in entries if set(words) <= parts[row[0]])
    shuffled = turn.sample(words, len(words))
    result = sqlite_store.search(" ".join(shuffled), base)
    assert sorted(one.name for one in result.candidates) == expected


def test_counts_and_lists_read_as_sentences(store):
    """One of a thing has no plural; a list ends with and."""
    assert (count_of([1], "scope"), count_of([], "entry", "entries")) == ("1 scope", "0 entries")
    assert [listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert found_as_text(()) == ""
    five = store.search("sample", None, Kind.MAPPING.value).candidates + store.search("gear").candidates
    assert found_as_text(five).endswith("more. Ask for that kind.")
