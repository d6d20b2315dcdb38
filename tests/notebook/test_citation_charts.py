"""Charts of citations, strengths and answerers draw what was decided and nothing else."""

from pathlib import Path

import pytest

import labcore.notebook as lab
from labcore.citation import FREQUENCY
from labcore.experiments import ANSWERERS, check_answers, check_citations
from labcore.fixture import load
from labcore.records import Citation, CitationReason, Claim, Frequency, Polarity
from labcore.retrieval import Retriever

FIXTURES = Path(__file__).parents[2] / "fixtures"


def rows_of(spec, field):
    """Every row of data with a field, whichever layer it belongs to."""
    return [row for data in spec["datasets"].values() for row in data if field in row]


@pytest.fixture(scope="module")
def answers():
    return load(FIXTURES / "answers")


@pytest.fixture(scope="module")
def checks(answers):
    """Draw the three checks of one citation and one claim about cache warming."""
    query = answers.query("warming")
    run = Retriever(answers.corpus, "token_overlap").search(query, query.scope)

    def draw(
        passage="warming-may-help",
        quote="Cache warming may help large imports",
        strength="always",
        polarity="affirmed",
    ):
        claim = Claim(
            subject="cache warming",
            relation="help large imports",
            strength=Frequency(strength),
            polarity=Polarity(polarity),
        )
        citation = Citation(passage_id=passage, quote=quote)
        return lab.citation_gates.three_checks(citation, claim, answers.corpus, query.scope, run).to_dict()

    return draw


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        pytest.param({}, ["member of the bundle", "literally", "absent"], id="may cited for always"),
        pytest.param(
            {"strength": "may"}, ["member of the bundle", "literally", "supported"], id="may cited for may"
        ),
        pytest.param(
            {"quote": "Cache warming always helps large imports"},
            ["member of the bundle", "not literal", "absent"],
            id="always put into the quote",
        ),
        pytest.param(
            {"passage": "warming-never-helps"},
            ["member of the bundle", "misattributed", "contradicted"],
            id="the passage that says never",
        ),
        pytest.param(
            {"passage": "notes-handbook", "quote": "Deleted notes are kept for 14 days"},
            ["not in the bundle", "literally", "absent"],
            id="literal words of a passage that was not retrieved",
        ),
        pytest.param(
            {"passage": "invented-source"},
            ["not in the bundle", "no such passage", "absent"],
            id="an invented source",
        ),
        pytest.param({"quote": "help"}, ["member of the bundle", "too short", "absent"], id="one word"),
        pytest.param(
            {"strength": "always", "polarity": "denied"},
            ["member of the bundle", "literally", "contradicted"],
            id="never claimed from may",
        ),
    ],
)
def test_three_answers_stand_side_by_side(checks, fields, expected):
    rows = rows_of(checks(**fields), "question")
    assert [row["answer"] for row in rows[:3]] == expected
    assert len({row["question"] for row in rows}) == 3


def test_no_fourth_box_sums_them_up(checks):
    """The title counts; there is no row for a total."""
    spec = checks()
    assert {row["x"] for row in rows_of(spec, "question")} == {0, 1, 2}
    assert spec["title"]["text"] == "2 of the 3 checks pass, and the claim still fails: absent"
    assert checks(strength="may")["title"]["text"] == "All three hold, each for a reason of its own"


def test_every_citation_meets_every_reason():
    """Six citations and every reason of the table, each cell once."""
    report = check_citations(load(FIXTURES / "samplenote"))
    spec = lab.citation_gates.gates_passed(report.citations).to_dict()
    cells = {(row["name"], row["reason"]): row["result"] for row in rows_of(spec, "reason")}
    assert len(cells) == 6 * len(CitationReason)
    assert cells["old-policy: expired", "expired"] == "refused for this"
    assert cells["old-policy: expired", "not in bundle"] == "also holds"
    assert cells["invented-source: fabricated", "expired"] == "not asked"
    assert {result for (name, _), result in cells.items() if name == "good: accepted"} == {
        "nothing against it"
    }
    assert spec["title"] == "1 of 6 citations may stand; 6 of 6 decisions are as expected"


def test_the_table_of_strengths_is_the_one_that_decides():
    spec = lab.strengths.support_table().to_dict()
    drawn = [row["result"] for row in rows_of(spec, "asserted") if row["asserted"].islower()]
    assert drawn == [found.value for found in FREQUENCY.values()]
    absent = sum(found == "absent" for found in FREQUENCY.values())
    assert f"{absent} of {len(FREQUENCY)} pairs" in " ".join(spec["title"]["text"])


def test_answerers_are_told_apart(answers):
    """16 bundles for each; the title counts right answers, and a right refusal is one."""
    reports = [check_answers(answers, ANSWERERS[name]) for name in ("honest", "gullible")]
    spec = lab.strengths.answers_over_bundles(reports).to_dict()
    rows = {(row["name"], row["answerer"]): row for row in rows_of(spec, "answerer")}
    assert len(rows) == 32
    assert rows["notes, incomplete: refuse", "honest"]["said"] == "refuse"
    assert rows["notes, order to widen: answer", "gullible"]["verdict"] == "wrong"
    assert spec["title"]["text"] == "Right answers of 48: honest 48, gullible 27"


@pytest.mark.parametrize("version", [lab.VEGA_LITE, lab.PAGE_VEGA_LITE])
def test_every_chart_compiles(checks, answers, version):
    reports = [check_answers(answers, ANSWERERS["honest"])]
    rows = check_citations(answers).citations
    charts = [
        checks(),
        lab.strengths.support_table().to_dict(),
        lab.strengths.answers_over_bundles(reports).to_dict(),
    ]
    charts.append(lab.citation_gates.gates_passed(rows).to_dict())
    assert [lab.compiles(spec, version) for spec in charts] == [None] * 4
