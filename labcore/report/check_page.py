"""The page of named checks: what failed first, then every check beside what it expected."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from labcore.report.page import badge, page, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.records import NamedCheck

__all__ = ["check_page"]

_HEAD = ("check", "result", "expected", "actual", "in words")


def check_page(checks: Sequence[NamedCheck], *, title: str) -> str:
    """Show every check in its group, failures first in a list of their own.

    Args:
        checks: At least one; those of one group need not stand together.
        title: The heading, plain text.

    Returns:
        A whole HTML document.
    """
    failed = [check for check in checks if not check.passed]
    order = {group: place for place, group in enumerate(dict.fromkeys(check.group for check in checks))}
    grouped = groupby(sorted(checks, key=lambda check: order[check.group]), key=lambda check: check.group)
    verdict = "every check passed" if not failed else f"{len(failed)} failed"
    parts = [f"<header><h1>{escape(title)}</h1><p>{badge(passed=not failed, text=verdict)}</p></header>"]
    if failed:
        parts.append("<section><h2>Failed</h2>" + _rows("Checks that failed", failed) + "</section>")
    parts += [_group(name, list(members)) for name, members in grouped]
    return page(title, "\n".join(parts))


def _group(name: str, checks: list[NamedCheck]) -> str:
    passed = sum(check.passed for check in checks)
    state = badge(passed=passed == len(checks), text=f"{passed} of {len(checks)} passed")
    return (
        f"<section><details{'' if passed == len(checks) else ' open'}>"
        f"<summary><h2>{escape(name)}</h2> {state}</summary>{_rows(name, checks)}</details></section>"
    )


def _rows(caption: str, checks: list[NamedCheck]) -> str:
    rows = [
        (
            escape(check.name),
            badge(passed=check.passed, text="passed" if check.passed else "failed"),
            f"<code>{escape(check.expected)}</code>",
            f"<code>{escape(check.actual)}</code>",
            escape(check.detail),
        )
        for check in checks
    ]
    return table(caption, _HEAD, rows)
