"""A chart leaves the notebook in three forms that agree."""

from __future__ import annotations

import json

import altair as alt
import pytest
import vl_convert
from hypothesis import given
from hypothesis import strategies as st

import labcore.notebook as lab


@pytest.fixture(autouse=True)
def prepared():
    with alt.renderers.enable("default"), alt.theme.enable("default"):
        lab.setup()
        yield


def bars(title):
    rows = alt.Data(values=[{"name": "a", "n": 1}, {"name": "b", "n": 2}])
    return alt.Chart(rows, title=title).mark_bar().encode(x="n:Q", y="name:N")


def forms(chart):
    return chart._repr_mimebundle_()


def test_a_chart_is_a_specification_a_picture_and_a_text():
    """JupyterLab takes the first, a preview the second, a terminal the third; nothing else is stored."""
    given_forms = forms(bars("Two bars"))
    assert sorted(given_forms) == ["application/vnd.vegalite.v5+json", "image/svg+xml", "text/plain"]
    assert given_forms["text/plain"] == "Chart: Two bars"
    assert given_forms[lab.CHART]["description"] == "Two bars"


def test_the_specification_says_version_five_and_compiles_as_such():
    """JupyterLab 4 draws no other; the compiler of that version is asked, not believed."""
    spec = forms(bars("Two bars"))[lab.CHART]
    assert spec["$schema"].endswith("/vega-lite/v5.json")
    compiled = vl_convert.vegalite_to_vega(spec, vl_version=lab.VEGA_LITE)
    assert [mark["type"] for mark in compiled["marks"]] == ["rect"]


def test_the_same_chart_gives_the_same_bytes():
    assert json.dumps(forms(bars("Two bars"))) == json.dumps(forms(bars("Two bars")))


def test_a_description_that_the_author_wrote_is_kept():
    assert forms(bars("T").properties(description="Mine"))[lab.CHART]["description"] == "Mine"


@pytest.mark.parametrize(
    ("title", "line"),
    [
        pytest.param("One", "One", id="a text"),
        pytest.param(["One", "two"], "One two", id="lines"),
        pytest.param({"text": "One", "subtitle": ["two", "three"]}, "One. two three", id="with a subtitle"),
        pytest.param({"text": ["One", "more"]}, "One more", id="an object without a subtitle"),
    ],
)
def test_a_title_becomes_one_line(title, line):
    assert lab.title_of({"title": title}) == line


def test_a_chart_without_a_title_says_so():
    assert lab.title_of({}) == "untitled"


@given(st.text(min_size=1))
def test_any_title_comes_through_as_written(title):
    assert lab.title_of({"title": title}) == title


def _luminance(colour):
    """Relative luminance. Source: WCAG 2.2, definition of relative luminance."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colour", [lab.theme.INK, lab.theme.QUIET])
def test_text_in_a_chart_is_readable_on_its_card(colour):
    """The card is opaque, so the theme around it does not matter; 4.5 is WCAG's AA."""
    background = forms(bars("T"))[lab.CHART]["config"]["background"]
    contrast = (_luminance(background) + 0.05) / (_luminance(colour) + 0.05)
    assert contrast >= 4.5
