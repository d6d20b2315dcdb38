"""One look for every chart: colours that colour-blind readers tell apart, on a card that any theme can carry."""

from __future__ import annotations

from textwrap import wrap

import altair as alt

__all__ = [
    "AMBER",
    "BLUE",
    "GREEN",
    "GREY",
    "INK",
    "ORANGE",
    "PALETTE",
    "PURPLE",
    "QUIET",
    "RED",
    "SKY",
    "enable",
    "heading",
]

BLUE = "#0072B2"
ORANGE = "#E69F00"
GREEN = "#009E73"
RED = "#D55E00"
PURPLE = "#CC79A7"
SKY = "#56B4E9"
AMBER = "#F0E442"
GREY = "#9AA0A6"
INK = "#1D2327"
QUIET = "#57606A"
PALETTE = (BLUE, ORANGE, GREEN, PURPLE, SKY, RED, AMBER)
"""Okabe and Ito's colours. By habit here: green passes, red refuses, grey was not asked, blue is ours.

Source: Okabe and Ito, "Color Universal Design", 2008.
"""


def heading(finding: str, *context: str, width: int = 76) -> dict[str, list[str]]:
    """Give a chart's title, broken into lines that fit: the finding, and below it what it was found for.

    Args:
        finding: A sentence that was computed from the records drawn.
        *context: Further sentences, each on a line of its own.
        width: Characters that fit above the chart; a chart of 700 pixels takes about 76 in the widest font.
    """
    below = [line for text in context for line in wrap(text, round(width * 1.25))]
    return {"text": wrap(finding, width), **({"subtitle": below} if below else {})}


def enable() -> None:
    """Make this look the theme of every chart drawn from now on."""
    alt.theme.register("labcore", enable=True)(_theme)


_AXIS: alt.theme.AxisConfigKwds = {
    "labelColor": INK,
    "titleColor": QUIET,
    "labelFontSize": 12,
    "titleFontSize": 12,
    "titleFontWeight": "normal",
    "gridColor": "#E7E5DF",
    "domainColor": "#B8B5AC",
    "tickColor": "#B8B5AC",
    "labelLimit": 320,
}


def _theme() -> alt.theme.ThemeConfig:
    """A white card with dark text: the same in the light theme, the dark theme and on paper."""
    font = "Arial, 'Liberation Sans', Helvetica, sans-serif"  # of one width, so that texts fit everywhere
    return {
        "config": {
            "background": "#FFFFFF",
            "padding": 14,
            "font": font,
            "view": {"stroke": None, "continuousWidth": 560, "continuousHeight": 280},
            "title": {
                "anchor": "start",
                "fontSize": 15,
                "color": INK,
                "subtitleColor": QUIET,
                "subtitleFontSize": 12,
                "subtitlePadding": 4,
                "offset": 12,
            },
            "axis": _AXIS,
            "legend": {
                "labelFontSize": 12,
                "titleFontSize": 12,
                "titleFontWeight": "normal",
                "titleColor": QUIET,
                "labelColor": INK,
                "orient": "top",
                "labelLimit": 320,
            },
            "header": {"labelFontSize": 12, "labelColor": INK, "titleColor": QUIET},
            "range": {"category": list(PALETTE)},
            "text": {"fontSize": 12, "color": INK},
            "mark": {"color": BLUE},
        }
    }
