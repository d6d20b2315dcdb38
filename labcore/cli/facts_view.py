"""Results of facts as text for people: what was asked, what came out, and what stands behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labcore.cli.tables import table
from labcore.errors import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.facts import Candidate, Coverage, Evidence, Result
    from labcore.facts.evaluation import Mark, Score
    from labcore.records import NamedCheck

__all__ = ["checks_text", "coverage_text", "marks_text", "result_text", "scores_text"]


def result_text(result: Result) -> str:
    """Show a result: its status and message, what it lists, and its evidence."""
    parts = [visible(f"{result.status}: {result.message}")]
    if result.candidates:
        parts.append(_candidates("Choose one (none is chosen for you)", result.candidates))
    if result.found_as:
        parts.append(_candidates("Found as another kind", result.found_as))
    parts += ["From the database\n" + table(("field", "value"), list(row.fields)) for row in result.rows]
    parts.append(_evidence(result.evidence))
    return "\n\n".join(parts)


def _candidates(title: str, candidates: Sequence[Candidate]) -> str:
    rows = [
        (
            one.kind,
            one.name,
            *one.scope.to_dict().values(),
            one.alias or one.matched_by,
            one.superseded,
            one.source,
        )
        for one in candidates
    ]
    headers = (
        "kind",
        "name",
        "project",
        "revision",
        "network",
        "snapshot",
        "found by",
        "superseded",
        "source",
    )
    return f"{title}\n{table(headers, rows)}"


def _evidence(evidence: Evidence) -> str:
    lines = [("scope", str(evidence.scope or "not given")), ("contract", evidence.contract)]
    for use in evidence.queries:
        bound = ", ".join(f"{name}={value!r}" for name, value in use.parameters if value not in (None, ""))
        text = f"{use.query} version {use.version}, {use.row_count} rows, sha256 {use.digest[:12]}, bound: {bound}"
        lines.append(("query", text))
    lines.append(("source", ", ".join(evidence.source_trace[:8]) or "no rows"))
    lines += [("limitation", text) for text in evidence.limitations]
    lines.append(("connection", f"{evidence.engine} as {evidence.role}"))
    lines += [("safeguard", text) for text in evidence.safeguards]
    lines.append(("build", evidence.build[:12] if evidence.build else "not read"))
    return "Evidence\n" + "\n".join(f"  {name:<10}  {visible(text)}" for name, text in lines)


def coverage_text(coverage: Coverage) -> str:
    """Show which snapshots are loaded and which routes there are."""
    snapshots = [
        (*one.scope.to_dict().values(), one.recorded_on, *one.entries.values(), len(one.limitations))
        for one in coverage.snapshots
    ]
    headers = (
        "project",
        "revision",
        "network",
        "snapshot",
        "recorded",
        "messages",
        "signals",
        "mappings",
        "limitations",
    )
    routes = [(one.name, one.kind, one.covers, one.does_not_cover) for one in coverage.routes]
    return f"{table(headers, snapshots)}\n\n{table(('route', 'of a', 'covers', 'does not cover'), routes)}"


def checks_text(checks: Sequence[NamedCheck]) -> str:
    """Count the checks of each group, and show in full the ones that failed."""
    groups = dict.fromkeys(check.group for check in checks)
    counts = [
        (
            name,
            sum(one.group == name for one in checks),
            sum(one.group == name and not one.passed for one in checks),
        )
        for name in groups
    ]
    failed = [
        visible(f"{one.group} {one.name}: {one.detail or f'{one.expected} and {one.actual}'}")
        for one in checks
        if not one.passed
    ]
    return "\n".join((table(("compared", "checks", "different"), counts), *failed))


def scores_text(name: str, measured: Sequence[Score]) -> str:
    """Show the scores of one answerer, family by family."""
    rows = [(one.family, one.cases, one.right, one.share("found"), one.wrong_answers) for one in measured]
    return f"{name}\n{table(('family', 'cases', 'right', 'found', 'wrong answers'), rows)}"


def marks_text(judged: Sequence[tuple[Mark, float | None]]) -> str:
    """Show each mark beside what was measured."""
    rows = [
        (
            mark.family,
            mark.measure,
            f"{'at most' if mark.at_most else 'at least'} {mark.bound:g}",
            share,
            "met" if mark.met_by(share) else "missed",
            "required" if mark.required else "hoped for",
        )
        for mark, share in judged
    ]
    return "Marks set before the run\n" + table(
        ("family", "measure", "mark", "measured", "result", "kind"), rows
    )
