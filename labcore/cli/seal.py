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

    A later change of any file is refused until the fixture is sealed anew.

    Example: labcore seal fixtures/policies
    """
    changed = seal(fixture)
    for name in changed:
        click.echo(f"sealed {visible(name)}")
    loaded = load(fixture)
    click.echo(f"{loaded.name}: {len(loaded.corpus)} passages, {len(loaded.queries)} queries, sealed")
