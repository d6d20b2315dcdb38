"""What every measured child process shares: a request on stdin, an answer on stdout, time and memory."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path


def request() -> dict:
    return json.load(sys.stdin)


def answer(content: dict) -> None:
    json.dump(content, sys.stdout)


def timed(call: Callable[[], object], repeats: int) -> list[float]:
    """Give the seconds of each repetition."""
    seconds = []
    for _ in range(repeats):
        begun = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - begun)
    return seconds


def in_turn(calls: dict[str, Callable[[], object]], repeats: int) -> dict[str, list[float]]:
    """Time several calls in turn, so that a slow moment of the machine meets all of them."""
    for call in calls.values():
        call()
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(repeats):
        for name, call in calls.items():
            seconds[name] += timed(call, 1)
    return seconds


def peak_bytes() -> int | None:
    """Give the most memory that this process held; None where the system does not say."""
    status = Path("/proc/self/status")
    if not status.exists():
        return None
    line = next(line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024
