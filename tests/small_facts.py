"""Two facts and their units, small enough to check by hand; a conftest takes what its tests need."""

import pytest

from labcore.records import Proposition
from labcore.units import Units


@pytest.fixture(scope="session")
def units():
    return Units.of(
        {
            "data": {"bytes": "1", "MB": "1000000", "GB": "1000000000"},
            "time": {"hours": "1", "days": "24"},
            "permission": {"permission": "allowed|prohibited", "duty": "required|optional"},
        },
        thousands=",",
    )


@pytest.fixture(scope="session")
def upload():
    """A quantity: 20,000,000 bytes a file, of version v1, resting on P3."""
    return Proposition(
        id="upload",
        evidence_id="P3",
        version="v1",
        tenant="blue",
        scope="one file",
        unit="bytes",
        value="20000000",
    )


@pytest.fixture(scope="session")
def retry():
    """A permission: a retry after a timeout is prohibited."""
    return Proposition(
        id="retry",
        evidence_id="P5",
        version="v1",
        tenant="blue",
        scope="retry after a timeout",
        unit="permission",
        allowed=False,
    )
