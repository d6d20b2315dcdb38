"""What every stored chart keeps to: it compiles, says its finding, names its axes, and any eye can read it."""

from __future__ import annotations

import colorsys
import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

__all__ = ["CHART_RULES", "charts_of", "encodings"]

_COUNTED = re.compile(r'"(?:view|param|concat|hconcat|vconcat|layer|facet|repeat|selector)_\d+"')
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}\b")
_VIVID = 0.4
"""From this saturation on, a colour says something and must be one that every reader can tell apart."""


def charts_of(notebook: Any) -> list[dict[str, Any]]:
    """Give the media types of every output of a notebook that holds a chart."""
    from labcore.notebook import CHART  # noqa: PLC0415  # an optional part

    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [output.data for output in outputs if CHART in output.get("data", {})]


def encodings(spec: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give every channel of a specification and of the views inside it."""
    if isinstance(spec, dict):
        yield from ((n, e) for n, e in spec.get("encoding", {}).items() if isinstance(e, dict))
        for name, value in spec.items():
            if name != "encoding":
                yield from encodings(value)
    elif isinstance(spec, list):
        for value in spec:
            yield from encodings(value)


def _specs(notebook: Any) -> list[dict[str, Any]]:
    from labcore.notebook import CHART  # noqa: PLC0415  # an optional part

    return [data[CHART] for data in charts_of(notebook)]


def _drawn(notebook: Any, _path: Path) -> Iterator[str]:
    """There is a chart, with a picture and a text for readers without JupyterLab; both versions draw it."""
    from labcore.notebook import PAGE_VEGA_LITE, VEGA_LITE, compiles  # noqa: PLC0415  # an optional part

    if not charts_of(notebook):
        yield "no chart"
    for data in charts_of(notebook):
        yield from (
            f"no {kind} beside a chart" for kind in ("image/svg+xml", "text/plain") if not data.get(kind)
        )
    for spec in _specs(notebook):
        for version in (VEGA_LITE, PAGE_VEGA_LITE):
            if problem := compiles(spec, version):
                yield f"does not compile with Vega-Lite {version}: {problem}"


def _titled(notebook: Any, _path: Path) -> Iterator[str]:
    """The title states a finding, so it is a sentence and no list of columns."""
    from labcore.notebook import title_of  # noqa: PLC0415  # an optional part

    for spec in _specs(notebook):
        if len(title_of(spec).split()) < 4:  # noqa: PLR2004 - fewer words state nothing
            yield f"a chart is titled: {title_of(spec)}"


def _axes(notebook: Any, _path: Path) -> Iterator[str]:
    """Every axis has a title written for people, or is left out."""
    for spec in _specs(notebook):
        for channel, encoding in encodings(spec):
            if channel not in {"x", "y"} or "field" not in encoding or encoding.get("axis", 1) is None:
                continue
            axis = encoding.get("axis") or {}
            if "title" not in encoding and "title" not in axis:
                yield f"{channel} shows {encoding['field']} without a title"


def _named(notebook: Any, _path: Path) -> Iterator[str]:
    """Views and parameters have names of their own; the ones that Altair gives count up in a session."""
    for spec in _specs(notebook):
        yield from (f"{found[0]} is a counted name" for found in _COUNTED.finditer(json.dumps(spec)))


def _colours(notebook: Any, _path: Path) -> Iterator[str]:
    """A colour that means something is one of Okabe and Ito's, which colour-blind readers tell apart."""
    from labcore.notebook import theme  # noqa: PLC0415  # an optional part

    known = {colour.lower() for colour in theme.PALETTE}
    for spec in _specs(notebook):
        for colour in sorted({found.lower() for found in _COLOUR.findall(json.dumps(spec))} - known):
            red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
            if colorsys.rgb_to_hsv(red, green, blue)[1] >= _VIVID:
                yield f"{colour} is not in labcore.notebook.theme"


CHART_RULES: dict[str, Callable[[Any, Path], Iterator[str]]] = {
    "charts are drawn": _drawn,
    "charts state a finding": _titled,
    "axes are titled": _axes,
    "parts are named": _named,
    "colours can be told apart": _colours,
}
"""Rules about charts by their short names; each gives what breaks it."""
