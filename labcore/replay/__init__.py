"""Recordings: real runs and vectors kept as they first came out, and later runs compared with them."""

from labcore.replay.comparison import compare_recording, same_order
from labcore.replay.coverage import COVERAGE, Coverage, coverage, read_coverage
from labcore.replay.recording import (
    RECORD,
    Recording,
    read_recording,
    recorded_texts,
    require_unrecorded,
    write_recording,
)

__all__ = [
    "COVERAGE",
    "RECORD",
    "Coverage",
    "Recording",
    "compare_recording",
    "coverage",
    "read_coverage",
    "read_recording",
    "recorded_texts",
    "require_unrecorded",
    "same_order",
    "write_recording",
]
