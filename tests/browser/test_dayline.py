"""The day of a question is dragged with the mouse and moved with the keyboard, in a real browser."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest

import labcore.notebook as lab
from labcore.records import Passage

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

ON = [date(2026, 1, 1) + timedelta(days=number) for number in range(31)]
RULE = Passage(id="rule", text="", title="A rule", published_at=ON[1], effective_from=ON[10])
ASKED = "() => [...document.querySelectorAll('svg text')].map(t => t.textContent).find(t => t.startsWith('asked'))"


def test_the_line_follows_the_mouse_and_the_arrow_keys(watched):
    """From day 5, pending, the mouse drags it into the days in force; one press of a key moves it by one day."""
    spec = lab.clocks.timeline([RULE], ON, ON[5], origin=ON[0]).to_dict()
    drawn = json.dumps(lab.bundle(spec)[lab.CHART])
    script = (
        f"{lab.chart_javascript()}; await vegaEmbed('#chart', {drawn}, {{renderer: 'svg', actions: false}});"
    )
    page = watched(offline=True)
    page.set_content(f"<div id=chart></div><script type=module>{script}</script>")
    page.wait_for_function(f"() => ({ASKED})() === 'asked about day 5'")
    box = page.locator("#chart svg").bounding_box()
    height = box["y"] + box["height"] * 0.6
    page.mouse.move(box["x"] + box["width"] * 0.4, height)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.8, height, steps=8)
    page.mouse.up()
    slider = page.locator("#chart input[type=range]")
    dragged = int(slider.input_value())
    assert dragged > 15
    assert page.evaluate(ASKED) == f"asked about day {dragged}"
    assert page.locator("#chart svg text", has_text="in force: applies from day 10").count() > 0
    slider.press("ArrowRight")
    page.wait_for_function(f"() => ({ASKED})() === 'asked about day {dragged + 1}'")
    assert (page.left, page.errors) == ([], [])
