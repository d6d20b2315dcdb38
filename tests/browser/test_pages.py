"""Every exported page from the disk: it draws by itself and asks nobody."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest

from labcore.notebook import chart_javascript
from labcore.report import Batch, NotebookRun, Picture, Status, notebook_page, run_page

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

SPEC = {
    "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
    "title": "Bars above the line",
    "data": {"values": [{"n": 1}, {"n": 5}, {"n": 9}]},
    "params": [{"name": "least", "value": 0, "bind": {"input": "range", "min": 0, "max": 9, "step": 1}}],
    "transform": [{"filter": "datum.n > least"}],
    "mark": "bar",
    "encoding": {"x": {"field": "n", "type": "quantitative"}, "y": {"field": "n", "type": "ordinal"}},
}
ALL_LIVE = """() => {
  const figures = [...document.querySelectorAll('figure.chart')];
  return figures.every(figure => figure.dataset.state);
}"""
STATES = "() => [...document.querySelectorAll('figure.chart')].map(figure => figure.dataset.state)"


def write_page(path, notebook):
    path.write_text(notebook_page(notebook, chart_javascript()), encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def own_page(tmp_path_factory):
    """A page with one chart whose slider is inside the chart."""
    v4 = nbformat.v4
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
    )
    forms = {"application/vnd.vegalite.v5+json": SPEC, "image/svg+xml": svg, "text/plain": "Chart: Bars"}
    cells = [
        v4.new_markdown_cell("# A page"),
        v4.new_code_cell("x", outputs=[v4.new_output("display_data", data=forms)]),
    ]
    return write_page(tmp_path_factory.mktemp("page") / "own.html", v4.new_notebook(cells=cells))


def test_a_slider_inside_a_chart_works_without_a_server(own_page, watched):
    """Three bars; after the slider stands at 5, one is left. No request leaves."""
    page = watched(offline=True)
    page.goto(own_page)
    page.wait_for_function(ALL_LIVE)
    bars = page.locator("figure.chart svg .mark-rect path")
    assert bars.count() == 3
    page.locator("figure.chart input[type=range]").fill("5")
    page.wait_for_function("() => document.querySelectorAll('figure.chart svg .mark-rect path').length === 1")
    assert (page.left, page.errors) == ([], [])


def test_without_scripts_the_stored_picture_is_there(own_page, watched):
    page = watched(java_script_enabled=False)
    page.goto(own_page)
    image = page.locator("figure.chart img")
    assert image.count() == 1
    assert image.bounding_box()["width"] == 40


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_page_of_a_notebook_draws_every_chart_and_asks_nobody(path, tmp_path, watched, screenshot):
    """From the stored outputs alone: no kernel, no server, no internet, no error on the console."""
    notebook = nbformat.read(path, as_version=4)
    charts = json.dumps(notebook).count('"application/vnd.vegalite.v5+json"')
    for scheme in ("light", "dark"):
        page = watched(scheme=scheme, offline=True)
        page.goto(write_page(tmp_path / "page.html", notebook))
        page.wait_for_function(ALL_LIVE)
        assert page.evaluate(STATES) == ["live"] * charts
        screenshot(page, f"page-{path.stem}-{scheme}", full_page=True)
        for figure in page.locator("figure.chart").all():
            use_controls_inside(page, figure)
        assert (page.left, page.errors) == ([], [])


def use_controls_inside(page, figure):
    """Choose the last entry of every list and switch inside a chart; its picture follows each time."""
    for control in figure.locator(".vega-bindings select").all():
        before = figure.locator("svg").inner_html()
        control.select_option(index=control.locator("option").count() - 1)
        expect(figure, before, page)
    for group in figure.locator(".vega-bind:has(input[type=radio])").all():
        before = figure.locator("svg").inner_html()
        group.locator("input[type=radio]").last.check()
        expect(figure, before, page)


def expect(figure, before, page):
    page.wait_for_function(
        "([figure, before]) => figure.querySelector('svg').innerHTML !== before",
        arg=[figure.element_handle(), before],
    )


def test_the_index_shows_its_pictures_and_asks_nobody(tmp_path, watched, screenshot):
    """Pictures stand in the page itself; links lead to the pages beside it."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
    )
    run = NotebookRun(
        notebook="one",
        title="Who may see it?",
        status=Status.PASSED,
        parameters={"k": 3},
        given=(),
        seconds=1,
        executed="notebooks/one.ipynb",
        page="pages/one.html",
        picture=Picture(svg=svg, caption="A finding"),
    )
    batch = Batch(command="labcore run", started="now", seconds=1, runs=(run,), origins=(), versions={})
    (tmp_path / "index.html").write_text(run_page(batch), encoding="utf-8")
    page = watched(scheme="dark", offline=True)
    page.goto((tmp_path / "index.html").as_uri())
    assert page.locator("img").evaluate("image => image.complete && image.naturalWidth") == 40
    assert page.locator(".card h3 a").get_attribute("href") == "pages/one.html"
    screenshot(page, "index", full_page=True)
    assert (page.left, page.errors) == ([], [])
