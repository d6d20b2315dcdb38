"""One executed notebook as one page: live charts, no server, no kernel, no request to anywhere."""

from __future__ import annotations

import base64
import json
import re
from html import escape
from importlib.resources import files
from typing import Any

__all__ = ["CHART", "notebook_page", "svg_address", "title_of"]

CHART = "application/vnd.vegalite.v5+json"
_MARKER = "papermill-error-cell-tag"
_WIDGET = "application/vnd.jupyter.widget-view+json"

_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval'"
)
"""Charts are drawn by a program inside the page, which compiles expressions; nothing may be fetched."""

_SIBLING = re.compile(r'href="([\w-]+)\.ipynb"')
"""A link from notebook to notebook leads from page to page here."""

_DRAW = """
document.querySelectorAll('figure.chart').forEach(async (figure) => {
  const spec = JSON.parse(figure.querySelector('script').textContent);
  delete spec.$schema;
  try {
    await vegaEmbed(figure.querySelector('.drawn'), spec, {actions: false, mode: 'vega-lite', renderer: 'svg'});
    figure.dataset.state = 'live';
  } catch (error) {
    figure.dataset.state = 'static';
    console.error(error);
  }
});
"""


def notebook_page(notebook: Any, javascript: str, *, home: str = "../index.html", note: str = "") -> str:
    """Turn an executed notebook into a page that works from a disk without the internet.

    Each chart shows its stored SVG until the program in the page has drawn it live, and keeps it where
    scripts are off. Controls that need Python show the values they had.

    Args:
        notebook: A notebook of format 4, as nbformat gives it; it is not changed.
        javascript: A program that sets ``window.vegaEmbed``; it is put in once, and only if there is a chart.
        home: Where the link at the top leads.
        note: HTML for the top of the page, already escaped, such as what failed.

    Returns:
        A whole HTML document.
    """
    body = _body(notebook)
    charts = 'class="chart"' in body
    script = javascript.replace("</script", "<\\/script")
    program = f"<script>{script}</script>\n<script>{_DRAW}</script>" if charts else ""
    style = "".join(_text(name) for name in ("page.css", "notebook.css"))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title_of(notebook))}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f'<main class="notebook">\n<nav><a href="{escape(home)}">All notebooks of this run</a></nav>\n'
        f"{note}\n{body}\n</main>\n{program}\n</body>\n</html>\n"
    )


def title_of(notebook: Any) -> str:
    """Give the first heading of a notebook, or ``Untitled``."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            for line in cell["source"].splitlines():
                if line.startswith("# "):
                    return str(line[2:].strip())
    return "Untitled"


def svg_address(svg: str) -> str:
    """Give an SVG as an address that an image can show without asking anyone."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def _body(notebook: Any) -> str:
    import nbformat  # noqa: PLC0415  # loads only when a page is made
    from nbconvert import HTMLExporter  # noqa: PLC0415  # takes seconds to load

    prepared = nbformat.from_dict(json.loads(json.dumps(notebook)))  # type: ignore[no-untyped-call]
    prepared.metadata.pop("widgets", None)
    prepared.cells = [cell for cell in prepared.cells if _MARKER not in cell.metadata.get("tags", [])]
    for cell in prepared.cells:
        for output in cell.get("outputs", []):
            if "data" in output:
                output["data"] = _static(output["data"])
    exporter = HTMLExporter(
        template_name="basic",
        exclude_anchor_links=True,
        exclude_input_prompt=True,
        exclude_output_prompt=True,
    )  # type: ignore[no-untyped-call]
    body, _ = exporter.from_notebook_node(prepared)
    return _SIBLING.sub(r'href="\1.html"', str(body))


def _static(data: dict[str, Any]) -> dict[str, Any]:
    """Replace a chart and a control by HTML that needs no kernel; leave everything else."""
    if CHART in data:
        return {"text/html": _figure(data)}
    return {kind: content for kind, content in data.items() if kind != _WIDGET}


def _figure(data: dict[str, Any]) -> str:
    spec = json.dumps(data[CHART]).replace("<", "\\u003c")
    label = str(data.get("text/plain", "Chart"))
    return (
        f'<figure class="chart" aria-label="{escape(label)}"><div class="drawn">'
        f'<img alt="{escape(label)}" src="{svg_address(data.get("image/svg+xml", ""))}"></div>'
        f'<script type="application/json">{spec}</script></figure>'
    )


def _text(name: str) -> str:
    return files("labcore.report").joinpath(name).read_text(encoding="utf-8")
