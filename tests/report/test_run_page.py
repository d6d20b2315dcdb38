"""The page of a batch says what ran, with what, what came out, and what stopped."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from labcore.report import (
    Batch,
    Failure,
    NotebookRun,
    Origin,
    Picture,
    Status,
    failure_note,
    results_json,
    run_page,
)

PICTURE = Picture(svg="<svg xmlns='http://www.w3.org/2000/svg'/>", caption="A <finding>")
FAILURE = Failure(cell=4, execution=3, line="a < b", error="ValueError", message="no <b>")


def one(notebook="02_forbidden", **fields):
    filled = {
        "title": "Who may see it?",
        "status": Status.PASSED,
        "parameters": {"k": 3, "tenant": "blue"},
        "given": ("k",),
        "seconds": 1.25,
        "executed": f"notebooks/{notebook}.ipynb",
        "page": f"pages/{notebook}.html",
        "measured": {"forbidden_slots": 0},
        "picture": PICTURE,
    }
    return NotebookRun(notebook=notebook, **{**filled, **fields})


def batch(*runs):
    model = Origin(kind="model", name="mini", revision="110a", sha256="4e" * 32)
    return Batch(
        command="labcore run -p k=3",
        started="2026-11-30T10:00:00+00:00",
        seconds=12.5,
        runs=runs,
        origins=(model,),
        versions={"python": "3.11.7"},
    )


def test_a_run_is_a_card_with_picture_numbers_parameters_and_links():
    page = run_page(batch(one()))
    for text in (
        '<a href="pages/02_forbidden.html">Who may see it?</a>',
        '<a href="notebooks/02_forbidden.ipynb">',
        'alt="A &lt;finding&gt;"',
        "<dt>forbidden slots</dt><dd>0</dd>",
        "<dt>k</dt><dd><strong>3</strong></dd>",
        "<dt>tenant</dt><dd>blue</dd>",
        "1 of 1 ran",
        "labcore run -p k=3",
        "4e4e4e",
        "3.11.7",
    ):
        assert text in page


def test_what_stopped_stands_first():
    """A reader of a failed batch needs no search."""
    stopped = one("09_bad", status=Status.FAILED, failure=FAILURE, picture=None)
    page = run_page(batch(one(), stopped))
    assert "1 of 2 did not finish" in page
    assert page.index("What stopped") < page.index("<article")
    assert "cell 4 (In [3])" in page
    assert "<code>a &lt; b</code>" in page
    assert "ValueError: no &lt;b&gt;" in page


def test_several_runs_of_one_notebook_are_a_table_of_what_varies():
    """A parameter that is the same in all of them is no column."""
    runs = [one(parameters={"k": k, "tenant": "blue"}, measured={"slots": k * 2}) for k in (1, 3)]
    page = run_page(batch(*runs))
    assert "<article" not in page
    heads = '<th scope="col">k</th><th scope="col">slots</th><th scope="col">time</th>'
    assert heads in page
    assert "<td>3</td><td>6</td>" in page
    assert '<th scope="col">tenant</th>' not in page


def test_results_are_the_same_for_programs():
    read = json.loads(results_json(batch(one(), one("09", status=Status.TIMED_OUT, failure=FAILURE))))
    assert (read["schema"], read["passed"]) == ("labcore.results/1", False)
    assert read["runs"][0]["picture"] == "A <finding>"
    assert read["runs"][1]["failure"]["line"] == "a < b"
    assert read["origins"][0]["sha256"] == "4e" * 32


def test_a_failure_before_any_cell_says_so():
    lost = Failure(cell=None, execution=None, line="", error="E", message="m")
    assert "<strong>Stopped: before any cell</strong><p>" in failure_note(lost)


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text(st.characters(exclude_categories=["Cs"])))
def test_no_text_of_a_notebook_is_read_as_markup(title, value):
    """Titles, parameters and errors may hold anything."""
    failure = Failure(cell=1, execution=1, line=f"<b>{value}", error="E", message=f"<i>{value}")
    run = one(title=f"<u>{title}", parameters={"p": f"<s>{value}"}, status=Status.FAILED, failure=failure)
    page = run_page(batch(run))
    assert not any(tag in page for tag in ("<b>", "<i>", "<u>", "<s>"))


def test_results_are_json_whatever_was_measured():
    """JSON has no NaN and no infinity: null stands for them, also inside of lists."""
    odd = one(measured={"a": float("nan"), "b": [float("inf"), 1.5]}, parameters={"k": float("-inf")})
    text = results_json(batch(odd))
    (read,) = json.loads(text)["runs"]
    assert (read["measured"], read["parameters"]) == ({"a": None, "b": [None, 1.5]}, {"k": None})
    assert not any(word in text for word in ("NaN", "Infinity"))
