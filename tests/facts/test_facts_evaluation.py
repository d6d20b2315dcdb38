"""Registered cases, the marks set before, and what the evaluation publishes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import FixtureError, RecordError
from labcore.facts import Status
from labcore.facts.baseline import LatestFirst
from labcore.facts.cases import Case, Outcome, judge, read_cases
from labcore.facts.evaluation import ALL, Mark, Score, StoreAnswers, ask_all, judge_marks, read_marks, scores

ASK = {"search": "x", "scope": None, "kind": None}


def case(status="not_found", family="f", **expects):
    """A case that expects an outcome."""
    return Case(
        id=f"{family} {status}", family=family, ask=ASK, expects=Outcome(status=Status(status), **expects)
    )


def mark(bound=0.5, *, at_most=False, measure="right", required=True):
    """A mark of family f."""
    return Mark(family="f", measure=measure, bound=bound, at_most=at_most, required=required)


def test_every_registered_case_holds_on_both_engines(store, definitions):
    """All but the paraphrases, which a search by words does not promise; each failure would be named."""
    verdicts = ask_all(read_cases(definitions / "cases.jsonl"), StoreAnswers(store))
    wrong = {one.case.id: one.detail for one in verdicts if not one.right and one.case.family != "paraphrase"}
    assert wrong == {}


def test_the_registered_marks_are_met(store, definitions):
    """Each required mark; the hope for paraphrases is published as missed and fails nothing."""
    measured = scores(ask_all(read_cases(definitions / "cases.jsonl"), StoreAnswers(store)))
    judged = judge_marks(read_marks(definitions / "passmarks.json"), measured)
    assert [one.family for one, share in judged if one.required and not one.met_by(share)] == []
    assert [one.family for one, share in judged if not one.required and not one.met_by(share)] == [
        "paraphrase"
    ]


def test_the_cases_cover_what_the_issue_names(definitions):
    """Missing scope, collisions, aliases and every negative status, several of each."""
    cases = read_cases(definitions / "cases.jsonl")
    families = [one.family for one in cases]
    for family in (
        "missing_scope",
        "collision",
        "alias",
        "not_found",
        "coverage_gap",
        "unsupported",
        "invalid_request",
    ):
        assert families.count(family) >= 3
    assert {one.expects.status for one in cases} == set(Status)


def test_the_baseline_answers_where_it_should_ask(sqlite_store, definitions):
    """The latest match is an answer to every missing scope, each of them wrong."""
    baseline = LatestFirst(sqlite_store.engine)
    measured = {one.family: one for one in scores(ask_all(read_cases(definitions / "cases.jsonl"), baseline))}
    assert measured["missing_scope"].wrong_answers == measured["missing_scope"].cases
    assert measured[ALL].wrong_answers > 0


@pytest.mark.parametrize(
    ("term", "scope", "kind", "name"),
    [
        pytest.param("sample_msg_engine_status", None, None, "SAMPLE_SNAP_REVISED message SAMPLE_MSG_ENGINE_STATUS", id="latest"),
        pytest.param("SAMPLE_MSG_ENGINE_STATUS", {"snapshot": "SAMPLE_SNAP_BASE"}, None, "SAMPLE_SNAP_BASE message SAMPLE_MSG_ENGINE_STATUS", id="as given"),
        pytest.param("gear", None, "mapping", "SAMPLE_SNAP_REVISED mapping SAMPLE_MAP_GEAR_TO_DOOR", id="by a word"),
    ],
)  # fmt: skip
def test_the_baseline_takes_the_first_match(sqlite_store, term, scope, kind, name):
    """Exact without case, else by words; the latest recorded snapshot first."""
    outcome = LatestFirst(sqlite_store.engine).search(term, scope, kind)
    assert outcome.entries == (name,)


def test_the_baseline_finds_nothing_honestly(sqlite_store):
    """No match is not_found in search and in fetch."""
    baseline = LatestFirst(sqlite_store.engine)
    assert baseline.search("nothing of this").status is Status.NOT_FOUND
    assert baseline.fetch("message_facts", None, "nothing of this").status is Status.NOT_FOUND
    row = baseline.fetch("message_facts", None, "SAMPLE_MSG_ENGINE_STATUS").rows[0]
    assert row["transmit_period_ms"] == 20


@pytest.mark.parametrize(
    ("expected", "got", "right", "wrong_answer"),
    [
        pytest.param({"status": "not_found"}, {"status": "not_found"}, True, False, id="as expected"),
        pytest.param({"status": "ambiguous"}, {"status": "answered"}, False, True, id="answered instead of asked"),
        pytest.param({"status": "answered"}, {"status": "not_found"}, False, False, id="missed, and said so"),
        pytest.param(
            {"status": "answered", "entries": ("a",)}, {"status": "answered", "entries": ("b",)}, False, True, id="another entry"
        ),
        pytest.param(
            {"status": "answered", "rows": ({"x": 1},)}, {"status": "answered", "rows": ({"x": 1, "y": 2},)}, True, False, id="a case may state some columns"
        ),
        pytest.param(
            {"status": "answered", "rows": ({"x": 1},)}, {"status": "answered", "rows": ({"x": 2},)}, False, True, id="another value"
        ),
        pytest.param(
            {"status": "answered", "rows": ({"x": 1},)}, {"status": "answered"}, False, True, id="no row"
        ),
    ],
)  # fmt: skip
def test_a_case_is_judged(expected, got, right, wrong_answer):
    """Right when everything stated holds; a wrong answer is worse than a miss."""
    made = [Outcome(**{**one, "status": Status(one["status"])}) for one in (expected, got)]
    verdict = judge(Case(id="c", family="f", ask=ASK, expects=made[0]), made[1])
    assert (verdict.right, verdict.wrong_answer) == (right, wrong_answer)
    assert bool(verdict.detail) is not right


def test_a_case_asks_something():
    """Arguments of neither a search nor a fetch are refused."""
    with pytest.raises(RecordError, match="a case asks a search or a fetch"):
        Case(id="c", family="f", ask={"find": "x"}, expects=Outcome(status=Status.NOT_FOUND))


EXPECTS = '{"status": "not_found", "entries": [], "found_as": [], "missing": [], "rows": []}'
ASKED = '{"search": "x", "scope": null, "kind": null}'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        pytest.param('{"id": "a"}', "each line is one JSON object with the fields", id="fields missing"),
        pytest.param(
            f'{{"id": "a", "family": "f", "ask": {ASKED}, "expects": []}}',
            "says what it expects",
            id="a list",
        ),
        pytest.param(
            f'{{"id": "a", "family": "f", "ask": {ASKED}, "expects": {EXPECTS.replace("not_found", "lost")}}}',
            "a case can be read: 'lost' is not a valid Status",
            id="a status that is none",
        ),
        pytest.param(
            f'{{"id": "first", "family": "f", "ask": {ASKED}, "expects": {EXPECTS}}}',
            "a case has its own id",
            id="an id twice",
        ),
        pytest.param(
            f'{{"id": [1], "family": "f", "ask": {ASKED}, "expects": {EXPECTS}}}',
            "a case has its own id",
            id="an id that is a list",
        ),
        pytest.param(
            f'{{"id": "a", "family": "f", "ask": {ASKED}, "expects": {EXPECTS.replace(chr(34) + "rows" + chr(34) + ": []", chr(34) + "rows" + chr(34) + ": [" + chr(34) + "x" + chr(34) + "]")}}}',
            "a case can be read: rows are objects",
            id="a row that is a text",
        ),
    ],
)
def test_a_broken_case_is_refused(tmp_path, line, message):
    """The message names the line."""
    good = f'{{"id": "first", "family": "f", "ask": {ASKED}, "expects": {EXPECTS}}}\n'
    (tmp_path / "cases.jsonl").write_text(good + line)
    with pytest.raises(FixtureError, match=rf"cases\.jsonl:2: .*{message}"):
        read_cases(tmp_path / "cases.jsonl")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda data: data.pop("required"), id="no required marks"),
        pytest.param(lambda data: data["required"][0].pop("family"), id="a mark without a family"),
        pytest.param(lambda data: data["required"][0].update(measure="beauty"), id="another measure"),
        pytest.param(lambda data: data["required"][0].update(at_least=2), id="a bound that is no share"),
    ],
)
def test_broken_marks_are_refused(tmp_path, change):
    """A mark that cannot be read would be one that nobody has to meet."""
    data = {"required": [{"family": "f", "measure": "right", "at_least": 1}], "hoped_for": []}
    change(data)
    (tmp_path / "passmarks.json").write_text(json.dumps(data))
    with pytest.raises(FixtureError, match=r"passmarks\.json: pass marks can be read"):
        read_marks(tmp_path / "passmarks.json")


@pytest.mark.parametrize(
    ("one", "share", "met"),
    [
        pytest.param(mark(0.5), 0.5, True, id="just reached"),
        pytest.param(mark(0.5), 0.49, False, id="just missed"),
        pytest.param(mark(0.0, at_most=True, measure="wrong_answer"), 0.0, True, id="none is at most none"),
        pytest.param(mark(0.0, at_most=True, measure="wrong_answer"), 0.01, False, id="one is too many"),
        pytest.param(mark(0.0, at_most=True), None, False, id="nothing measured meets nothing"),
    ],
)
def test_a_mark_is_met_or_not(one, share, met):
    """Bounds count as met; what was not measured never does."""
    assert one.met_by(share) is met


def test_a_mark_without_cases_has_no_share():
    """A family that nobody asked about is not passed by accident."""
    assert judge_marks([mark()], []) == ((mark(), None),)


def test_scores_are_counted_by_family():
    """Two of three right, one wrong answer, one of one entry found: counted by hand."""
    cases = [case(), case("answered", entries=("e",)), case("ambiguous", entries=("e",))]
    got = [
        Outcome(status=Status.NOT_FOUND),
        Outcome(status=Status.ANSWERED, entries=("e",)),
        Outcome(status=Status.ANSWERED),
    ]
    measured = scores([judge(one, out) for one, out in zip(cases, got, strict=True)])
    assert measured[0] == Score(family="f", cases=3, right=2, seekable=2, found=1, wrong_answers=1)
    assert [round(measured[0].share(name) or 0, 3) for name in ("right", "found", "wrong_answer")] == [
        0.667,
        0.5,
        0.333,
    ]
    assert measured[1].family == ALL


@given(
    st.lists(st.tuples(st.sampled_from("fg"), st.sampled_from(Status), st.sampled_from(Status)), min_size=1)
)
def test_families_add_up_to_all(drawn):
    """Every case counts once, in its family and in the whole."""
    verdicts = [
        judge(
            Case(id=str(number), family=family, ask=ASK, expects=Outcome(status=expected)),
            Outcome(status=got),
        )
        for number, (family, expected, got) in enumerate(drawn)
    ]
    *families, whole = scores(verdicts)
    assert sum(one.cases for one in families) == whole.cases == len(drawn)
    assert sum(one.right for one in families) == whole.right
    assert whole.right + whole.wrong_answers <= whole.cases
    assert Score.share(whole, "found") is None
