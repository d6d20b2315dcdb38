"""The small facts."""

from tests.small_facts import retry, units, upload

__all__ = ["retry", "units", "upload"]
