"""Results of a fact store as HTML: what was found, what the database says, and what stands behind it.

Every text from a store or a model is a stranger's, and is shown escaped.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from IPython.display import display

from labcore.facts import Status
from labcore.facts.wording import FROM_THE_DATABASE
from labcore.notebook.theme import GREEN, GREY, ORANGE, RED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from labcore.facts import Candidate, Evidence, FactRow, Result

__all__ = ["card", "facts_html", "found_html", "page", "rows_html", "show_facts", "show_found"]

_COLOURS = {
    Status.ANSWERED: GREEN,
    Status.AMBIGUOUS: ORANGE,
    Status.NOT_FOUND: GREY,
    Status.COVERAGE_GAP: GREY,
    Status.UNSUPPORTED: RED,
    Status.INVALID_REQUEST: RED,
}


def show_found(result: Result) -> None:
    """Show how a search ended, what may be chosen from, and its evidence."""
    page(found_html(result), f"{result.status.value}: {result.message}")


def show_facts(results: Sequence[Result]) -> None:
    """Show the facts of fetches, each under its scope and with its evidence."""
    plain = "\n".join(f"{one.status.value}: {one.message}" for one in results)
    page("".join(facts_html(one) for one in results), plain)


def page(html: str, plain: str) -> None:
    """Show a piece of HTML; the plain text stands for it where HTML is not drawn."""
    display({"text/html": html, "text/plain": plain}, raw=True)  # type: ignore[no-untyped-call]


def found_html(result: Result, *, listing: bool = True) -> str:
    """Show how a request ended and what may be chosen from; nothing is marked as chosen.

    Args:
        result: Of a search, or of a fetch that gave no facts.
        listing: Whether candidates are listed; a page that offers them as buttons leaves them out.
    """
    parts = [f"<p>{_status(result)} {escape(result.message)}</p>"]
    if listing and result.candidates:
        parts.append(_candidates(f"{len(result.candidates)} to choose from, none chosen", result.candidates))
    if listing and result.identified:
        parts.append(_candidates("identified", [result.identified]))
    if result.found_as:
        parts.append(_candidates("found as another kind", result.found_as))
    return card("".join((*parts, _evidence(result.evidence))), _COLOURS[result.status])


def facts_html(result: Result) -> str:
    """Show the facts of an answered fetch under their heading; any other result as ``found_html`` does."""
    if not result.rows:
        return found_html(result)
    head = f"<p><strong>{FROM_THE_DATABASE}</strong><br>{escape(str(result.evidence.scope))}</p>"
    rows = "".join(_facts(row) for row in result.rows)
    return card(head + rows + _evidence(result.evidence), GREEN)


def card(inner: str, colour: str) -> str:
    """Set something apart by a coloured edge that both themes show."""
    return (
        f'<div style="border-left: 4px solid {colour}; padding: 2px 0 2px 12px; margin: 6px 0">{inner}</div>'
    )


def rows_html(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Give a plain table; every cell is escaped, None is a dash."""
    top = f'<caption style="text-align: left">{escape(caption)}</caption>' if caption else ""
    names = "".join(f'<th scope="col" style="text-align: left">{escape(name)}</th>' for name in head)
    lines = "".join(f"<tr>{''.join(_cell(value) for value in row)}</tr>" for row in rows)
    return f"<table>{top}<thead><tr>{names}</tr></thead><tbody>{lines}</tbody></table>"


def _cell(value: object) -> str:
    """Escape a value; a long name may be broken after an underscore, so that a wide table still fits the page."""
    text = escape(chr(8211) if value is None else str(value)).replace("_", "_<wbr>")
    return f'<td style="text-align: left">{text}</td>'


def _status(result: Result) -> str:
    return f"<strong>{escape(result.status.value)}</strong>:"


def _candidates(caption: str, candidates: Sequence[Candidate]) -> str:
    head = ("kind", "name", "project", "revision", "network", "snapshot", "found by")
    rows = ((one.kind.value, one.name, *one.scope.to_dict().values(), _found_by(one)) for one in candidates)
    return rows_html(head, rows, caption)


def _found_by(candidate: Candidate) -> str:
    how = f"alias {candidate.alias}" if candidate.alias else candidate.matched_by.value
    return f"{how}, superseded" if candidate.superseded else how


def _facts(row: FactRow) -> str:
    return rows_html(("field", "value"), row.fields)


def _evidence(evidence: Evidence) -> str:
    """Fold the evidence away; a click opens it, also in an exported page."""
    lines = [("contract", evidence.contract), ("scope", str(evidence.scope or "not given"))]
    for use in evidence.queries:
        bound = ", ".join(f"{name} = {value}" for name, value in use.parameters if value not in (None, ""))
        text = (
            f"{use.query} version {use.version}, sha256 {use.digest[:12]}: {use.row_count} rows for {bound}"
        )
        lines.append(("query", text))
    lines.append(("source", ", ".join(evidence.source_trace) or "no rows"))
    lines += [("limitation", text) for text in evidence.limitations]
    lines += [("safeguard", text) for text in evidence.safeguards]
    lines.append(("connection", f"{evidence.engine} as {evidence.role}"))
    lines.append(("registry", f"sha256 {evidence.registry[:12]}"))
    lines.append(("build", f"sha256 {evidence.build[:12]}" if evidence.build else "no query ran"))
    return f"<details><summary>Evidence</summary>{rows_html(('what', 'which'), lines)}</details>"
