"""The command's root: finds a subcommand when it is asked for, and turns errors into one line and a code."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

import click

from labcore.errors import LabError, visible
from labcore.records import unknown_name

__all__ = ["COMMANDS", "LazyGroup", "main", "root"]

COMMANDS: dict[str, str] = {
    "bench": "labcore.cli.bench:bench Measure; correctness never depends on it.",
    "check": "labcore.cli.check:check Run every named check of a fixture.",
    "judge": "labcore.cli.judge:judge Put judges to a fixture's defects and good statements.",
    "replay": "labcore.cli.replay:replay Compare a new inference with the recorded one.",
    "answers": "labcore.cli.answers:answers Ask an answerer over fixed bundles and judge what it says.",
    "cite": "labcore.cli.cite:cite Check a fixture's questions and proposed citations.",
    "lint": "labcore.cli.lint:lint_command Look for what is wrong with the days of a corpus.",
    "chat": "labcore.cli.chat:chat Find an entry with a model's help; facts come from the store.",
    "facts": "labcore.cli.facts:facts Scoped facts: the same name in another version is another thing.",
    "rank": "labcore.cli.rank:rank Rank a fixture's queries and measure what came out.",
    "notebooks": "labcore.cli.notebooks:notebooks_group Refresh and check stored notebooks.",
    "run": "labcore.cli.run:run_command Run notebooks and write a report.",
    "seal": "labcore.cli.seal:seal_command Hold a fixture's files by size and hash.",
    "serve": "labcore.cli.serve:serve Serve a fact store over HTTP and MCP, read-only.",
    "models": "labcore.cli.models:models Fetch, verify and list the pinned models.",
}
"""Subcommand name -> ``module:attribute`` and its line of help, after a blank.

A module is imported only when its command is called; the line saves ``labcore --help`` from importing all.
"""


_INTERRUPTED = 130
_LINES = "\n"


class LazyGroup(click.Group):
    """A group that imports a subcommand's module only when that subcommand is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name every registered command, sorted."""
        return sorted({*super().list_commands(ctx), *COMMANDS})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and give one command; None for a name that is not registered."""
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        module, attribute = COMMANDS[cmd_name].partition(" ")[0].split(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of commands from their lines of help, importing none."""
        names = self.list_commands(ctx)
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name].partition(" ")[2]) for name in names])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; an unknown name is refused with the nearest one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise unknown_name("command", args[0], COMMANDS)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="labcore")
def root() -> None:
    """Decide by declared rules whether a retrieved passage may support an answer, and say why.

    Example: labcore run
    """


def main() -> NoReturn:
    """Run the command line.

    A labcore error and one of the system, such as a full disk, are printed as one line and end with
    code 2; an interruption ends with code 130, since 1 means that a check failed.
    """
    try:
        sys.exit(_run())
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):  # click turns only what it sees itself into an Abort
        click.echo("interrupted", err=True)
        sys.exit(_INTERRUPTED)
    except LabError as error:
        _fail(str(error))
    except BrokenPipeError:  # the reader has seen enough; nothing is left to say, nor to flush at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        what = error.strerror or str(error)
        _fail(f"{error.filename}: {what}" if error.filename else what)


def _run() -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal of another encoding gets escapes, not a traceback
            stream.reconfigure(errors="backslashreplace")
    code = root.main(standalone_mode=False)
    if sys.stdout is not None:  # none where standard output was closed
        sys.stdout.flush()
    return code if isinstance(code, int) else 0


def _fail(message: str) -> NoReturn:
    click.echo(f"error: {visible(message, keep=_LINES)}", err=True)
    sys.exit(2)
