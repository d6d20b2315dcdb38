"""Every notebook in a real JupyterLab: it runs from the top, draws, and its picture follows its control."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

ROOT = Path(__file__).parents[2]
NOTEBOOKS = [
    ROOT / "tests" / "batch" / "notebooks" / "draws.ipynb",
    *sorted((ROOT / "notebooks").glob("*.ipynb")),
]

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

CONTROLS = ".jupyter-widgets, .vega-bindings input, .vega-bindings select"
CANVASES = "[...document.querySelectorAll('.jp-RenderedVegaCommon5 canvas.marks')]"
PICTURES = f"{CANVASES}.map(canvas => canvas.toDataURL()).join('|')"
ALL_DRAWN = """() => {
  const charts = [...document.querySelectorAll('.jp-RenderedVegaCommon5')];
  return charts.length && charts.every(chart => chart.querySelector('canvas.marks'));
}"""
CUT = f"""() => {CANVASES}.map((canvas, nth) => {{
  const area = canvas.closest('.jp-OutputArea-output');
  const end = area.getBoundingClientRect().left + area.clientLeft + area.clientWidth;
  return {{nth, over: canvas.getBoundingClientRect().right - end}};
}}).filter(chart => chart.over > 1)"""
"""Which charts end how many pixels to the right of what their output shows; one pixel is rounding."""
ALL_RAN = """() => {
  const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')].map(e => e.textContent);
  return prompts.length && prompts.every(text => /^\\[\\d+\\]:$/.test(text));
}"""
WHOLE = {"width": 1240, "height": 9000}
"""JupyterLab keeps only the cells that can be seen; in this window they all can."""
IDLE = "() => /Idle/.test(document.querySelector('#jp-main-statusbar')?.textContent || '')"


def menu(page, top, command):
    page.locator(".lm-MenuBar-item", has_text=top).first.click()
    page.locator(f'li.lm-Menu-item[data-command="{command}"]').first.click()


def run_all(page, address):
    """Open a notebook, clear what is stored, run every cell, and wait until all have run."""
    page.set_viewport_size(WHOLE)
    page.goto(address)
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    page.wait_for_selector('.jp-Notebook-ExecutionIndicator[data-status="idle"]')
    page.wait_for_function(IDLE)
    menu(page, "Edit", "editmenu:clear-all")
    page.wait_for_function("() => !document.querySelector('.jp-OutputArea-output')")
    menu(page, "Run", "runmenu:run-all")
    page.wait_for_function(ALL_RAN)
    page.wait_for_function(IDLE)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_draws_and_answers(path, jupyterlab, watched, screenshot):
    """No error, no request that leaves, every chart on a canvas and seen whole; a control changes a picture."""
    page = watched()
    run_all(page, jupyterlab(path))
    assert (
        page.locator(
            '.jp-OutputArea-output[data-mime-type*="stderr"], .jp-RenderedText[data-mime-type*="error"]'
        ).count()
        == 0
    )
    page.wait_for_function(ALL_DRAWN)
    assert page.evaluate(CUT) == []
    screenshot(page, f"lab-{path.stem}")
    if page.locator(CONTROLS).count():
        move_a_control(page)
        screenshot(page, f"lab-{path.stem}-moved")
    assert page.left == []


def test_a_chart_that_ends_beyond_its_output_is_found(jupyterlab, watched):
    """Else the check above could not fail; an output of 100 pixels shows no chart whole."""
    page = watched()
    run_all(page, jupyterlab(NOTEBOOKS[0]))
    page.wait_for_function(ALL_DRAWN)
    assert page.evaluate(CUT) == []
    page.add_style_tag(content=".jp-OutputArea-output { max-width: 100px }")
    cut = page.evaluate(CUT)
    assert [chart["nth"] for chart in cut] == list(range(page.evaluate(f"{CANVASES}.length")))


def move_a_control(page):
    """Move controls one after the other, by the keyboard or by choice, until a picture follows."""
    before = page.evaluate(PICTURES)
    for move in moves(page):
        move()
        try:
            page.wait_for_function(
                f"before => {CANVASES}.length > 0 && {PICTURES} !== before", arg=before, timeout=30_000
            )
        except PlaywrightTimeout:
            continue
        return
    pytest.fail("no control changes a picture")


def moves(page):
    """A step to the right and to the lowest value for sliders, the last entry for lists, the other for switches."""
    for slider in page.locator(".vega-bindings input[type=range]").all():
        yield lambda slider=slider: slider.press("ArrowRight")
        yield lambda slider=slider: slider.press("Home")
    for handle in page.locator(".jupyter-widgets .noUi-handle").all():
        yield lambda handle=handle: handle.press("ArrowRight")
        yield lambda handle=handle: handle.press("Home")
    for options in page.locator(".jupyter-widgets select, .vega-bindings select").all():
        last = options.locator("option").count() - 1
        yield lambda options=options, last=last: options.select_option(index=last)
    for radio in page.locator(".vega-bindings input[type=radio]").all():
        yield radio.check


def test_the_desk_of_facts_fetches_only_what_a_person_chose(jupyterlab, watched, screenshot):
    """Search, choose, use the scope, fetch: no value before the last step, and a new choice takes it away."""
    page = watched()
    run_all(page, jupyterlab(ROOT / "notebooks" / "08_same_name_two_versions.ipynb"))
    desk = page.locator(".jp-OutputArea-output .widget-vbox").last
    desk.scroll_into_view_if_needed()
    use, fetch = (desk.get_by_role("button", name=name) for name in ("Use this scope", "Fetch the facts"))
    scopes = desk.locator(".widget-radio-box input")
    assert scopes.count() == 2
    first, second = (label.bounding_box() for label in desk.locator(".widget-radio-box label").all())
    assert first["y"] + first["height"] <= second["y"]
    assert not desk.locator(".widget-radio-box input:checked").count()
    assert use.is_disabled()
    assert fetch.is_disabled()
    facts = desk.get_by_text("From the database")
    screenshot(page, "desk-asked")

    desk.locator(".widget-radio-box label", has_text="SAMPLE_SNAP_REVISED").click()
    use.click()
    desk.get_by_text("your scope: ").wait_for()
    assert facts.count() == 0
    fetch.click()
    facts.wait_for()
    screenshot(page, "desk-fetched")
    assert desk.locator("tr", has_text="transmit_period_ms").locator("td").last.inner_text() == "20"

    desk.get_by_role("button", name="Drop the scope").click()
    facts.wait_for(state="detached")
    assert fetch.is_disabled()


def test_a_picture_is_readable_in_the_dark_theme(jupyterlab, watched, screenshot):
    """The card stays white, so dark text on it stays dark on light."""
    page = watched(scheme="dark")
    run_all(page, jupyterlab(NOTEBOOKS[0]))
    page.locator(".lm-MenuBar-item", has_text="Settings").first.click()
    page.locator("li.lm-Menu-item", has_text="Theme").first.hover()
    page.locator(
        'li.lm-Menu-item[data-command="apputils:change-theme"]', has_text="JupyterLab Dark"
    ).first.click()
    page.wait_for_selector('body[data-jp-theme-light="false"]', state="attached")
    corner = page.evaluate(
        f"() => [...{CANVASES}[0].getContext('2d').getImageData(3, 3, 1, 1).data]",
    )
    assert corner == [255, 255, 255, 255]
    screenshot(page, "lab-dark")
