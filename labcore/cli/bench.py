"""``labcore bench``: measurements, apart from every check of correctness."""

from __future__ import annotations

from importlib import import_module

import click

__all__ = ["BENCHES", "bench"]

BENCHES: dict[str, str] = {
    "embed": "labcore.cli.bench_embed:embed",
    "facts": "labcore.cli.bench_facts:facts_bench",
    "oracle": "labcore.cli.bench_oracle:oracle",
}
"""What can be measured -> ``module:attribute``; a module is imported only when it is asked for."""


class _LazyBenches(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        return sorted(BENCHES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's signature
        if cmd_name not in BENCHES:
            return None
        module, attribute = BENCHES[cmd_name].split(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command


@click.group("bench", cls=_LazyBenches, short_help="Measure; correctness never depends on it.")
def bench() -> None:
    """Measure one thing at a time. Correctness never depends on a speed.

    Example: labcore bench oracle
    """
