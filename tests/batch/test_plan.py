"""Everything wrong with a call is refused by name, before a kernel starts."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.batch import Job, find_notebooks, plan_jobs, read_grid
from labcore.errors import ParameterError


def plan(notebooks, given=None, grid=None, *, named=True):
    return plan_jobs(notebooks, given or {}, grid or {}, timeout=60, named=named)


@pytest.fixture
def adds(here):
    return here / "adds.ipynb"


def test_all_notebooks_of_a_folder_are_found_in_order(here):
    assert [path.stem for path in find_notebooks((), here)] == ["adds", "draws", "fails", "sleeps"]


@pytest.mark.parametrize(
    "name", ["adds", "adds.ipynb", str(Path(__file__).parent / "notebooks" / "adds.ipynb")]
)
def test_a_notebook_is_found_by_name_with_and_without_its_ending_and_by_path(here, adds, name):
    assert [path.resolve() for path in find_notebooks((name,), here)] == [adds.resolve()]


def test_a_notebook_named_twice_runs_once(here, adds):
    assert find_notebooks(("adds", "adds"), here) == (adds,)


def test_an_unknown_notebook_gets_the_near_miss(here):
    with pytest.raises(
        ParameterError, match=r"unknown notebook 'ads'. Did you mean adds\? Known: adds, draws"
    ):
        find_notebooks(("ads",), here)


def test_a_path_into_another_folder_is_not_replaced_by_a_name(here):
    with pytest.raises(ParameterError, match="unknown notebook 'elsewhere/adds.ipynb'"):
        find_notebooks(("elsewhere/adds.ipynb",), here)


def test_a_folder_without_notebooks_is_refused(tmp_path):
    with pytest.raises(
        ParameterError, match=r"there is no notebook here, got .*\*.ipynb. Run this in a clone"
    ):
        find_notebooks((), tmp_path)


def test_parameters_are_read_by_their_declared_types(adds):
    """Given ones are kept apart from all, so that defaults stay the notebook's own."""
    (job,) = plan([adds], {"left": "5", "name": "total"})
    assert job.given == {"left": 5, "name": "total"}
    assert job.parameters == {"left": 5, "right": 0.5, "name": "total"}
    assert (job.slug, job.timeout) == ("adds", 60)


@pytest.mark.parametrize(
    ("given_text", "said"),
    [
        pytest.param({"lft": "5"}, r"adds: unknown parameter 'lft'. Did you mean left\?", id="a near miss"),
        pytest.param({"left": "five"}, "left must be int, got str 'five'", id="another type"),
        pytest.param({"left": "101"}, "left must lie in 0 to 100, got 101", id="outside its limits"),
        pytest.param(
            {"name": "summ"},
            r"name must be one of sum, total, got 'summ'; did you mean sum\?",
            id="no choice",
        ),
    ],
)
def test_a_wrong_parameter_is_refused(adds, given_text, said):
    with pytest.raises(ParameterError, match=said):
        plan([adds], given_text)


def test_a_parameter_goes_to_every_notebook_that_has_it_when_none_is_named(here):
    """``labcore run -p k=5`` means every notebook with a k."""
    jobs = plan([here / "adds.ipynb", here / "draws.ipynb"], {"k": "5"}, named=False)
    assert [job.given for job in jobs] == [{}, {"k": 5}]


def test_a_parameter_that_a_named_notebook_lacks_is_refused(here):
    """Who names notebooks means each of them."""
    with pytest.raises(ParameterError, match="adds: unknown parameter 'k'"):
        plan([here / "adds.ipynb", here / "draws.ipynb"], {"k": "5"})


def test_a_parameter_that_no_notebook_has_is_refused_with_all_names(here):
    with pytest.raises(
        ParameterError, match="any notebook: unknown parameter 'q'. Known: k, left, name, right"
    ):
        plan([here / "adds.ipynb", here / "draws.ipynb"], {"q": "5"}, named=False)


def test_a_grid_runs_every_combination(adds):
    """Two values of one parameter and two of another are four runs, each with a name of its own."""
    jobs = plan([adds], {"right": "1"}, {"left": [1, 2], "name": ["sum", "total"]})
    assert [job.slug for job in jobs] == [
        f"adds--left-{n}--name-{t}" for n, t in product([1, 2], ["sum", "total"])
    ]
    assert jobs[3].given == {"right": 1.0, "left": 2, "name": "total"}


def test_a_grid_leaves_a_notebook_without_its_parameter_at_one_run(here):
    jobs = plan([here / "adds.ipynb", here / "draws.ipynb"], {}, {"k": [1, 2]}, named=False)
    assert [job.slug for job in jobs] == ["adds", "draws--k-1", "draws--k-2"]


def test_a_wrong_value_in_a_grid_is_refused(adds):
    with pytest.raises(ParameterError, match="grid: left must be int, got str '1'"):
        plan([adds], {}, {"left": [2, "1"]})


def test_a_parameter_given_both_ways_is_refused(adds):
    with pytest.raises(ParameterError, match="a parameter is given once, by -p or by --grid, got left"):
        plan([adds], {"left": "1"}, {"left": [2]})


def test_two_notebooks_of_one_name_are_written_apart(adds, write_notebook, tmp_path):
    other = write_notebook("1", name="adds", folder=tmp_path / "other")
    assert [job.slug for job in plan([adds, other])] == ["adds", "adds-2"]


def test_a_value_with_a_slash_cannot_leave_the_folder(write_notebook):
    path = write_notebook('# parameters\nplace: str = "x"')
    (job,) = plan([path], {}, {"place": ["../../etc/x y"]})
    assert job.slug == "made--place-.._.._etc_x_y"


def test_a_grid_is_read_from_json(tmp_path):
    path = tmp_path / "grid.json"
    path.write_text('{"k": [1, 2]}')
    assert read_grid(path) == {"k": [1, 2]}


@pytest.mark.parametrize("text", ["{}", '{"k": []}', '{"k": 3}'])
def test_a_grid_of_another_form_is_refused_with_an_example(tmp_path, text):
    path = tmp_path / "grid.json"
    path.write_text(text)
    with pytest.raises(
        ParameterError, match=r'a grid gives each parameter a list of values.*Write it as {"k": \[1'
    ):
        read_grid(path)


def test_a_grid_that_is_no_json_is_refused(tmp_path):
    with pytest.raises(ParameterError, match="a grid is a JSON file"):
        read_grid(tmp_path / "absent.json")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("[]", "it is not an object but list", id="a list"),
        pytest.param('{"k": [1], "k": [2]}', "the name 'k' stands twice", id="a name twice"),
        pytest.param('{"k": ' + "[" * 100_000, "nested too deeply", id="a hundred thousand brackets"),
        pytest.param('{"k": [NaN]}', "NaN is not a number of JSON", id="NaN"),
        pytest.param('{"k": [1],}', "Expecting property name", id="a comma too many"),
    ],
)
def test_a_grid_is_read_strictly(tmp_path, text, said):
    """Of two lists for one parameter the second won without a word."""
    path = tmp_path / "grid.json"
    path.write_text(text)
    with pytest.raises(ParameterError, match=f'a grid is a JSON file, got .*{said}.*Write it as {{"k"'):
        read_grid(path)


@pytest.mark.parametrize("timeout", [float("inf"), float("nan"), 0, -1.0, 1e308])
def test_a_time_limit_is_a_time(adds, timeout):
    """Infinity made every notebook fail, since nbclient wants a number of seconds."""
    with pytest.raises(ParameterError, match="seconds above 0 and up to 604800, a week.*Give --timeout"):
        Job(notebook=adds, slug="adds", timeout=timeout)


@given(
    st.lists(st.integers(0, 100), min_size=1, max_size=4, unique=True),
    st.lists(st.floats(0, 1), min_size=1, max_size=4, unique=True),
)
def test_a_grid_is_the_whole_product_and_every_slug_is_unique(left, right):
    """As many runs as the product of the lengths, none written over another."""
    jobs = plan([Path(__file__).parent / "notebooks" / "adds.ipynb"], {}, {"left": left, "right": right})
    assert [(job.given["left"], job.given["right"]) for job in jobs] == list(product(left, right))
    assert len({job.slug for job in jobs}) == len(jobs)
