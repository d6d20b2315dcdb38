"""Recordings: real runs and vectors kept as they first came out, and later runs compared with them."""

from labcore.replay.comparison import compare_recording, same_order
from labcore.replay.recording import Recording, read_recording, recorded_texts, write_recording

__all__ = [
    "Recording",
    "compare_recording",
    "read_recording",
    "recorded_texts",
    "same_order",
    "write_recording",
]
