"""Every chart function says what its records say, compiles in both versions, and refuses what it cannot draw."""

from __future__ import annotations

import json
import re
from datetime import date

import altair as alt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import labcore.notebook as lab
from labcore import load
from labcore.embedder import Explanation
from labcore.errors import ParameterError
from labcore.experiments import Comparison, Nearness, PaddingEffect, compare_rankers, place_filter
from labcore.experiments.gates import trace
from labcore.fixture import Fixture
from labcore.notebook import comparison, forbidden, gates, vectors
from labcore.records import Corpus, Dimension, Passage, Query, Scope
from labcore.retrieval import Retriever

ROOT = __file__.rsplit("/tests/", 1)[0]
COUNTED = re.compile(r'"(view|param|concat|layer)_\d+"')
DAY = date(2026, 1, 1)


@pytest.fixture(autouse=True)
def prepared():
    with alt.renderers.enable("default"), alt.theme.enable("default"):
        lab.setup()
        yield


def spec_of(chart):
    """Give a chart's specification after asking that both versions draw it and nothing in it counts up."""
    spec = chart.to_dict()
    assert [lab.compiles(spec, version) for version in (lab.VEGA_LITE, lab.PAGE_VEGA_LITE)] == [None, None]
    assert COUNTED.findall(json.dumps(spec)) == []
    return spec


def rows_of(spec):
    """Give every inline record of a specification, wherever it stands."""
    found = []
    if isinstance(spec, dict):
        found += spec.get("values", []) if isinstance(spec.get("values"), list) else []
        found += [row for rows in spec.get("datasets", {}).values() for row in rows]
        found += [row for name, value in spec.items() if name != "datasets" for row in rows_of(value)]
    elif isinstance(spec, list):
        found += [row for value in spec for row in rows_of(value)]
    return [row for row in found if isinstance(row, dict)]


# "size of one file" against title and text: red shares 4 of 5 words, blue-a 3 of 5, blue-b 2 of 5.
PASSAGES = (
    Passage(id="blue-b", title="B", text="one file", tenant="blue"),
    Passage(id="red", title="R", text="size of one file", tenant="red"),
    Passage(id="blue-a", title="A", text="size one file", tenant="blue"),
)


@pytest.fixture
def tiny(tmp_path):
    scope = Scope(tenant="blue")
    queries = (
        Query(id="q1", text="size of one file", scope=scope, family="number"),
        Query(id="q2", text="weather", scope=scope, family="silence"),
    )
    return Fixture(
        name="tiny",
        path=tmp_path,
        manifest=None,
        corpus=Corpus(PASSAGES, frozenset({Dimension.TENANT}), "tiny"),
        queries=queries,
        qrels={"q1": {"blue-b": 1}, "q2": {"blue-a": 1}},
        recorded={},
    )


def placed(fixture, tenant="blue", query="q1", k=2):
    asked = fixture.query(query)
    scope = forbidden.as_asked_by(tenant, asked.scope)
    return place_filter(Retriever(fixture.corpus, "jaccard"), asked, scope, k)


class TestForbidden:
    """The closest passages and the three places for a filter."""

    def test_the_title_says_that_the_closest_passage_is_forbidden(self, tiny):
        """And the line below counts what each placement hands on."""
        title = lab.title_of(spec_of(forbidden.closest_passages(placed(tiny))))
        assert title.startswith("The closest passage is forbidden: it belongs to tenant red, asked by blue.")
        assert "Unfiltered, 1 of 2 places hold what the asker may not read" in title
        assert "leaves 1 of 2, filtering before it fills 2" in title

    def test_for_the_other_tenant_the_same_passage_is_permitted(self, tiny):
        title = lab.title_of(spec_of(forbidden.closest_passages(placed(tiny, tenant="red"))))
        assert title.startswith("The closest passage is one that red may read.")

    def test_nothing_close_is_said(self, tiny):
        spec = spec_of(forbidden.closest_passages(placed(tiny, query="q2")))
        assert lab.title_of(spec).startswith("No passage shares anything with the question of blue.")

    def test_a_bar_carries_score_and_reason(self, tiny):
        rows = {
            row["name"]: row
            for row in rows_of(spec_of(forbidden.closest_passages(placed(tiny))))
            if "score" in row
        }
        assert rows["1. red: R"]["label"] == "0.800  \u00d7 tenant"
        assert rows["2. blue: A"]["label"] == "0.600"

    def test_what_a_filter_before_the_ranking_finds_is_drawn_however_far_down(self, tiny):
        """One row is asked for; blue-a and blue-b are kept by a placement and drawn all the same."""
        rows = [
            row["name"]
            for row in rows_of(spec_of(forbidden.closest_passages(placed(tiny), rows=1)))
            if "score" in row
        ]
        assert rows == ["1. red: R", "2. blue: A", "3. blue: B"]

    def test_controls_offer_the_fixtures_own_tenants_and_questions(self, tiny):
        controls = forbidden.controls(tiny, ["jaccard", "bm25"], "red", "q2", "bm25", 4)
        assert {name: control.value for name, control in controls.items()} == {
            "tenant": "red",
            "question": "q2",
            "ranker": "bm25",
            "k": 4,
        }
        assert controls["tenant"].options == ("blue", "red")


class TestComparison:
    """Rankers side by side."""

    @pytest.fixture
    def compared(self, tiny):
        return compare_rankers(tiny, ["jaccard", "bm25"], tiny.queries, 2)

    def test_the_map_counts_forbidden_places_with_and_without_a_filter(self, compared, tiny):
        title = lab.title_of(spec_of(comparison.evidence_map(compared, tiny.qrels)))
        assert "every ranker hands on forbidden passages (1 to 1 places); filtered first, none does" in title
        assert "jaccard 1 of 2" in title

    def test_the_map_says_for_each_place_what_stands_there(self, compared, tiny):
        """Unfiltered: red is forbidden, blue-a is other; filtered: blue-a is other, blue-b is needed."""
        rows = [
            row
            for row in rows_of(spec_of(comparison.evidence_map(compared[:1], tiny.qrels)))
            if row["question"] == "q1"
        ]
        assert {row["placement"]: row["kinds"] for row in rows} == {
            "nowhere": "forbidden|other, may be read",
            "before the ranking": "other, may be read|required evidence",
        }

    def test_the_map_does_not_hide_a_leak(self, compared, tiny):
        """If a filtered list held something forbidden, the title would say how many places."""
        leaking = tuple(
            Comparison(ranker=c.ranker, k=c.k, rows=tuple(_leak(row) for row in c.rows)) for c in compared[:1]
        )
        assert "filtered first, 1 places still do" in lab.title_of(
            comparison.evidence_map(leaking, tiny.qrels).to_dict()
        )

    def test_a_map_of_nothing_is_refused(self):
        with pytest.raises(ParameterError, match="a map of evidence needs at least one comparison"):
            comparison.evidence_map([], {})

    def test_families_are_counted_beside_the_baseline(self, compared):
        rows = rows_of(spec_of(comparison.family_table(compared, "jaccard")))
        labels = {
            (row["family"], row["ranker"]): row["label"] for row in rows if row["measure"].startswith("all")
        }
        assert labels[("number", "jaccard")] == "1 of 1"
        assert labels[("silence", "jaccard")] == "0 of 1"

    def test_a_baseline_that_is_not_compared_is_refused(self, compared):
        with pytest.raises(ParameterError, match="the baseline is one of the rankers compared, got dense"):
            comparison.family_table(compared, "dense")

    def test_first_hit_failures_say_where_the_needed_passage_stands(self, compared, tiny):
        """q1: blue-a first, needed blue-b second. q2: nothing at all was found."""
        rows = comparison.first_hit_failures(compared[0], tiny.qrels)
        assert [tuple(row.values()) for row in rows] == [
            ("q1: size of one file", "blue-a", "blue-b", "2"),
            ("q2: weather", None, "blue-a", "not among the first"),
        ]

    def test_counts_are_named_numbers(self, compared):
        counted = comparison.counts(compared[0])
        assert counted["forbidden_places_filtered_first"] == 0
        assert counted["forbidden_places_unfiltered"] == 1
        assert counted["recall_at_2"] == 0.5


def _leak(row):
    evidence = type(row.evidence)(
        slots=row.evidence.slots,
        forbidden=row.diagnostic.forbidden,
        wrong_version=(),
        unrelated=(),
        first_hit_relevant=row.evidence.first_hit_relevant,
    )
    fields = {name: getattr(row, name) for name in row.__dataclass_fields__}
    return type(row)(**{**fields, "evidence": evidence})


@pytest.fixture(scope="module")
def traces():
    fixture = load(f"{ROOT}/fixtures/gates")
    return [trace(fixture, journey, "token_overlap") for journey in fixture.journeys]


class TestGates:
    """Proposed answers on their way, under a ranker that needs no model."""

    def test_stops_are_counted_in_the_order_of_the_gates(self, traces):
        """As many as there are answers, each counted once."""
        counted = gates.stops(traces)
        assert sum(counted.values()) == len(traces)
        assert list(counted) == [
            name
            for name in (*["admissible", "ranked", "cited", "supported", "proposition"], "accepted")
            if name in counted
        ]

    def test_the_title_counts_who_comes_through(self, traces):
        accepted = sum(one.refusal is None for one in traces)
        assert lab.title_of(spec_of(gates.follow(traces, "right"))).startswith(
            f"{accepted} of {len(traces)} answers"
        )

    def test_after_a_refusal_no_gate_is_asked(self, traces):
        """One cross for each refused answer, and only pale dots behind it."""
        rows = [row for row in rows_of(spec_of(gates.follow(traces, "right"))) if "state" in row]
        for one in traces:
            states = [row["state"] for row in rows if row["id"] == one.journey.id]
            assert states.count("refuses it") == (one.refusal is not None)
            if one.refusal:
                behind = states[states.index("refuses it") + 1 :]
                assert set(behind) <= {"is not asked any more"}

    def test_the_words_name_question_reason_and_next_step(self, traces):
        rows = [
            row
            for row in rows_of(spec_of(gates.follow(traces, "forbidden")))
            if row.get("id") == "forbidden" and "words" in row
        ]
        words = {row["name"]: " ".join(row["words"]) for row in rows}
        assert list(words) == ["asked", "answered", "cited", "decision", "why", "next"]
        assert words["decision"] == "\u00d7 refused at \u201cadmissible\u201d: tenant"
        assert words["why"] == "red-upload-file belongs to tenant red, asked by blue"

    def test_an_answer_that_is_not_proposed_is_refused(self, traces):
        with pytest.raises(
            ParameterError, match="the answer to follow is one of those proposed, got none. Known: right"
        ):
            gates.follow(traces, "none")


def explained(tokens=2, padding=1, size=4):
    rows = np.arange((tokens + padding) * size, dtype=np.float32).reshape(tokens + padding, size)
    pooled = rows[:tokens].mean(axis=0)
    return Explanation(
        text="hi",
        tokens=("[CLS]", "[SEP]")[:tokens] + ("[PAD]",) * padding,
        token_ids=(101, 102)[:tokens] + (0,) * padding,
        mask=(1,) * tokens + (0,) * padding,
        token_vectors=rows,
        pooled=pooled,
        vector=pooled / np.linalg.norm(pooled),
    )


class TestVectors:
    """From a text to a vector."""

    def test_the_path_counts_tokens_and_not_padding(self):
        spec = spec_of(vectors.path(explained(), components=4))
        assert lab.title_of(spec).startswith("2 tokens with 4 numbers each become one vector of 4.")
        assert "1 masked positions" in lab.title_of(spec)

    def test_every_number_of_every_row_is_drawn(self):
        """Rows (0..3), (4..7), padding (8..11); their mean without the padding is (2, 3, 4, 5)."""
        rows = rows_of(spec_of(vectors.path(explained(), components=4)))
        mean = [row["value"] for row in rows if row["row"].startswith("mean")]
        assert mean == [2.0, 3.0, 4.0, 5.0]
        assert [row["value"] for row in rows if row["mask"] == 0] == [8.0, 9.0, 10.0, 11.0]

    def test_the_chart_of_padding_states_the_last_effect(self):
        effects = [PaddingEffect(padding=n, masked=1.0, unmasked=1 - n / 10, largest=0.0) for n in (0, 4)]
        title = lab.title_of(spec_of(vectors.padding(effects)))
        assert (
            "4 empty positions change nothing that shows; averaged along, they turn the vector to 0.60"
            in title
        )

    def test_no_effect_is_refused(self):
        with pytest.raises(ParameterError, match="a chart of padding needs at least one effect"):
            vectors.padding([])

    def test_opposites_count_the_questions_that_are_farther_apart(self):
        """Rules at 0.9 and 0.7; of the questions at 0.8, 0.6 and 0.5 two are below both."""
        pairs = [
            near("rules", 0.9),
            near("rules", 0.7),
            near("question", 0.8),
            near("question", 0.6),
            near("question", 0.5),
        ]
        title = lab.title_of(spec_of(vectors.opposites(pairs)))
        assert title.startswith(
            "Two differing rules are closer to each other than 2 of 3 questions are to their evidence."
        )
        assert "at 0.70 and closer, half of the questions below 0.60" in title

    @pytest.mark.parametrize("kind", ["rules", "question"])
    def test_one_kind_alone_is_refused(self, kind):
        with pytest.raises(ParameterError, match="two rules and a question with its evidence are needed"):
            vectors.opposites([near(kind, 0.5)])

    def test_tokens_and_numbers_stand_side_by_side(self):
        (row,) = vectors.token_rows([explained(padding=0)])
        assert row == {"text": "hi", "tokens": "[CLS] [SEP]", "ids": "101 102"}


def near(kind, similarity):
    return Nearness(kind=kind, about="x", left="one", right="other", similarity=similarity)


@given(st.text(min_size=1), st.integers(20, 100))
def test_a_heading_loses_no_word_and_keeps_its_width(finding, width):
    """Lines are broken between words; only a word longer than a line is cut."""
    lines = lab.theme.heading(finding, width=width)["text"]
    assert all(len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(finding.split())
