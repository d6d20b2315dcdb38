"""An executed notebook becomes one file that draws its charts without asking anybody."""

from __future__ import annotations

import json
import re

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore import notebook as lab
from labcore.report import notebook_page, title_of
from labcore.report.notebook_page import CHART

SPEC = {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "title": "a </script> b", "mark": "bar"}
FORMS = {
    CHART: SPEC,
    "image/svg+xml": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "text/plain": "Chart: <T>",
}
WIDGET = {
    "application/vnd.jupyter.widget-view+json": {"model_id": "x"},
    "text/html": "<p>drawn for k: 3</p>",
    "text/plain": "Controls: k: 3",
}


def notebook(*outputs, prose="# A title\n\nWords."):
    v4 = nbformat.v4
    shown = [v4.new_output("display_data", data=data) for data in outputs]
    return v4.new_notebook(
        cells=[
            v4.new_markdown_cell(prose),
            v4.new_code_cell("x = 1  # one", outputs=shown, execution_count=1),
        ]
    )


def test_the_two_packages_agree_on_the_name_of_a_chart():
    """They may not import each other, so this holds them together."""
    assert CHART == lab.CHART


def test_a_chart_carries_its_picture_and_its_specification():
    """The picture is there until the program has drawn, and where scripts are off."""
    page = notebook_page(notebook(FORMS), "window.vegaEmbed = 1;")
    assert 'aria-label="Chart: &lt;T&gt;"' in page
    assert page.count("data:image/svg+xml;base64,") == 1
    (stored,) = re.findall(r'<script type="application/json">(.*?)</script>', page)
    assert json.loads(stored) == SPEC


def test_the_program_stands_in_the_page_once_however_many_charts_there_are():
    page = notebook_page(notebook(FORMS, FORMS, FORMS), "window.vegaEmbed = 1;")
    assert page.count("window.vegaEmbed = 1;") == 1
    assert page.count("<figure") == 3


def test_a_page_without_a_chart_carries_no_program():
    assert "<script" not in notebook_page(notebook({"text/plain": "x"}), "window.vegaEmbed = 1;")


def test_a_program_cannot_close_its_own_tag():
    page = notebook_page(notebook(FORMS), "x = '</script>';")
    assert "x = '<\\/script>';" in page


def test_nothing_may_be_fetched():
    """No address of another place stands in a tag, and the policy would stop it."""
    page = notebook_page(notebook(FORMS, WIDGET), "window.vegaEmbed = 1;")
    assert "default-src 'none'; img-src data:" in page
    assert re.findall(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=[\"'](?!data:)", page) == []


def test_a_control_is_replaced_by_the_values_it_had():
    page = notebook_page(notebook(WIDGET), "")
    assert "drawn for k: 3" in page
    assert "widget-view" not in page


def test_the_mark_of_the_batch_runner_is_left_out_and_ours_stands_on_top():
    source = notebook({"text/plain": "x"})
    source.cells[0].metadata["tags"] = ["papermill-error-cell-tag"]
    page = notebook_page(source, "", note="<p>stopped</p>")
    assert "Words." not in page
    assert "<p>stopped</p>" in page


def test_the_notebook_is_not_changed():
    source = notebook(FORMS, WIDGET)
    before = nbformat.writes(source)
    notebook_page(source, "")
    assert nbformat.writes(source) == before


@pytest.mark.parametrize(
    ("prose", "title"),
    [
        pytest.param(
            "words\n\n# Second line\n# Third", "Second line", id="the first heading of the first level"
        ),
        pytest.param("## Only a smaller one", "Untitled", id="none"),
    ],
)
def test_the_title_is_the_first_heading(prose, title):
    assert title_of(notebook(prose=prose)) == title


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_any_chart_data_comes_back_out_of_the_page(value):
    """Whatever a title or a datum holds, it stays data and ends no tag."""
    page = notebook_page(notebook({CHART: {"title": value}, "text/plain": value}), "")
    (stored,) = re.findall(r'<script type="application/json">(.*?)</script>', page, re.DOTALL)
    assert json.loads(stored) == {"title": value}
