"""The documented shapes, held against what the store really gives."""

import jsonschema
import pytest

from labcore.service.boundary import QUESTIONS
from labcore.service.documents import (
    CoverageBody,
    FactsBody,
    ResultBody,
    ScopeBody,
    SearchBody,
    schema_of,
)
from labcore.service.examples import EXAMPLES


def test_every_registered_answer_has_the_documented_shape(sqlite_store, cases):
    """No field too many, none missing, for all statuses."""
    schema = schema_of(ResultBody)
    statuses = set()
    for question, arguments in cases:
        data = QUESTIONS[question](sqlite_store, arguments).to_dict()
        jsonschema.validate(data, schema)
        statuses.add(data["status"])
    assert len(statuses) == 6


def test_the_coverage_has_the_documented_shape(sqlite_store):
    jsonschema.validate(sqlite_store.coverage().to_dict(), schema_of(CoverageBody))


@pytest.mark.parametrize("field", ResultBody.model_fields)
def test_a_result_without_a_field_does_not_fit(sqlite_store, field):
    """The shape is strict: every field is always there."""
    data = sqlite_store.search("x").to_dict()
    del data[field]
    with pytest.raises(jsonschema.ValidationError, match=f"'{field}' is a required property"):
        jsonschema.validate(data, schema_of(ResultBody))


@pytest.mark.parametrize(("question", "body"), [("search", SearchBody), ("facts", FactsBody)])
def test_every_example_has_the_documented_shape(question, body):
    for arguments in EXAMPLES[question].values():
        jsonschema.validate(arguments, schema_of(body))


@pytest.mark.parametrize(
    "term", [pytest.param("", id="empty"), pytest.param(" \t", id="blank"), "a\0b", "x" * 201, 5, None]
)
def test_a_term_that_the_store_refuses_does_not_fit(sqlite_store, term):
    """What the document excludes, the store excludes too."""
    assert sqlite_store.search(term).status == "invalid_request"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"term": term}, schema_of(SearchBody))


def test_a_scope_has_four_parts_and_no_other():
    assert set(ScopeBody.model_fields) == {"project", "revision", "network", "snapshot"}
    with pytest.raises(jsonschema.ValidationError, match="Additional properties"):
        jsonschema.validate({"latest": "yes"}, schema_of(ScopeBody))
