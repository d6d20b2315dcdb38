"""The command's root: finds a subcommand when it is asked for, and turns errors into one line and a code."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import NoReturn

import click

from labcore.errors import LabError

__all__ = ["COMMANDS", "LazyGroup", "main", "root"]

COMMANDS: dict[str, str] = {
    "bench": "labcore.cli.bench:bench",
    "check": "labcore.cli.check:check",
    "judge": "labcore.cli.judge:judge",
    "replay": "labcore.cli.replay:replay",
    "answers": "labcore.cli.answers:answers",
    "cite": "labcore.cli.cite:cite",
    "lint": "labcore.cli.lint:lint_command",
    "chat": "labcore.cli.chat:chat",
    "facts": "labcore.cli.facts:facts",
    "rank": "labcore.cli.rank:rank",
    "notebooks": "labcore.cli.notebooks:notebooks_group",
    "run": "labcore.cli.run:run_command",
    "seal": "labcore.cli.seal:seal_command",
    "serve": "labcore.cli.serve:serve",
    "models": "labcore.cli.models:models",
}
"""Subcommand name -> ``module:attribute``; a module is imported only when its command is called."""


class LazyGroup(click.Group):
    """A group that imports a subcommand's module only when that subcommand is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name every registered command, sorted."""
        return sorted({*super().list_commands(ctx), *COMMANDS})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and give one command; None for a name that is not registered."""
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        module, attribute = COMMANDS[cmd_name].split(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="labcore")
def root() -> None:
    """Decide by declared rules whether a retrieved passage may support an answer, and say why.

    Example: labcore run
    """


def main() -> NoReturn:
    """Run the command line; a labcore error is printed as one line and ends with code 2."""
    try:
        root.main(standalone_mode=True)
    except LabError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)
    sys.exit(0)
