"""A matrix of cells whose stories are part of the chart."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError
from labcore.notebook import PAGE_VEGA_LITE, VEGA_LITE, compiles
from labcore.notebook.matrix import MatrixCell, click_matrix
from labcore.notebook.theme import GREEN, RED, heading


def cell(x, y, **more):
    return MatrixCell(**{"x": x, "y": y, "state": "right", "label": "yes", "story": ("told",), **more})


def draw(cells, first=("a", "r"), **more):
    chart = click_matrix(
        cells,
        name="m",
        title=heading("What was found here"),
        axes=("column", "row"),
        colours={"right": GREEN, "wrong": RED},
        first=first,
        **more,
    )
    return chart.to_dict()


def rows_of(spec):
    """Every row behind a chart, from the CSV that it carries."""
    data = [*spec.get("datasets", {}).values(), spec.get("data", {}).get("values", "")]
    data += [view.get("data", {}).get("values", "") for view in spec["vconcat"]]
    return [row for text in data if isinstance(text, str) for row in csv.DictReader(io.StringIO(text))]


def test_columns_and_rows_keep_the_order_in_which_they_come():
    spec = draw([cell("b", "s"), cell("a", "s"), cell("b", "r"), cell("a", "r")])
    channels = spec["vconcat"][0]["layer"][0]["encoding"]
    assert (channels["x"]["sort"], channels["y"]["sort"]) == (["b", "a"], ["s", "r"])


def test_a_click_is_part_of_the_chart_and_starts_at_the_first_story():
    text = json.dumps(draw([cell("a", "r"), cell("b", "r")], first=("b", "r")))
    assert '"m_cell"' in text
    assert '"value": [{"x": "b", "y": "r"}]' in text


def test_a_menu_stands_where_there_are_layers_and_only_there():
    layered = draw([cell("a", "r", layer="one"), cell("a", "r", layer="two")], layers="judge")
    (menu,) = [param for param in layered["params"] if param["name"] == "m_layer"]
    assert (menu["value"], menu["bind"]["options"]) == ("one", ["one", "two"])
    assert "m_layer" not in json.dumps(draw([cell("a", "r")]))


def test_a_story_of_its_own_and_one_for_all_layers_are_both_kept():
    spec = draw([cell("a", "r", story=("own",), about=("shared",))])
    text = json.dumps(spec)
    assert "shared" in text
    assert "datum.about" in text


def test_the_first_story_is_that_of_a_cell():
    with pytest.raises(ParameterError, match="m: the first story is that of a cell, got c / r"):
        draw([cell("a", "r")], first=("c", "r"))


@pytest.mark.parametrize("version", [VEGA_LITE, PAGE_VEGA_LITE])
@pytest.mark.parametrize("layers", ["", "judge"])
def test_both_versions_draw_it(version, layers):
    spec = draw([cell("a", "r", layer="one", about=("all",)), cell("b", "r", layer="one")], layers=layers)
    assert compiles(spec, version) is None


texts = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=30)


@given(st.lists(texts, min_size=1, max_size=4))
def test_law_what_a_cell_says_arrives_in_the_chart(labels):
    """Commas, quotes and the like come through the CSV unchanged."""
    spec = draw([cell(f"c{n}", "r", label=label) for n, label in enumerate(labels)], first=("c0", "r"))
    kept = {row["x"]: row["label"] for row in rows_of(spec)}
    assert kept == {f"c{n}": label for n, label in enumerate(labels)}
