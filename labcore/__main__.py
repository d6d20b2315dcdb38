"""Lets ``python -m labcore`` do what the ``labcore`` command does."""

import sys

if __name__ == "__main__":
    try:
        from labcore.cli import main
    except KeyboardInterrupt:  # before anything of ours could answer to it
        sys.stderr.write("interrupted\n")
        sys.exit(130)
    main()
