"""``labcore models``: fetch, verify and list the pinned models."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import click

from labcore.model import Progress, acquire, locked_model, locked_models, model_folder, verify

__all__ = ["models"]

_NAME = click.argument("name", required=False)
_JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON for programs.")


@click.group()
def models() -> None:
    """Fetch, verify and list the pinned models.

    Example: labcore models fetch
    """


@models.command()
@_NAME
@click.option("-q", "--quiet", is_flag=True, help="Say nothing on stderr.")
def fetch(name: str | None, *, quiet: bool) -> None:
    """Bring a pinned model into the cache and build its graph; what is there already is left alone.

    Example: labcore models fetch all-MiniLM-L6-v2
    """
    model = locked_model(name)
    acquire(model, progress=Progress(quiet=quiet))
    click.echo(f"{model.name}: every file is as pinned, in {model_folder(model)}")


@models.command(name="verify")
@_NAME
@_JSON
def verify_command(name: str | None, *, as_json: bool) -> None:
    """Compare every cached file of a model with its pin; ends with code 1 on a difference.

    Example: labcore models verify --json
    """
    checks = verify(locked_model(name))
    if as_json:
        click.echo(json.dumps([asdict(check) for check in checks], indent=2))
    else:
        for check in checks:
            click.echo(
                f"{check.name}: {check.state}"
                + ("" if check.good else f", expected {check.expected}, found {check.found}")
            )
    sys.exit(0 if all(check.good for check in checks) else 1)


@models.command(name="list")
@_JSON
def list_command(*, as_json: bool) -> None:
    """List the pinned models; the first is the default.

    Example: labcore models list
    """
    if as_json:
        click.echo(json.dumps([asdict(model) for model in locked_models()], indent=2))
        return
    for model in locked_models():
        click.echo(
            f"{model.name}: {model.repository} at {model.revision}, {model.licence}, {model.dimensions} dimensions"
        )
        for pin in (*model.files, model.graph):
            click.echo(f"  {pin.name}: {pin.bytes} bytes, sha256 {pin.sha256}")
