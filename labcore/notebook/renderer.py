"""Draw a chart so that it lives in JupyterLab without the internet and still shows everywhere else.

Altair 6 speaks of a newer Vega-Lite than JupyterLab 4 draws, and its other renderers load scripts from
elsewhere. So each output carries three forms: the specification under the name that JupyterLab knows, an SVG
for previews and printed pages, and the title as text.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import altair as alt
import vl_convert

from labcore.notebook import theme

__all__ = [
    "CHART",
    "PAGE_VEGA_LITE",
    "VEGA_LITE",
    "bundle",
    "chart_javascript",
    "compiles",
    "setup",
    "title_of",
]

CHART = "application/vnd.vegalite.v5+json"
"""The newest kind of chart that JupyterLab 4 draws by itself."""

VEGA_LITE = "5.8"
"""What JupyterLab 4 compiles a chart with; each picture is drawn by it too, so that both show the same."""

PAGE_VEGA_LITE = "6.4"
"""What an exported page carries: the version that Altair writes for."""

_SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"


def setup() -> None:
    """Prepare a notebook: from here on, charts are drawn labcore's way. Call it once, in the first cell."""
    alt.renderers.register("labcore", bundle)
    alt.renderers.enable("labcore")
    theme.enable()


def bundle(spec: dict[str, Any], **_options: Any) -> dict[str, Any]:
    """Give the three forms of one chart: specification, SVG and text.

    Args:
        spec: A Vega-Lite specification, of version 5 or one that compiles as version 5.8.

    Returns:
        A bundle of media types. The specification's description, which screen readers speak, is its title.
    """
    title = title_of(spec)
    drawn = {"description": title, **spec, "$schema": _SCHEMA}
    return {
        CHART: drawn,
        "image/svg+xml": vl_convert.vegalite_to_svg(drawn, vl_version=VEGA_LITE),
        "text/plain": f"Chart: {title}",
    }


def title_of(spec: dict[str, Any]) -> str:
    """Give a chart's title and subtitle as one line; ``untitled`` where it has none."""
    title = spec.get("title", "untitled")
    if isinstance(title, dict):
        return ". ".join(" ".join(_lines(title[key])) for key in ("text", "subtitle") if title.get(key))
    return " ".join(_lines(title))


def compiles(spec: dict[str, Any], version: str) -> str | None:
    """Say why a version of Vega-Lite cannot draw a specification; None when it can.

    It is drawn, not only compiled: two views of one name are found by Vega alone.

    Args:
        spec: A specification of Vega-Lite 5 or 6.
        version: ``VEGA_LITE`` or ``PAGE_VEGA_LITE``.
    """
    try:
        vl_convert.vegalite_to_svg({**spec, "$schema": _SCHEMA}, vl_version=version)
    except ValueError as error:
        return str(error)
    return None


@cache
def chart_javascript() -> str:
    """Give the program that draws charts in a page without a server; it sets ``window.vegaEmbed``.

    Made once in a process, because it takes seconds; about 0.9 MB.
    """
    return vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", vl_version=PAGE_VEGA_LITE)


def _lines(text: str | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)
