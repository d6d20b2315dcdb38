"""What a notebook says of its parameters is read without running it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.batch import declared
from labcore.errors import ParameterError
from labcore.records import Parameter

CELL = """# parameters
tenant: str = "blue"  # whose eyes
k: int = 3  # passages
share: float = -0.5
loud: bool = True  # with a # inside"""
CHECK = (
    'lab.parameters.check(globals(), tenant=(str, ["blue", "red"]), k=(int, 1, 10), share=float, loud=bool)'
)


def test_names_types_defaults_meanings_and_limits_are_read(write_notebook):
    """Types and meanings stand in the cell, limits in the check after it."""
    assert declared(write_notebook("# Title", CELL, CHECK)) == (
        Parameter(name="tenant", kind=str, default="blue", choices=("blue", "red"), meaning="whose eyes"),
        Parameter(name="k", kind=int, default=3, low=1, high=10, meaning="passages"),
        Parameter(name="share", kind=float, default=-0.5),
        Parameter(name="loud", kind=bool, default=True, meaning="with a # inside"),
    )


def test_a_notebook_without_a_parameters_cell_has_none(write_notebook):
    assert declared(write_notebook("# Title", "x: int = 1")) == ()


def test_choices_that_are_computed_are_left_to_the_kernel(write_notebook):
    """The names of rankers come from a registry that the notebook asks."""
    path = write_notebook(
        '# parameters\nranker: str = "dense"', "lab.parameters.check(globals(), ranker=(str, list(R)))"
    )
    assert declared(path) == (Parameter(name="ranker", kind=str, default="dense"),)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("k = 3", id="no type"),
        pytest.param("k: int", id="no value"),
        pytest.param("k: list = []", id="a type that a command line cannot give"),
        pytest.param("import os", id="something else"),
    ],
)
def test_a_line_of_another_form_is_refused_with_its_place(write_notebook, line):
    with pytest.raises(ParameterError, match="made.ipynb:2: a parameters cell holds lines of the form"):
        declared(write_notebook(f"# parameters\na: int = 1\n{line}"))


@pytest.mark.parametrize("content", ["", "[]", '{"cells": [{}]}', "no json"])
def test_a_file_that_is_no_notebook_is_refused(tmp_path, content):
    path = tmp_path / "x.ipynb"
    path.write_text(content)
    with pytest.raises(ParameterError, match="a notebook of format 4 is needed"):
        declared(path)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(ParameterError, match="a notebook of format 4 is needed"):
        declared(tmp_path / "x.ipynb")


@given(st.one_of(st.text(), st.integers(), st.booleans(), st.floats(allow_nan=False, allow_infinity=False)))
def test_any_default_is_read_back(tmp_path_factory, value):
    """A literal written with repr is the same value when it is read."""
    import json  # noqa: PLC0415  # beside its one use

    cell = {
        "cell_type": "code",
        "metadata": {"tags": ["parameters"]},
        "source": [f"a: {type(value).__name__} = {value!r}"],
    }
    path = tmp_path_factory.mktemp("declared") / "x.ipynb"
    path.write_text(json.dumps({"cells": [cell]}))
    assert declared(path)[0].default == value


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        pytest.param(["# parameters\na: int = 1\nk: int ="], "made.ipynb:2: the parameters cell is Python, got", id="parameters"),
        pytest.param(["# parameters\nk: int = 1\n%load_ext x"], "made.ipynb:2: the parameters cell is Python", id="a magic there"),
        pytest.param(["# parameters\nk: int = '\0'"], "made.ipynb.*: the parameters cell is Python, got source code", id="a NUL"),
        pytest.param(["# parameters\nk: int = 1", "1\nlab.parameters.check(globals(), k=int"], "made.ipynb:2: a cell with parameters.check is Python", id="the check"),
    ],
)  # fmt: skip
def test_a_cell_that_is_no_python_is_refused_with_its_line(write_notebook, cells, said):
    with pytest.raises(ParameterError, match=said):
        declared(write_notebook(*cells))


def test_a_check_beside_magics_is_read(write_notebook):
    """Jupyter takes them, so only the lines themselves are left out; a block of one stays a block."""
    check = "%load_ext autoreload\n!ls\nif loud:\n    %autoreload 2\nlab.parameters.check(globals(), k=(int, 1, 9))"
    assert declared(write_notebook("# parameters\nk: int = 3", check)) == (
        Parameter(name="k", kind=int, default=3, low=1, high=9),
    )


@pytest.mark.parametrize(
    "check",
    [
        pytest.param("x = !ls\nlab.parameters.check(globals(), k=(int, 1, 9))", id="what a command printed"),
        pytest.param("x = %pwd\nlab.parameters.check(globals(), k=(int, 1, 9))", id="what a magic gave"),
        pytest.param("print?\nlab.parameters.check(globals(), k=(int, 1, 9))", id="a question for help"),
        pytest.param("%%time\nx = !ls\nlab.parameters.check(globals(), k=(int, 1, 9))", id="a timed cell"),
    ],
)
def test_a_check_is_read_wherever_jupyter_would_run_it(write_notebook, check):
    assert declared(write_notebook("# parameters\nk: int = 3", check))[0].high == 9


def test_a_cell_of_another_language_checks_nothing(write_notebook):
    """It may talk of the check all the same."""
    other = "%%bash\nfor f in *; do echo parameters.check $f; done"
    assert declared(write_notebook("# parameters\nk: int = 3", other)) == (
        Parameter(name="k", kind=int, default=3),
    )


@pytest.mark.parametrize("broken", ["def f(:", "x = '\0'", "x = '\ud800'", "!ls\nx = ("])
def test_a_check_that_even_jupyter_cannot_read_is_refused(write_notebook, broken):
    check = f"{broken}\nlab.parameters.check(globals(), k=(int, 1, 9))"
    with pytest.raises(ParameterError, match="made.ipynb.*: a cell with parameters.check is Python, got"):
        declared(write_notebook("# parameters\nk: int = 3", check))


def test_a_remainder_at_the_start_of_a_line_is_no_magic(write_notebook):
    check = "lab.parameters.check(globals(), k=(int, 1, 9))\nx = (7\n% 4)"
    assert declared(write_notebook("# parameters\nk: int = 3", check))[0].high == 9


def test_cells_that_are_not_read_may_hold_anything(write_notebook):
    path = write_notebook(
        "%matplotlib inline", "# parameters\nk: int = 3", "!pip list\nx = !ls", "not python"
    )
    assert declared(path) == (Parameter(name="k", kind=int, default=3),)


def test_a_default_that_python_cannot_make_is_left_to_the_kernel(write_notebook):
    assert declared(write_notebook("# parameters\nk: int = {[]: 1}"))[0].default is None
