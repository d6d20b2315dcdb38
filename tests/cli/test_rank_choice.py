"""``labcore rank`` says which splits there are, and where nothing is measured."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from labcore.cli.main import root
from labcore.cli.rank_choice import chosen, evidence_note
from labcore.errors import FixtureError
from labcore.fixture import Fixture, load, seal
from labcore.records import Corpus, Passage, Query, Split


@pytest.fixture
def beir(tmp_path):
    """A plain folder of two queries; tests add the files that judge them."""
    (tmp_path / "corpus.jsonl").write_text('{"_id": "p", "text": "one file"}\n')
    (tmp_path / "queries.jsonl").write_text('{"_id": "q1", "text": "one"}\n{"_id": "q2", "text": "file"}\n')
    (tmp_path / "qrels").mkdir()
    return tmp_path


def judge(folder, name, *queries, grade=1):
    rows = "".join(f"{query}\tp\t{grade}\n" for query in queries)
    (folder / "qrels" / name).write_text(rows)


def rank(folder, *options):
    arguments = ["rank", str(folder), "--ranker", "jaccard", *options]
    return CliRunner().invoke(root, arguments, catch_exceptions=False)


def test_where_nothing_judges_the_split_nothing_can_be_renamed(beir):
    with pytest.raises(FixtureError, match="or judge them in qrels/dev.tsv: in a plain folder"):
        rank(beir, "--split", "dev")


def test_a_plain_folder_with_dev_alone_is_told_how_to_choose_and_to_rename(beir):
    judge(beir, "dev.tsv", "q1", "q2")
    with pytest.raises(FixtureError) as caught:
        rank(beir)
    assert str(caught.value) == (
        f"{beir}: no query is of the split eval, got 2 of the split dev. Choose them with --split dev, "
        "or rename the file that judges them to qrels/test.tsv: in a plain folder it tells the split"
    )
    assert rank(beir, "--split", "dev").exit_code == 0


def test_a_plain_folder_without_dev_is_told_the_other_way_round(beir):
    judge(beir, "test.tsv", "q1", "q2")
    with pytest.raises(
        FixtureError, match=r"split dev, got 2 of the split eval.*--split eval.*qrels/dev.tsv"
    ):
        rank(beir, "--split", "dev")


def test_a_declared_fixture_states_the_split_in_its_metadata(beir):
    (beir / "qrels").rmdir()
    about = {"schema": "evidence-lab/fixture-1", "name": "tiny", "title": "One", "licence": "Apache-2.0"}
    (beir / "fixture.json").write_text(json.dumps(about | {"authored": "2026-11-30", "files": {}}))
    seal(beir)
    with pytest.raises(FixtureError, match='--split eval, or write "split": "dev" in the metadata'):
        chosen(load(beir), "dev")


def test_a_folder_without_queries_is_told_what_a_query_is(beir):
    (beir / "queries.jsonl").unlink()
    with pytest.raises(
        FixtureError, match=r"needs at least one query in queries.jsonl. Write one a line: {\"_id\""
    ):
        rank(beir, "--split", "all")


def test_lost_required_evidence_is_told(beir):
    """The tables would be full of dashes without a word."""
    result = rank(beir)
    assert result.exit_code == 0
    assert f"not measured: {beir} states none: no grade above 0 for any of its queries" in result.stderr
    assert "not measured" not in result.stdout


def test_evidence_of_another_split_is_told(beir):
    """q2 is judged by nothing, so that it stays of the eval split."""
    judge(beir, "dev.tsv", "q1")
    assert "queries that have it: 1 of the split dev (--split chooses)" in rank(beir).stderr


def test_grades_of_zero_require_nothing(beir):
    judge(beir, "test.tsv", "q1", "q2", grade=0)
    assert "states none" in rank(beir).stderr


def test_measured_queries_have_no_note(beir):
    judge(beir, "test.tsv", "q1")
    assert rank(beir).stderr == ""


@given(
    st.lists(st.sampled_from(Split), min_size=1, max_size=5),
    st.sampled_from(["dev", "eval", "all"]),
    st.data(),
)
def test_every_choice_gives_queries_or_names_a_split_that_has_some(splits, split, data):
    """Law: what the remedy names can be chosen; and a note comes exactly where no chosen query is judged."""
    queries = tuple(Query(id=f"q{n}", text="x", split=one) for n, one in enumerate(splits))
    judged = data.draw(st.sets(st.sampled_from([query.id for query in queries])))
    fixture = Fixture(
        name="tiny",
        path=Path("tiny"),
        manifest=None,
        corpus=Corpus((Passage(id="p", text="x"),), frozenset(), "tiny"),
        queries=queries,
        qrels={name: {"p": 1} for name in judged},
        recorded={},
    )
    try:
        found = chosen(fixture, split)
    except FixtureError as error:
        named = str(error.remedy).split("--split ")[1].split(",")[0]
        assert chosen(fixture, named) == queries
    else:
        assert (evidence_note(fixture, found) is None) == bool(judged & {query.id for query in found})
