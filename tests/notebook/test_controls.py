"""A control's value redraws the chart; an error is shown where the chart stood."""

from __future__ import annotations

import ipywidgets
import pytest
from hypothesis import given
from hypothesis import strategies as st

import labcore.notebook as lab
from labcore.errors import ParameterError
from labcore.notebook import controls


class Screen:
    """Stands for the notebook's output: what was displayed, and what the display handle shows now."""

    def __init__(self):
        self.displayed = []
        self.updates = []

    def display(self, shown, *, raw=False, display_id=None):
        self.displayed.append(shown)
        return self if display_id else None

    def update(self, shown):
        self.updates.append(getattr(shown, "data", shown))


@pytest.fixture
def screen(monkeypatch):
    it = Screen()
    monkeypatch.setattr(controls, "display", it.display)
    return it


def test_the_first_picture_is_drawn_with_the_first_values(screen):
    lab.live_chart(
        lambda k, tenant: f"{tenant} {k}", k=lab.slider("hits", 1, 5, 3), tenant=lab.choice("who", ["b", "r"])
    )
    assert screen.displayed[1] == "b 3"
    assert screen.updates == []


def test_a_moved_control_draws_again_with_all_values(screen):
    k, who = lab.slider("hits", 1, 5, 3), lab.choice("who", ["b", "r"])
    lab.live_chart(lambda k, tenant: f"{tenant} {k}", k=k, tenant=who)
    k.value = 4
    who.value = "r"
    assert screen.updates == ["b 4", "r 4"]


def test_without_a_kernel_the_values_stand_as_text(screen):
    """A page or a preview shows which values its picture was drawn for."""
    lab.live_chart(lambda **_: "x", k=lab.slider("hits", 1, 5, 3), who=lab.choice("<who>", [("Blue", "b")]))
    bundle = screen.displayed[0]
    assert bundle["text/plain"] == "Controls: hits: 3; <who>: Blue"
    assert "hits: 3; &lt;who&gt;: Blue" in bundle["text/html"]
    assert set(bundle["application/vnd.jupyter.widget-view+json"]) == {
        "version_major",
        "version_minor",
        "model_id",
    }


def test_an_error_is_shown_in_the_charts_place_and_the_next_value_draws_again(screen):
    """JupyterLab shows nothing at all when a callback fails."""
    k = lab.slider("hits", 0, 5, 3)
    lab.live_chart(lambda k: 6 // k, k=k)
    k.value = 0
    k.value = 2
    assert "ZeroDivisionError: integer division" in screen.updates[0]
    assert 'role="alert"' in screen.updates[0]
    assert screen.updates[1] == 3


def test_an_error_of_ours_is_shown_without_its_class_and_never_as_markup(screen):
    def make(k):
        if k == 1:
            raise ParameterError("<k> is too small")
        return k

    k = lab.slider("hits", 0, 5, 3)
    lab.live_chart(make, k=k)
    k.value = 1
    assert "&lt;k&gt; is too small" in screen.updates[0]
    assert "ParameterError" not in screen.updates[0]


@pytest.mark.usefixtures("screen")
def test_a_first_picture_that_fails_fails_the_cell():
    """A batch run must not pass with an error for a picture."""
    with pytest.raises(ZeroDivisionError):
        lab.live_chart(lambda k: 1 // k, k=lab.slider("hits", 0, 5, 0))


def test_whole_numbers_get_a_whole_slider():
    assert isinstance(lab.slider("k", 1, 5, 2), ipywidgets.IntSlider)
    assert isinstance(lab.slider("k", 0, 1, 0.5, 0.1), ipywidgets.FloatSlider)


def test_a_choice_starts_at_its_first_option_unless_said():
    assert lab.choice("who", ["b", "r"]).value == "b"
    assert lab.choice("who", [("Blue", "b"), ("Red", "r")]).value == "b"
    assert lab.choice("who", ["b", "r"], "r").value == "r"


def test_a_switch_and_a_text_hold_their_values():
    assert lab.switch("filter", value=True).value is True
    assert lab.text("claim", "always").value == "always"


@given(st.lists(st.integers(1, 100), min_size=1))
def test_the_picture_always_shows_the_last_value(values):
    """However the reader moves it, picture and control agree."""
    it = Screen()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(controls, "display", it.display)
        k = lab.slider("k", 1, 100, 50)
        lab.live_chart(lambda k: k, k=k)
        for value in values:
            k.value = value
    assert [it.displayed[1], *it.updates][-1] == k.value == values[-1]
