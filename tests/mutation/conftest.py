"""One quantity, one permission and their units."""

import pytest

from labcore.records import Proposition
from labcore.units import Units


@pytest.fixture(scope="session")
def units():
    return Units.of(
        {
            "data": {"bytes": "1", "MB": "1000000", "GB": "1000000000"},
            "time": {"hours": "1", "days": "24"},
            "permission": {"permission": "allowed|prohibited"},
        },
        thousands=",",
    )


@pytest.fixture(scope="session")
def upload():
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
    return Proposition(
        id="retry",
        evidence_id="P5",
        version="v1",
        tenant="blue",
        scope="retry",
        unit="permission",
        allowed=False,
    )
