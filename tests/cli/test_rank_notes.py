"""``labcore rank`` says why a query found nothing, and which required evidence its asker may not read."""

import json

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from labcore.cli.main import root
from labcore.cli.rank_notes import withheld_notes
from labcore.experiments import compare_rankers
from labcore.fixture import Fixture, seal
from labcore.records import Corpus, Dimension, ExclusionReason, Passage, Query, Scope

MANIFEST = {
    "schema": "evidence-lab/fixture-1",
    "name": "tiny",
    "title": "Three passages",
    "licence": "Apache-2.0",
    "authored": "2026-11-30",
    "dimensions": ["tenant", "role"],
    "files": {},
}
PASSAGES = [
    {"_id": "red-1", "text": "one file", "metadata": {"tenant": "red", "roles": ["public"]}},
    {"_id": "silent", "text": "two files", "metadata": {"roles": ["public"]}},
    {"_id": "blue-1", "text": "three files", "metadata": {"tenant": "blue", "roles": ["staff"]}},
]
GUEST = {"tenant": "blue", "roles": ["guest"]}
STAFF = {"tenant": "blue", "roles": ["staff"]}
QUERIES = [
    {"_id": "nobody", "text": "one file", "metadata": GUEST},
    {"_id": "words", "text": "zebra", "metadata": STAFF},
    {"_id": "well", "text": "three files", "metadata": STAFF},
]


def write(folder, qrels="nobody\tred-1\t1\nnobody\tblue-1\t0\nwell\tblue-1\t1\n"):
    rows = {"corpus.jsonl": PASSAGES, "queries.jsonl": QUERIES}
    for name, content in rows.items():
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in content))
    (folder / "qrels.tsv").write_text(qrels)
    (folder / "fixture.json").write_text(json.dumps(MANIFEST))
    seal(folder)
    return folder


def shown(folder, *options):
    arguments = ["rank", str(folder), "--ranker", "jaccard", *options]
    return CliRunner().invoke(root, arguments, catch_exceptions=False).output


def test_an_empty_admissible_set_is_told_with_the_reasons(tmp_path):
    """Two passages fail at the tenant (red, and one that states none), the third at the role."""
    line = "  nobody: no passage is admissible for its asker (3 excluded: tenant 2, role 1)\n"
    assert line in shown(write(tmp_path))


def test_a_query_without_a_match_is_told_with_what_was_kept_out(tmp_path):
    """``zebra`` stands nowhere; the blue passage was admitted and does not match."""
    line = "  words: nothing matched among the admissible passages (2 excluded: tenant 2)\n"
    assert line in shown(write(tmp_path))


def test_where_nothing_is_kept_out_it_says_so(tmp_path):
    (tmp_path / "corpus.jsonl").write_text('{"_id": "p", "text": "one"}\n')
    (tmp_path / "queries.jsonl").write_text('{"_id": "q", "text": "zebra"}\n')
    assert "  q: nothing matched among the admissible passages (none was excluded)\n" in shown(tmp_path)


@pytest.mark.parametrize("form", [[], ["--summary"]], ids=["in full", "in short"])
def test_required_evidence_that_the_asker_may_not_read_is_named(tmp_path, form):
    """A grade of 0 requires nothing, so blue-1 is not named; and every metric stays what it was."""
    text = shown(write(tmp_path), *form)
    assert text.count("is excluded for its asker") == 1
    assert (
        "  required evidence red-1 of query nobody is excluded for its asker: "
        "tenant, belongs to tenant red, asked by blue\n"
    ) in text
    assert "take the pair out of the qrels:" in text


def test_a_query_that_finds_its_evidence_has_no_note(tmp_path):
    text = shown(write(tmp_path))
    assert "  well:" not in text
    assert "of query well" not in text


def test_json_tells_the_same(tmp_path):
    rows = {row["query"]: row for row in json.loads(shown(write(tmp_path), "--json"))[0]["queries"]}
    assert rows["nobody"]["excluded_by_reason"] == {"tenant": 2, "role": 1}
    assert rows["nobody"]["recall"] == 0.0
    (held,) = rows["nobody"]["required_but_excluded"]
    assert (held["passage"], held["reason"]) == ("red-1", "tenant")
    assert rows["well"]["required_but_excluded"] == []


def compared(tmp_path, tenants, required):
    """One query of blue over passages of the given tenants; ``required`` are places in the corpus."""
    passages = tuple(Passage(id=f"p{n}", text="word", tenant=name) for n, name in enumerate(tenants))
    fixture = Fixture(
        name="tiny",
        path=tmp_path,
        manifest=None,
        corpus=Corpus(passages, frozenset({Dimension.TENANT}), "tiny"),
        queries=(Query(id="q", text="word", scope=Scope(tenant="blue")),),
        qrels={"q": {f"p{n}": 1 for n in required}},
        recorded={},
    )
    return compare_rankers(fixture, ["jaccard"], fixture.queries, k=9)[0]


def test_a_note_moves_no_cursor(tmp_path):
    """A tenant's name comes from a file and stands in the detail."""
    (block,) = withheld_notes(compared(tmp_path, ["red\x1b[2J", "blue"], {0}))
    assert r"belongs to tenant red\x1b[2J" in block


@given(st.data())
def test_each_required_passage_is_withheld_or_findable(tmp_path_factory, data):
    """Law: with room for all, what is required and not withheld is a hit; the counts add up to the exclusions."""
    tenants = data.draw(st.lists(st.sampled_from(["blue", "red", "public"]), min_size=1, max_size=6))
    required = data.draw(st.sets(st.integers(0, len(tenants) - 1)))
    one = compared(tmp_path_factory.getbasetemp(), tenants, required)
    (row,) = one.rows
    withheld = {exclusion.passage_id for exclusion in row.withheld}
    assert withheld == {f"p{n}" for n in required if tenants[n] == "red"}
    assert {f"p{n}" for n in required} - withheld <= set(row.run.passage_ids)
    assert row.reasons == ({ExclusionReason.TENANT: tenants.count("red")} if "red" in tenants else {})
    assert len(withheld_notes(one)) == bool(withheld)
