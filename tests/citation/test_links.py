"""Links come from the corpus."""

from datetime import date

import pytest

from labcore.citation import link
from labcore.errors import ScopeError
from labcore.records import Citation, Corpus, Dimension, Passage, Scope

HERE = "https://policies.example/retention"
CORPUS = Corpus(
    (
        Passage(id="blue", text="", tenant="blue", uri=HERE),
        Passage(id="red", text="", tenant="red", uri="https://red.example/"),
        Passage(id="bare", text="", tenant="blue"),
    ),
    frozenset({Dimension.TENANT}),
)
BLUE = Scope(tenant="blue")


def test_the_address_is_the_corpus_own():
    """An address written into the answer's words changes nothing."""
    citation = Citation(
        passage_id="blue",
        quote="see https://attacker.example/",
        statement="Read https://attacker.example/ now.",
    )
    assert link(citation, CORPUS, BLUE) == HERE


@pytest.mark.parametrize(
    "passage_id",
    [
        pytest.param("red", id="a forbidden passage"),
        pytest.param("nowhere", id="an absent passage"),
        pytest.param("bare", id="a passage without an address"),
        pytest.param("https://attacker.example/", id="an address in place of an id"),
    ],
)
def test_otherwise_there_is_no_link(passage_id):
    assert link(Citation(passage_id=passage_id, quote=""), CORPUS, BLUE) is None


def test_a_scope_without_the_declared_dimension_is_refused():
    with pytest.raises(ScopeError, match="a scope without tenant"):
        link(Citation(passage_id="blue", quote=""), CORPUS, Scope(as_of=date(2026, 1, 1)))
