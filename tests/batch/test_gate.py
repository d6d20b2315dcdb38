"""Each rule for notebooks refuses what breaks it, and a good notebook passes them all."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.batch import RULES, check_notebook, normalise
from labcore.batch.gate import check_notebook as check
from labcore.errors import ParameterError
from labcore.notebook import CHART

PROSE = "# What is it?\n\n" + "word " * 60
PARAMETERS = "k: int = 3  # passages"
CHECK = "import labcore.notebook as lab\nlab.parameters.check(globals(), k=(int, 1, 10))"


def spec(**fields):
    encoding = {"x": {"field": "n", "type": "quantitative", "title": "hits"}}
    chart = {
        "title": "Three of the hits are forbidden",
        "mark": "bar",
        "data": {"values": [{"n": 1}]},
        "encoding": encoding,
    }
    return {**chart, **fields}


def good(**fields):
    """A notebook that keeps every rule, with its parts by name, so that a test breaks one."""
    svg = "<svg xmlns='http://www.w3.org/2000/svg'/>"
    chart = {
        "data": {CHART: spec(), "image/svg+xml": svg, "text/plain": "Chart"},
        "metadata": {},
        "output_type": "display_data",
    }
    parts = {
        "prose": PROSE,
        "parameters": PARAMETERS,
        "check": CHECK,
        "between": "and then",
        "code": "1",
        "chart": chart,
    }
    parts |= fields
    cells = [
        {"cell_type": "markdown", "source": parts["prose"]},
        {"cell_type": "code", "source": parts["parameters"], "metadata": {"tags": ["parameters"]}},
        {"cell_type": "code", "source": parts["check"]},
        {"cell_type": "markdown", "source": parts["between"]},
        {"cell_type": "code", "source": parts["code"], "outputs": [parts["chart"]]},
    ]
    count = 0
    for place, cell in enumerate(cells):
        cell |= {"id": f"cell-{place}", "metadata": cell.get("metadata", {})}
        if cell["cell_type"] == "code":
            count += 1
            cell |= {"execution_count": count, "outputs": cell.get("outputs", [])}
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture
def broken_by(tmp_path):
    """Write a notebook and name the rules that it breaks."""

    def write(notebook, *, refreshed=True):
        path = tmp_path / "made.ipynb"
        text = json.dumps(notebook)
        path.write_text(normalise(text) if refreshed else text)
        return {one.name: one.actual for one in check_notebook(path) if not one.passed}

    return write


def change(edit):
    """Give a good notebook after an edit."""
    notebook = good()
    edit(notebook)
    return notebook


def test_a_good_notebook_keeps_every_rule(broken_by):
    assert broken_by(good()) == {}


def chart_with(**fields):
    data = {CHART: spec(**fields), "image/svg+xml": "<svg/>", "text/plain": "Chart"}
    return good(chart={"data": data, "metadata": {}, "output_type": "display_data"})


@pytest.mark.parametrize(
    ("notebook", "rule", "said"),
    [
        pytest.param(good(chart={"data": {"text/plain": "x" * 300_000}, "metadata": {}, "output_type": "display_data"}), "stored", "at most 300000", id="too large"),
        pytest.param(good(prose=PROSE + "\n/home/me/x"), "stored", "names a place on one machine", id="a machine's path"),
        pytest.param(change(lambda n: n["cells"][1].update(execution_count=None)), "executed", "execution counts are [None, 2, 3]", id="not executed"),
        pytest.param(good(chart={"output_type": "stream", "name": "stderr", "text": "Warning"}), "executed", "a warning is stored: Warning", id="a warning"),
        pytest.param(good(chart={"output_type": "error", "ename": "E", "evalue": "", "traceback": []}), "executed", "an error is stored: E", id="an error"),
        pytest.param(good(code="1;"), "compared", "ends with a semicolon", id="a semicolon"),
        pytest.param(good(code="# NBVAL_IGNORE_OUTPUT\n1"), "compared", "left out of the comparison", id="left out"),
        pytest.param(change(lambda n: n["cells"][4].update(metadata={"tags": ["injected-parameters"]})), "compared", "a cell that a batch run put in", id="injected"),
        pytest.param(change(lambda n: n["cells"][1].update(metadata={})), "parameters", "0 cells with the tag", id="no parameters"),
        pytest.param(good(parameters="k = 3"), "parameters", "holds lines of the form", id="no type"),
        pytest.param(good(parameters="k: int = 3"), "parameters", "k has no comment", id="no comment"),
        pytest.param(good(parameters="k: int = 30  # passages"), "parameters", "k must lie in 1 to 10", id="a default outside its limits"),
        pytest.param(good(parameters="\n".join(f"p{i}: int = 1  # x" for i in range(7))), "parameters", "7 parameters, at most 6", id="too many"),
        pytest.param(good(check="lab.parameters.check(globals(), q=int)"), "parameters", "does not name exactly", id="another name checked"),
        pytest.param(good(code="\n".join("1" * 13)), "argument", "a cell of 13 lines, at most 12", id="a long cell"),
        pytest.param(good(prose="# What?\n\nlittle"), "argument", "words for 4 lines of code", id="little prose"),
        pytest.param(change(lambda n: n["cells"].pop(3)), "argument", "two code cells in a row", id="code after code"),
        pytest.param(good(prose=PROSE.replace("?", "")), "question", "no heading asks a question", id="no question"),
        pytest.param(good(prose=PROSE.replace("# ", "## ")), "question", "the first cell has no title", id="no title"),
        pytest.param(good(prose=PROSE + " recall is 0.94"), "computed", "prose states 0.94", id="a decimal in prose"),
        pytest.param(good(prose=PROSE + " 17 of 54 places"), "computed", "prose states 17 of 54", id="a count in prose"),
        pytest.param(good(parameters="k: int ="), "parameters", "made.ipynb:1: the parameters cell is Python", id="parameters that are no Python"),
        pytest.param(good(code="%load_ext x\n1"), "small parts", "made.ipynb:1: every cell is Python", id="a magic"),
        pytest.param(good(code="import altair"), "small parts", "imports altair", id="a chart library"),
        pytest.param(good(code="def f():\n" + "    a = 1\n" * 7), "small parts", "defines f", id="a long function"),
        pytest.param(good(chart={"data": {"text/plain": "x"}, "metadata": {}, "output_type": "display_data"}), "charts are drawn", "no chart", id="no chart"),
        pytest.param(chart_with(mark="no-such-mark"), "charts are drawn", "does not compile with Vega-Lite", id="a chart that does not compile"),
        pytest.param(chart_with(title="Hits"), "charts state a finding", "a chart is titled: Hits", id="a label for a title"),
        pytest.param(chart_with(encoding={"x": {"field": "n", "type": "quantitative"}}), "axes are titled", "x shows n without a title", id="a raw axis"),
        pytest.param(chart_with(name="view_12"), "parts are named", '"view_12" is a counted name', id="a counted name"),
        pytest.param(chart_with(mark={"type": "bar", "color": "#FF0000"}), "colours can be told apart", "#ff0000 is not in", id="another red"),
    ],
)  # fmt: skip
def test_a_rule_names_what_breaks_it(broken_by, notebook, rule, said):
    assert said in broken_by(notebook)[rule]


def test_a_notebook_stored_by_hand_is_noticed(broken_by):
    assert "run: labcore notebooks refresh" in broken_by(good(), refreshed=False)["stored"]


@pytest.mark.parametrize(
    "prose",
    [
        pytest.param("`0.94` in code", id="code"),
        pytest.param("[a link](https://a.example/1.2)", id="an address"),
        pytest.param("notebook 02 and the year 2026", id="plain numbers"),
    ],
)
def test_numbers_that_state_no_result_may_stand_in_prose(broken_by, prose):
    assert broken_by(good(prose=f"{PROSE} {prose}")) == {}


def test_a_file_that_is_no_notebook_is_refused(tmp_path):
    path = tmp_path / "x.ipynb"
    path.write_text("{}")
    with pytest.raises(ParameterError, match="a notebook of format 4 is needed"):
        check(path)


@given(
    st.sets(st.sampled_from(["code", "check", "parameters"])),
    st.sampled_from(["x = 1;", "x: int =", "%load_ext x", "parameters.check("]),
)
def test_every_rule_gives_one_check_whatever_is_broken(tmp_path_factory, spoiled, text):
    """A broken notebook is reported whole and never by an exception."""
    path = tmp_path_factory.mktemp("gate") / "made.ipynb"
    path.write_text(json.dumps(good(**dict.fromkeys(spoiled, text))))
    assert [one.name for one in check_notebook(path)] == list(RULES)
