"""Two statements of one fact and the passage that it rests on."""

import pytest

from labcore.judging import Statement
from labcore.records import Passage, Proposition

FACT = Proposition(
    id="upload", evidence_id="P3", version="v1", tenant="blue", scope="one file", unit="MB", value="20"
)


@pytest.fixture
def say():
    """Make a statement of a text; the typed side is a fact about 20 MB."""
    return lambda text, proposition=FACT: Statement(proposition=proposition, text=text)


@pytest.fixture
def passage():
    return Passage(
        id="P3", text="An attachment may hold 20 MB at most.", title="Files", version="v1", tenant="blue"
    )
