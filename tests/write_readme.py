"""Write the console blocks of README.md anew from the commands in them."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def block(match: re.Match[str]) -> str:
    """One block with the output of its command."""
    command = [sys.executable, "-m", "labcore", *shlex.split(match[1])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    shown = done.stdout.strip("\n")
    return f"```console\n$ labcore {match[1]}\n{shown}\n```"


if __name__ == "__main__":
    path = ROOT / "README.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        re.sub(r"```console\n\$ labcore ([^\n]*)\n(.*?)```", block, text, flags=re.DOTALL), encoding="utf-8"
    )
