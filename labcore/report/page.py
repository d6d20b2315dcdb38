"""The frame of every page that labcore writes: one file, its style inside it, no request to anywhere."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["badge", "page", "table"]


def page(title: str, body: str) -> str:
    """Put a body into a whole HTML document with labcore's style.

    Args:
        title: Plain text; shown in the browser's tab.
        body: HTML that the caller has escaped.

    Returns:
        The document. Its policy forbids every load from elsewhere; pictures may be ``data:`` addresses.
    """
    style = files("labcore.report").joinpath("page.css").read_text(encoding="utf-8")
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def badge(*, passed: bool, text: str) -> str:
    """A coloured word that also says in text and by a sign whether all is well."""
    kind, sign = ("good", "\u2713") if passed else ("bad", "\u2717")
    return f'<span class="badge {kind}"><span aria-hidden="true">{sign}</span> {escape(text)}</span>'


def table(caption: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """An HTML table with a caption; head and caption are plain text, cells are HTML already escaped.

    The first cell of a row names the row. It scrolls sideways on a small screen.
    """
    headings = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    lines = "".join(
        f'<tr><th scope="row">{row[0]}</th>' + "".join(f"<td>{cell}</td>" for cell in row[1:]) + "</tr>\n"
        for row in rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f"<caption>{escape(caption)}</caption>\n<thead><tr>{headings}</tr></thead>\n"
        f"<tbody>\n{lines}</tbody></table></div>"
    )
