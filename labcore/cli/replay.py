"""``labcore replay``: a new inference beside the recorded one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from labcore.cli.tables import table
from labcore.experiments.replaying import infer
from labcore.fixture import load, seal
from labcore.replay import compare_recording, read_recording, require_unrecorded, write_recording

if TYPE_CHECKING:
    from labcore.records import NamedCheck

__all__ = ["replay"]


@click.command("replay", short_help="Compare a new inference with the recorded one.")
@click.argument("fixture", type=click.Path(path_type=Path))
@click.option(
    "--record", is_flag=True, help="Record a first inference; refused where one is recorded already."
)
@click.option("--json", "as_json", is_flag=True, help="Print the checks as JSON.")
def replay(fixture: Path, *, record: bool, as_json: bool) -> None:
    """Embed and rank FIXTURE again and compare with its recorded vectors and lists; nothing is written over.

    Ends with code 1 where a vector or a list differs from what was recorded.

    Example: labcore replay fixtures/policies
    """
    loaded = load(fixture)
    if record:
        require_unrecorded(loaded)
        today = infer(loaded)
        for name in write_recording(loaded, today.runs, today.vectors, today.model):
            click.echo(f"recorded {name}")
        seal(fixture)
        return
    recording = read_recording(loaded)
    today = infer(loaded)
    checks = compare_recording(recording, today.vectors, today.runs)
    click.echo(_as_json(checks) if as_json else _for_people(checks))
    if not all(check.passed for check in checks):
        raise SystemExit(1)


def _for_people(checks: tuple[NamedCheck, ...]) -> str:
    rows = [(check.group, check.name, check.passed, check.expected, check.actual) for check in checks]
    failed = sum(not check.passed for check in checks)
    verdict = "everything agrees" if not failed else f"{failed} of {len(checks)} differ"
    return f"{table(('group', 'name', 'agrees', 'recorded', 'today'), rows)}\n\n{verdict} with the recording"


def _as_json(checks: tuple[NamedCheck, ...]) -> str:
    names = ("group", "name", "passed", "expected", "actual", "detail")
    return json.dumps([{name: getattr(check, name) for name in names} for check in checks], indent=2)
