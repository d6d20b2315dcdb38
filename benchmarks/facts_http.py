"""Look-ups through ``labcore serve`` under many clients at once: how many a second, and how long each takes.

It starts the command on a free port of this machine, asks it over connections that stay open, and stops it.
Every answer is checked to be answered and in the scope that was asked; bounded in number and in time.

    .venv/bin/python benchmarks/facts_http.py --store sqlite:///build/facts.sqlite --clients 50

The clients run in this process and share the machine with the service, so that the figures are a lower bound.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from statistics import quantiles
from typing import Any
from urllib.parse import urlsplit

from labcore import facts
from labcore.cli.tables import table
from labcore.facts import FactScope, FactStore, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One run: so many clients, one kind of question."""

    question: str
    clients: int
    answered: int
    failed: int
    per_second: float
    p50_ms: float
    p99_ms: float


def main() -> None:
    given = _arguments()
    with facts.open(given.store) as store:
        print("collecting names", file=sys.stderr)
        entries = _entries(store, given.names)
        engine = store.engine.name
    command = [
        sys.executable,
        "-m",
        "labcore",
        "serve",
        "--port",
        "0",
        "--rate",
        "1000000",
        "--store",
        given.store,
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            measured = asyncio.run(_measure_all(_address(process), entries, given))
        finally:
            process.terminate()
    rows = [asdict(one) for one in measured]
    if given.json:
        print(json.dumps({"engine": engine, "names": len(entries), "runs": rows}, indent=2))
        return
    print(f"{engine}, {len(entries)} different entries")
    print(table(list(rows[0]), [list(row.values()) for row in rows]))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--store", required=True, help="the store's URL")
    parser.add_argument("--clients", type=int, default=50, help="connections at the same moment")
    parser.add_argument("--requests", type=int, default=5000, help="requests of each run at most")
    parser.add_argument("--seconds", type=float, default=15.0, help="seconds of each run at most")
    parser.add_argument("--names", type=int, default=2000, help="different entries that are asked for")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args()


def _entries(store: FactStore, most: int) -> list[tuple[FactScope, str]]:
    """Draw messages from the whole store, the same in every run, each of which is answered by itself."""
    scopes = {
        row[0]: FactScope(
            project=str(row[1]), revision=str(row[2]), network=str(row[3]), snapshot=str(row[4])
        )
        for row in store.engine.table("snapshot")
    }
    messages = [(scopes[row[1]], str(row[3])) for row in store.engine.table("entry") if row[2] == "message"]
    random.Random(20261130).shuffle(messages)  # noqa: S311 - a sample, no secret
    answered = (one for one in messages if store.fetch("message_facts", *one).status is Status.ANSWERED)
    return [one for one, _ in zip(answered, range(most), strict=False)]


def _address(process: subprocess.Popen[str]) -> tuple[str, int]:
    """Read what the command says until it listens."""
    address = ""
    for line in process.stdout or ():
        if line.startswith("serving "):
            address = line.split()[-1]
        if line.startswith("Ctrl-C"):
            break
    parts = urlsplit(address)
    return str(parts.hostname), int(parts.port or 0)


async def _measure_all(
    address: tuple[str, int], entries: list[tuple[FactScope, str]], given: Any
) -> list[Measured]:
    await _until_up(address)
    measured = []
    for clients in dict.fromkeys((1, given.clients)):
        for question in ("search", "facts"):
            print(f"{question} by {clients}", file=sys.stderr)
            measured.append(await _measure(address, question, entries, clients, given))
    return measured


async def _until_up(address: tuple[str, int]) -> None:
    for _ in range(600):
        try:
            _, writer = await asyncio.open_connection(*address)
        except OSError:
            await asyncio.sleep(0.1)
            continue
        writer.close()
        return
    sys.exit("the service did not come up")


async def _measure(
    address: tuple[str, int], question: str, entries: list[tuple[FactScope, str]], clients: int, given: Any
) -> Measured:
    todo = iter([entries[number % len(entries)] for number in range(given.requests)])
    until = time.perf_counter() + given.seconds
    took: list[float] = []
    failed = [0]

    async def client() -> None:
        reader, writer = await asyncio.open_connection(*address)
        for scope, name in todo:
            if time.perf_counter() > until:
                break
            begun = time.perf_counter()
            writer.write(_request(question, scope, name))
            body = await _answer(reader)
            took.append(time.perf_counter() - begun)
            failed[0] += body.get("status") != "answered" or body["evidence"]["scope"] != scope.to_dict()
        writer.close()

    begun = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(clients)))
    seconds = time.perf_counter() - begun
    cuts = quantiles(took, n=100, method="inclusive")
    return Measured(
        question=question,
        clients=clients,
        answered=len(took) - failed[0],
        failed=failed[0],
        per_second=round(len(took) / seconds, 1),
        p50_ms=round(1000 * cuts[49], 2),
        p99_ms=round(1000 * cuts[98], 2),
    )


def _request(question: str, scope: FactScope, name: str) -> bytes:
    asked: dict[str, object] = {"scope": scope.to_dict()}
    asked |= (
        {"term": name, "kind": "message"}
        if question == "search"
        else {"route": "message_facts", "name": name}
    )
    body = json.dumps(asked).encode()
    head = (
        f"POST /v0/{question} HTTP/1.1\r\nHost: localhost\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def _answer(reader: asyncio.StreamReader) -> dict[str, Any]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = next(int(line.split(":")[1]) for line in head.splitlines() if line.startswith("content-length:"))
    body: dict[str, Any] = json.loads(await reader.readexactly(length))
    return body


if __name__ == "__main__":
    main()
