"""``labcore models``: fetch, verify and list the pinned models."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from labcore.model import Progress, acquire, cache_root, locked_model, locked_models, model_folder, verify

if TYPE_CHECKING:
    from labcore.model import FileCheck, LockedModel

__all__ = ["models"]

_NAME = click.argument("name", required=False)
_JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON for programs.")


@click.group(short_help="Fetch, verify and list the pinned models.")
def models() -> None:
    """Fetch, verify and list the pinned models.

    Example: labcore models fetch
    """


@models.command()
@_NAME
@click.option("-q", "--quiet", is_flag=True, help="Say nothing on stderr.")
def fetch(name: str | None, *, quiet: bool) -> None:
    """Bring a pinned model into the cache and build its graph; what is there already is left alone.

    The cache is the user's own, or the folder named in the environment variable LABCORE_CACHE.

    Example: labcore models fetch all-MiniLM-L6-v2
    """
    model = locked_model(name)
    acquire(model, progress=Progress(quiet=quiet))
    click.echo(f"{model.name}: every file is as pinned, in {model_folder(model)}")


@models.command("verify")
@_NAME
@click.option(
    "--upstream",
    type=click.Path(path_type=Path),
    help="The publisher's own ONNX export; the built graph is compared with it too.",
)
@_JSON
def verify_command(name: str | None, upstream: Path | None, *, as_json: bool) -> None:
    """Compare every cached file of a model with its pin; ends with code 1 on a difference.

    Example: labcore models verify --json
    """
    model = locked_model(name)
    checks = verify(model)
    good = all(check.good for check in checks)
    report = {"model": model.name, "good": good, "files": [asdict(check) for check in checks]}
    if not as_json:
        click.echo("\n".join(_line(check) for check in checks))
        if not good:
            click.echo("run: labcore models fetch")
    if upstream is not None and good:
        from labcore.embedder.parity import compare_upstream  # noqa: PLC0415  # loads the runtime

        parity = compare_upstream(model, upstream)
        good = report["good"] = parity.good
        report["upstream"] = asdict(parity)
        if not as_json:
            click.echo(
                f"publisher's export: largest difference {parity.largest_gap:.1e} in {parity.texts} texts"
            )
    if as_json:
        click.echo(json.dumps(report, indent=2))
    sys.exit(0 if good else 1)


@models.command("list")
@_JSON
def list_command(*, as_json: bool) -> None:
    """List the pinned models, the default first, and how much of each lies in the cache.

    Sizes are looked at, not contents: `labcore models verify` reads every byte.

    Example: labcore models list
    """
    pinned = locked_models()
    if as_json:
        click.echo(json.dumps([asdict(model) | {"present": _present(model)} for model in pinned], indent=2))
        return
    for model in pinned:
        click.echo(f"{model.name}: {model.repository}, {model.licence}, {model.dimensions} dimensions")
        click.echo(f"  revision {model.revision}")
        for source in model.sources:
            click.echo(f"  from {source}")
        present = _present(model)
        for pin in (*model.files, model.graph):
            state = "in the cache" if present[pin.name] else "not in the cache"
            click.echo(f"  {pin.name}: {pin.bytes} bytes, {state}")
    click.echo(f"cache: {cache_root()}")


def _present(model: LockedModel) -> dict[str, bool]:
    """Tell for each file whether one of the pinned size is there."""
    folder = model_folder(model)
    found = {}
    for pin in (*model.files, model.graph):
        try:
            found[pin.name] = (folder / pin.name).stat().st_size == pin.bytes
        except OSError:
            found[pin.name] = False
    return found


def _line(check: FileCheck) -> str:
    if check.good:
        return f"{check.name}: good"
    return f"{check.name}: {check.state}, expected {check.expected}, found {check.found}"
