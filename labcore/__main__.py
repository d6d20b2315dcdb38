"""Lets ``python -m labcore`` do what the ``labcore`` command does."""

from labcore.cli import main

if __name__ == "__main__":
    main()
