"""The fields of a passage are its declared assertions, by relation."""

import pytest

from labcore.citation.fields import declared_relations, declared_values
from labcore.records import Claim, Passage, Polarity


def passage(*claims):
    return Passage(id="p", text="", asserts=claims)


NOTES = Claim(subject="note", relation="days kept", value="14")
FILES = Claim(subject="file", relation="days kept", value="90")


def test_a_relation_of_one_subject_is_its_own_key():
    assert declared_relations(passage(NOTES)) == ("days kept",)
    assert declared_values(passage(NOTES), "days kept") == ("14",)


def test_a_relation_of_two_subjects_needs_the_subject():
    """Else the value of the wrong subject would pass."""
    both = passage(NOTES, FILES)
    assert declared_relations(both) == ("note: days kept", "file: days kept")
    assert declared_values(both, "days kept") is None
    assert declared_values(both, "file: days kept") == ("90",)


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param(Claim(subject="note", relation="days kept"), id="no value"),
        pytest.param(
            Claim(subject="note", relation="days kept", value="41", polarity=Polarity.DENIED),
            id="a denied value",
        ),
    ],
)
def test_a_relation_without_an_affirmed_value_has_none(claim):
    assert declared_values(passage(claim), "days kept") == ()


def test_an_unknown_relation_is_not_an_empty_one():
    assert declared_values(passage(NOTES), "days shown") is None
    assert declared_relations(passage()) == ()
