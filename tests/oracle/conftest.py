"""The small facts, and the evidence that is given."""

import pytest

from tests.small_facts import retry, units, upload

__all__ = ["bundle", "retry", "units", "upload"]


@pytest.fixture(scope="session")
def bundle():
    return frozenset({"P3", "P4", "P5"})
