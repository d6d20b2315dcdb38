"""``labcore seal``: hold a fixture's files by size and hash."""

from __future__ import annotations

from pathlib import Path

import click

from labcore.errors import visible
from labcore.fixture import load, seal

__all__ = ["seal_command"]


@click.command("seal", short_help="Hold a fixture's files by size and hash.")
@click.argument("fixture", type=click.Path(path_type=Path, file_okay=False, exists=True))
def seal_command(fixture: Path) -> None:
    """Write the size and SHA-256 of every data file into FIXTURE/fixture.json, then load it as a check.

    What was added, changed and removed since the last seal is named. A later change of any file is refused until the fixture is sealed anew.

    Example: labcore seal fixtures/policies
    """
    change = seal(fixture)
    named = {"added": change.added, "changed": change.changed, "removed": change.removed}
    for deed, names in named.items():
        for name in names:
            click.echo(f"{deed} {visible(name)}")
    if not any(named.values()):
        click.echo("no file differs from the last seal")
    loaded = load(fixture)
    judged = sum(
        any(grade > 0 for grade in loaded.qrels.get(query.id, {}).values()) for query in loaded.queries
    )
    click.echo(
        f"{loaded.name}: {len(loaded.corpus)} passages, {len(loaded.queries)} queries, "
        f"{judged} of them with required evidence, sealed"
    )
