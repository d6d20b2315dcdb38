"""The ``labcore`` command."""

from labcore.cli.main import main

__all__ = ["main"]
