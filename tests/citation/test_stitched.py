"""Words from two places are told from words that were never said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.citation.stitched import stitched_from
from labcore.records import Passage

RULE = Passage(id="rule", text="Standard records are kept for 14 days, and backups are kept for 90 days.")
INVOICES = Passage(id="invoices", text="Invoice records are kept for ten years after the invoice date.")
JAPANESE = Passage(
    id="japanese",
    text="\u4fdd\u5b58\u671f\u9593\u306f\u5341\u56db\u65e5\u3067\u3059\u3002\u8acb\u6c42\u66f8\u306f\u5341\u5e74\u9593\u4fdd\u5b58\u3057\u307e\u3059\u3002",
)
BOTH = [RULE, INVOICES]


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        pytest.param(
            "Standard records are kept for 90 days", ("rule", "rule"), id="two places of one passage"
        ),
        pytest.param("Standard records are kept for ten years", ("rule", "invoices"), id="two passages"),
        pytest.param(
            "Standard records are kept \u2026 are kept for 90 days", ("rule", "rule"), id="a real ellipsis"
        ),
        pytest.param(
            "Standard records are ... after the invoice date", ("rule", "invoices"), id="three dots"
        ),
        pytest.param(
            "Standard records are [...] are kept for 90 days", ("rule", "rule"), id="dots in brackets"
        ),
    ],
)
def test_a_seam_is_found_with_its_passages(quote, expected):
    assert stitched_from(quote, BOTH) == expected


@pytest.mark.parametrize(
    ("quote", "passages"),
    [
        pytest.param("Standard records are kept for 41 days", BOTH, id="a number that stands nowhere"),
        pytest.param(
            "Standard records are kept for 41 days",
            [RULE, Passage(id="x", text="41 days")],
            id="half of two words",
        ),
        pytest.param("Standard records are never kept", BOTH, id="a word put in between"),
        pytest.param("Standard records are kept for ten years", [RULE], id="the other half out of reach"),
        pytest.param(
            "Standard records are kept \u2026 for ever and ever", BOTH, id="one piece of an ellipsis invented"
        ),
        pytest.param("", BOTH, id="nothing"),
        pytest.param("\u2026", BOTH, id="only an ellipsis"),
        pytest.param("Standard records are kept for 90 days", [], id="no passage at all"),
    ],
)
def test_other_words_are_no_seam(quote, passages):
    assert stitched_from(quote, passages) == ()


def test_a_seam_is_found_where_no_spaces_are():
    """Fourteen days of the first sentence and ten years of the second become fourteen years."""
    quote = "\u4fdd\u5b58\u671f\u9593\u306f\u5341\u56db\u5e74\u9593\u4fdd\u5b58\u3057\u307e\u3059"
    assert stitched_from(quote, [JAPANESE]) == ("japanese", "japanese")


def test_the_cited_passage_comes_first():
    """Where a piece stands in several passages, the first given one is named."""
    copy = Passage(id="copy", text=RULE.text)
    assert stitched_from("Standard records are kept for 90 days", [copy, RULE]) == ("copy", "copy")


@given(st.integers(0, 10), st.integers(0, 10))
def test_two_long_pieces_of_a_text_are_always_found(first, second):
    """Law: joining any two runs of five words of one text is seen as a seam."""
    words = [f"word{number} of" for number in range(20)]
    text = Passage(id="t", text=" ".join(words))
    quote = " ".join((*words[first : first + 5], *words[second : second + 5]))
    assert stitched_from(quote, [text]) == ("t", "t")
