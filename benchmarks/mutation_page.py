"""Turns what mutmut left in mutants/ into mutation-testing.md; every survivor is listed with the reason why it lives.

`make mutation` calls it at its end; alone it writes the same page again, as after a new reason:

    .venv/bin/python benchmarks/mutation_page.py

The reasons are written by people in mutation-reasons.json: a pattern -> why no test can, or need, tell such mutants
from the code. A pattern is searched in a mutant's name and the lines that it changes, since mutmut's numbers move
with every edit. A survivor that no pattern finds is shown as unexplained, and the page says how many are; a pattern
that finds none is refused, so that no reason outlives its mutant.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from mutmut.stats import status_by_exit_code

HERE = Path(__file__).parent
MUTMUT = Path(sys.executable).with_name("mutmut")
MOST = 0.05
UNEXPLAINED = "unexplained"


def main() -> None:
    codes = exit_codes(HERE.parent / "mutants")
    reasons = json.loads((HERE / "mutation-reasons.json").read_text(encoding="utf-8"))
    (HERE / "mutation-testing.md").write_text(page(codes, reasons), encoding="utf-8")


def exit_codes(folder: Path) -> dict[str, int | None]:
    """Give the exit code of each mutant's tests; None where it has not been tried."""
    found: dict[str, int | None] = {}
    for meta in sorted(folder.rglob("*.meta")):
        found |= json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def change_of(name: str) -> list[str]:
    """Give the lines that a mutant changes."""
    said = subprocess.run([MUTMUT, "show", name], capture_output=True, text=True, check=True, cwd=HERE.parent)
    lines = said.stdout.splitlines()
    return [line for line in lines if re.match(r"[-+](?![-+]{2})", line)]


def explained(alive: dict[str, list[str]], reasons: dict[str, str]) -> dict[str, list[str]]:
    """Group survivors by the reason why they live."""
    grouped: dict[str, list[str]] = {}
    used: set[str] = set()
    for name, change in alive.items():
        found = [pattern for pattern in reasons if re.search(pattern, "\n".join([name, *change]))]
        used.update(found)
        grouped.setdefault(reasons[found[0]] if found else UNEXPLAINED, []).append(name)
    if unused := reasons.keys() - used:
        raise SystemExit(f"mutation-reasons.json explains what did not survive: {', '.join(sorted(unused))}")
    return grouped


def page(codes: dict[str, int | None], reasons: dict[str, str]) -> str:
    counted = Counter(status_by_exit_code[code] for code in codes.values())
    names = sorted(
        name for name, code in codes.items() if status_by_exit_code[code] in {"survived", "no tests"}
    )
    alive = {name: change_of(name) for name in names}
    tried = len(codes) - counted["not checked"]
    share = len(alive) / max(tried, 1)
    verdict = "fewer" if share < MOST else "NOT fewer"
    table = "\n".join(f"| {status} | {count} |" for status, count in counted.most_common())
    grouped = explained(alive, reasons)
    parts = [
        f"""# Mutation testing of the oracle

This page is written by `mutation_page.py` from what `make mutation` left behind; only the reasons are written by hand.

mutmut breaks `labcore/oracle`, `labcore/units` and `labcore/mutation` in {len(codes)} small ways, one at a time, and runs
the tests that reach the changed function. {len(alive)} of {tried} mutants that were tried survive: {share:.1%}, {verdict} than {MOST:.0%}.
{len(grouped.get(UNEXPLAINED, []))} of them are unexplained.

| | mutants |
| --- | --- |
{table}

A mutant that timed out was noticed as well. `oracle/partitions.py` is left out: it hands batches on to Dask, and a
cluster cannot live in a forked test."""
    ]
    for why, names in sorted(grouped.items(), key=lambda item: -len(item[1])):
        shown = [f"- `{name}`\n\n" + "\n".join(f"      {line}" for line in alive[name]) for name in names]
        parts.append(f"## {len(names)}: {why}\n\n" + "\n".join(shown))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    main()
