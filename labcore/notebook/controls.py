"""Controls that need Python to compute again, and the chart that follows them.

Neither ``interact`` nor an Output widget is used: in batch runs they were seen to hang. A control observes its
value and the chart in the display handle is replaced.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Protocol

import ipywidgets
from IPython.display import HTML, display

from labcore.errors import LabError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Control", "choice", "live_chart", "slider", "switch", "text"]

_WIDGET = "application/vnd.jupyter.widget-view+json"
_STYLE = {"description_width": "11em"}
_WIDE = 44
_LONG = 24


class Control(Protocol):
    """What ``live_chart`` needs of a control: every value widget of ipywidgets has it."""

    value: Any

    def observe(self, handler: Callable[[Any], None], names: str) -> None:
        """Call the handler when the named trait changes."""


def choice(label: str, options: Sequence[Any], value: Any = None) -> Control:
    """Offer a list to choose from; options may be ``(shown, value)`` pairs, the first is chosen unless said."""
    first = options[0][1] if isinstance(options[0], tuple) else options[0]
    return _typed(
        ipywidgets.Dropdown(
            options=list(options),
            value=first if value is None else value,
            description=label,
            style=_STYLE,
            layout=_layout(max(len(str(o[0] if isinstance(o, tuple) else o)) for o in options)),
        )
    )


def slider(label: str, low: float, high: float, value: float, step: float = 1) -> Control:
    """Offer a number in a range, limits included; whole numbers when value and step are ints.

    The chart follows when the handle is let go, so that a slow picture does not lag behind.
    """
    kind = (
        ipywidgets.IntSlider if isinstance(value, int) and isinstance(step, int) else ipywidgets.FloatSlider
    )
    return _typed(
        kind(
            min=low,
            max=high,
            step=step,
            value=value,
            description=label,
            style=_STYLE,
            continuous_update=False,
        )
    )


def switch(label: str, *, value: bool = False) -> Control:
    """Offer yes or no."""
    return _typed(ipywidgets.Checkbox(value=value, description=label, style=_STYLE, indent=False))


def text(label: str, value: str) -> Control:
    """Offer a line of text; the chart follows on Enter or when the field is left."""
    wide = _layout(_WIDE)
    return _typed(
        ipywidgets.Text(value=value, description=label, style=_STYLE, continuous_update=False, layout=wide)
    )


def live_chart(make: Callable[..., Any], **controls: Control) -> None:
    """Show controls and, under them, ``make(**values)``; draw again whenever a value changes.

    Without a kernel (a page, a preview) the first picture stays and the controls' values stand as text.

    Args:
        make: Called with one keyword for each control; gives a chart or anything that can be displayed.
        **controls: By the name of make's keyword; from ``choice``, ``slider``, ``switch`` or ``text``.

    Raises:
        Exception: Whatever make raises the first time, so that a batch run fails. Later, while a reader
            moves a control, an error is shown in the chart's place: JupyterLab would hide it.
    """
    _show_controls(controls)
    handle = display(make(**_values(controls)), display_id=True)  # type: ignore[no-untyped-call]

    def redraw(_change: Any) -> None:
        try:
            handle.update(make(**_values(controls)))
        except Exception as error:  # noqa: BLE001 - whatever it is, the reader must see it
            handle.update(HTML(_error(error)))  # type: ignore[no-untyped-call]

    for control in controls.values():
        control.observe(redraw, names="value")


def _show_controls(controls: dict[str, Control]) -> None:
    box = ipywidgets.VBox(list(controls.values()))
    values = "; ".join(f"{_label(name, control)}: {_chosen(control)}" for name, control in controls.items())
    note = "These controls answer in JupyterLab or Binder; drawn here for"
    display(
        {
            _WIDGET: {"version_major": 2, "version_minor": 0, "model_id": box.model_id},
            "text/html": f"<p><em>{note} {escape(values)}.</em></p>",
            "text/plain": f"Controls: {values}",
        },
        raw=True,
    )  # type: ignore[no-untyped-call]


def _layout(longest: int) -> ipywidgets.Layout:
    """Wide enough for the longest text that can stand in it, within reason."""
    return ipywidgets.Layout(width=f"{11 + max(_LONG, min(longest, _WIDE)) * 0.62:.0f}em", max_width="100%")


def _values(controls: dict[str, Control]) -> dict[str, Any]:
    return {name: control.value for name, control in controls.items()}


def _label(name: str, control: Control) -> str:
    return str(getattr(control, "description", "") or name).rstrip(": ")


def _chosen(control: Control) -> str:
    return str(getattr(control, "label", None) or control.value)


def _error(error: Exception) -> str:
    kind = "" if isinstance(error, LabError) else f"{type(error).__name__}: "
    return (
        '<div role="alert" style="border-left: 4px solid #D55E00; padding: .5em 1em">'
        f"<strong>No picture for these values.</strong> {escape(kind + str(error))}</div>"
    )


def _typed(widget: Any) -> Control:
    control: Control = widget
    return control
