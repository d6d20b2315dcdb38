"""The page of a batch: what was run, with what, what came out, and where to look next."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from labcore.report.notebook_page import svg_address
from labcore.report.page import badge, page, table
from labcore.report.results import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.records import Value
    from labcore.report.results import Batch, Failure, NotebookRun

__all__ = ["failure_note", "run_page"]

_SAID = {Status.PASSED: "ran", Status.FAILED: "failed", Status.TIMED_OUT: "out of time"}


def run_page(batch: Batch) -> str:
    """Show a batch to a person: its notebooks with their pictures, grids as tables, and what it rests on.

    Args:
        batch: At least one run; several runs of one notebook become a table.

    Returns:
        A whole HTML document that asks for nothing from elsewhere.
    """
    names = dict.fromkeys(run.notebook for run in batch.runs)
    groups = [[run for run in batch.runs if run.notebook == name] for name in names]
    parts = [_header(batch), _failures(batch), '<section class="cards">']
    parts += [_card(group[0]) for group in groups if len(group) == 1]
    parts.append("</section>")
    parts += [_grid(group) for group in groups if len(group) > 1]
    parts += [_origins(batch), _versions(batch), _footer(batch)]
    return page("Evidence Lab: report", "\n".join(part for part in parts if part))


def failure_note(failure: Failure) -> str:
    """Say where a notebook stopped, as HTML."""
    line = f"<pre>{escape(failure.line)}</pre>" if failure.line else ""
    return (
        f'<div class="failure" role="alert"><strong>Stopped: {escape(failure.place)}</strong>'
        f"{line}<p>{escape(failure.error)}: {escape(failure.message)}</p></div>"
    )


def _header(batch: Batch) -> str:
    failed = sum(run.status is not Status.PASSED for run in batch.runs)
    count = len(batch.runs)
    verdict = f"{count} of {count} ran" if not failed else f"{failed} of {count} did not finish"
    return (
        "<header><h1>Evidence Lab</h1>"
        '<p class="lede">Finding the right passage is not the same as being right. Each notebook below shows one '
        "way in which the two come apart, with the numbers of this run.</p>"
        f"<p>{badge(passed=not failed, text=verdict)}</p></header>"
    )


def _failures(batch: Batch) -> str:
    rows = [
        (
            f'<a href="{escape(run.page)}">{escape(run.notebook)}</a>',
            escape(run.failure.place),
            f"<code>{escape(run.failure.line)}</code>",
            escape(f"{run.failure.error}: {run.failure.message}"),
        )
        for run in batch.runs
        if run.failure
    ]
    if not rows:
        return ""
    return f"<section><h2>What stopped</h2>{table('Notebooks that stopped', ('notebook', 'where', 'line', 'error'), rows)}</section>"


def _card(run: NotebookRun) -> str:
    good = run.status is Status.PASSED
    picture = ""
    if run.picture:
        picture = (
            f'<figure><a href="{escape(run.page)}"><img alt="{escape(run.picture.caption)}" '
            f'src="{svg_address(run.picture.svg)}"></a></figure>'
        )
    return (
        f'<article class="card{"" if good else " failed"}"><div class="top">'
        f'<h3><a href="{escape(run.page)}">{escape(run.title)}</a></h3>{badge(passed=good, text=_SAID[run.status])}</div>'
        f"{picture}{_facts(run)}"
        f'<p class="links"><a href="{escape(run.page)}">Read the page</a>'
        f'<a href="{escape(run.executed)}">Executed notebook</a>'
        f'<span class="quiet">{run.seconds:.1f} s</span></p></article>'
    )


def _facts(run: NotebookRun) -> str:
    """What was measured, then what it ran with; a value that was given is set in bold."""
    measured = {_spaced(name): escape(str(value)) for name, value in run.measured.items()}
    ran_with = {
        name: f"<strong>{escape(_value(value))}</strong>" if name in run.given else escape(_value(value))
        for name, value in run.parameters.items()
    }
    return _list("measured", measured) + _list("parameters (bold: given, the others are defaults)", ran_with)


def _list(title: str, rows: dict[str, str]) -> str:
    if not rows:
        return ""
    lines = "".join(f"<dt>{escape(name)}</dt><dd>{value}</dd>" for name, value in rows.items())
    return f'<div><h4>{escape(title)}</h4><dl class="facts">{lines}</dl></div>'


def _value(value: Value) -> str:
    return "(empty)" if value == "" else str(value)


def _grid(runs: Sequence[NotebookRun]) -> str:
    """A row for each point; columns are the parameters that vary and everything measured."""
    varied = [
        name for name in runs[0].parameters if len({repr(run.parameters.get(name)) for run in runs}) > 1
    ]
    measured = list(dict.fromkeys(name for run in runs for name in run.measured))
    rows = []
    for place, run in enumerate(runs, start=1):
        cells = [f'<a href="{escape(run.page)}">{place}</a>']
        cells.append(badge(passed=run.status is Status.PASSED, text=_SAID[run.status]))
        cells += [escape(str(run.parameters.get(name, ""))) for name in varied]
        cells += [escape(str(run.measured.get(name, "\u2013"))) for name in measured]
        rows.append((*cells, f"{run.seconds:.1f} s"))
    head = ("run", "result", *varied, *map(_spaced, measured), "time")
    title = escape(runs[0].title)
    return f"<section><h2>{title}</h2>{table(f'{runs[0].notebook}: {len(runs)} runs', head, rows)}</section>"


def _origins(batch: Batch) -> str:
    if not batch.origins:
        return ""
    rows = [
        (
            escape(f"{item.kind} {item.name}"),
            f"<code>{escape(item.revision)}</code>",
            f"<code>{escape(item.sha256)}</code>",
        )
        for item in batch.origins
    ]
    head = ("what", "revision", "SHA-256 that pins it")
    return f"<section><h2>What the numbers rest on</h2>{table('Models and fixtures', head, rows)}</section>"


def _versions(batch: Batch) -> str:
    rows = [(escape(name), escape(version)) for name, version in batch.versions.items()]
    return (
        "<section><details><summary><h2>Versions</h2></summary>"
        f"{table('Packages of this run', ('package', 'version'), rows)}</details></section>"
    )


def _footer(batch: Batch) -> str:
    return (
        f"<footer><p>Started {escape(batch.started)}, took {batch.seconds:.0f} s, with "
        f"<code>{escape(batch.command)}</code>. The same for programs: "
        '<a href="results.json">results.json</a>.</p></footer>'
    )


def _spaced(name: str) -> str:
    return name.replace("_", " ")
