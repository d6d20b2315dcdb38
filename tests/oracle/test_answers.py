"""From a structured answer to a proposition, strictly."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from labcore.errors import RecordError
from labcore.oracle import ReadAnswer, Reading, answer_schema, read_answer
from labcore.records import Proposition

NUMBER = {
    "evidence_id": "P3",
    "version": "v1",
    "tenant": "blue",
    "scope": "one file",
    "unit": "MB",
    "value": "20",
    "allowed": None,
    "declined": None,
}


def answer(**changes):
    return json.dumps({**NUMBER, **changes})


def test_a_number_is_read_as_it_was_written():
    read = read_answer(answer(value="0.020"), "q1")
    assert read == ReadAnswer(
        reading=Reading.PARSED,
        proposition=Proposition(
            id="q1", evidence_id="P3", version="v1", tenant="blue", scope="one file", unit="MB", value="0.020"
        ),
    )


def test_a_permission_is_read_with_its_polarity():
    read = read_answer(answer(value=None, allowed=False, unit="permission"))
    assert read.proposition is not None
    assert (read.proposition.value, read.proposition.allowed) == (None, False)


def test_what_is_not_stated_is_read_as_not_stated():
    """Whether that matters is the oracle's question."""
    read = read_answer(answer(scope=None, version=None))
    assert read.proposition is not None
    assert read.proposition.missing == ("version", "scope")


@pytest.mark.parametrize("space", ["", " ", "\n\n  "])
def test_white_space_around_and_inside_is_no_matter(space):
    text = space + json.dumps(NUMBER, indent=2) + space
    assert read_answer(text).reading is Reading.PARSED


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        pytest.param("20 MB", "not one JSON object: Extra data", id="prose"),
        pytest.param("", "not one JSON object: Expecting value", id="nothing"),
        pytest.param("```json\n" + answer() + "\n```", "not one JSON object", id="a fence around it"),
        pytest.param("Sure: " + answer(), "not one JSON object", id="words before it"),
        pytest.param(answer() + answer(), "not one JSON object: Extra data", id="two objects"),
        pytest.param(f"[{answer()}]", "it is not an object but list", id="a list"),
        pytest.param(answer()[:-1], "not one JSON object", id="cut off"),
        pytest.param(answer().replace('"20"', "20"), "value: Input should be a valid string", id="a number"),
        pytest.param(answer().replace('"20"', "NaN"), "NaN is not a number of JSON", id="NaN"),
        pytest.param(
            answer().replace('"20"', '"20", "value": "30"'), "'value' stands twice", id="a name twice"
        ),
        pytest.param(
            answer(allowed="no"), "allowed: Input should be a valid boolean", id="a word as polarity"
        ),
        pytest.param(answer(allowed=0), "allowed: Input should be a valid boolean", id="0 as polarity"),
        pytest.param(
            answer(confidence=0.9), "confidence: Extra inputs are not permitted", id="another field"
        ),
        pytest.param(json.dumps({"value": "20"}), "evidence_id: Field required", id="fields left out"),
        pytest.param(answer(tenant=""), "tenant must be a text that is not empty", id="an empty text"),
        pytest.param("[" * 100_000, "nested too deeply", id="a hundred thousand brackets"),
    ],
)
def test_what_is_nearly_readable_is_a_parser_failure(text, detail):
    read = read_answer(text)
    assert (read.reading, read.proposition) == (Reading.PARSER_FAILURE, None)
    assert detail in read.detail


@pytest.mark.parametrize(
    ("changes", "detail"),
    [
        ({"declined": "two versions apply"}, "declined: two versions apply"),
        ({"declined": "x", "value": None}, "declined: x"),
        ({"value": None}, "states no number and no permission"),
        ({"allowed": True}, "states a number and a permission"),
    ],
)
def test_what_states_no_one_claim_is_unsupported(changes, detail):
    read = read_answer(answer(**changes))
    assert (read.reading, read.proposition, read.detail) == (Reading.UNSUPPORTED, None, detail)


@pytest.mark.parametrize(
    "fields",
    [
        {"reading": Reading.PARSED},
        {"reading": Reading.PARSED, "proposition": Proposition(id="p"), "detail": "x"},
        {"reading": Reading.UNSUPPORTED, "proposition": Proposition(id="p"), "detail": "x"},
        {"reading": Reading.PARSER_FAILURE},
    ],
)
def test_an_answer_has_a_proposition_or_a_reason(fields):
    rule = f"^an answer has a proposition or the reason why not, got {fields['reading']}$"
    with pytest.raises(RecordError, match=rule):
        ReadAnswer(**fields)


def test_a_proposition_is_called_an_answer_where_nobody_names_it():
    assert read_answer(answer()).proposition.id == "answer"


def test_the_schema_is_one_that_structured_output_takes():
    """Every field required, nothing else allowed, null said and not implied."""
    schema = answer_schema()
    Draft202012Validator.check_schema(schema)
    assert schema["additionalProperties"] is False
    assert schema["required"] == list(schema["properties"]) == list(NUMBER)
    for part in schema["properties"].values():
        assert {"type": "null"} in part["anyOf"]


values = (
    st.none() | st.booleans() | st.integers(0, 9) | st.text("ab ", min_size=1, max_size=3) | st.floats(0, 1)
)
objects = st.dictionaries(st.sampled_from([*NUMBER, "other"]), values)


@given(objects, st.booleans())
def test_law_the_reader_and_the_schema_agree(changes, whole):
    """A second opinion on what keeps the schema: the jsonschema package."""
    candidate = {**NUMBER, **changes} if whole else changes
    valid = Draft202012Validator(answer_schema()).is_valid(candidate)
    read = read_answer(json.dumps(candidate))
    blank = any(isinstance(v, str) and not v.strip() for v in candidate.values())
    if not blank:
        assert (read.reading is not Reading.PARSER_FAILURE) is valid


@given(st.text())
def test_law_no_text_breaks_the_reader(text):
    assert read_answer(text).reading in set(Reading)
