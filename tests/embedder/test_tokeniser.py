"""Texts become ids by the pinned file, with its padding and truncation overridden."""

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.embedder.tokeniser import Tokeniser, TokenRow
from labcore.errors import ModelError, ParameterError
from labcore.model import locked_model, model_folder, read_verified


@pytest.fixture(scope="session")
def pinned() -> Tokeniser:
    model = locked_model()
    pin = model.file("tokenizer.json")
    return Tokeniser(read_verified(model_folder(model) / pin.name, pin), model.max_tokens)


@pytest.fixture(scope="session")
def small(tiny) -> Tokeniser:
    return Tokeniser(tiny.files["tokenizer.json"], tiny.model.max_tokens)


def test_a_text_is_neither_padded_nor_cut_as_the_file_says(tiny, small):
    """The file pads to 12 and cuts at 4. [CLS] red blue limit [SEP] is five, and stays five."""
    settings = json.loads(tiny.files["tokenizer.json"])
    assert (settings["padding"]["strategy"], settings["truncation"]["max_length"]) == ({"Fixed": 12}, 4)
    (row,) = small.rows(["red blue limit"])
    assert row == TokenRow(ids=(2, 4, 5, 6, 3), mask=(1,) * 5, types=(0,) * 5)


def test_a_long_text_is_cut_at_the_models_limit(small):
    """Eight tokens, of which [CLS] and [SEP] are two."""
    (row,) = small.rows(["day " * 50])
    assert row.ids == (2, *(7,) * 6, 3)


def test_a_word_falls_into_pieces_and_an_unknown_one_into_none(small):
    (row,) = small.rows(["limits cat"])
    assert small.pieces(row.ids) == ("[CLS]", "limit", "##s", "[UNK]", "[SEP]")


@pytest.mark.parametrize("text", ["hello world", "HELLO WORLD"])
def test_golden_ids(pinned, text):
    """The article's two golden cases: case does not matter."""
    (row,) = pinned.rows([text])
    assert row.ids == (101, 7592, 2088, 102)


def test_the_pinned_limit_is_256(pinned):
    (row,) = pinned.rows(["evidence " * 1000])
    assert (len(row), row.ids[0], row.ids[-1]) == (256, 101, 102)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        pytest.param("", (), id="empty"),
        pytest.param(" \t\n", (), id="white space"),
        pytest.param("a\0b", ("ab",), id="a NUL character is dropped"),
        pytest.param("日本", ("日", "本"), id="each ideograph is a word"),
        pytest.param("😀😀", ("[UNK]",), id="an emoji that the vocabulary lacks"),
        pytest.param("café", ("cafe",), id="an accent is stripped"),
        pytest.param("cafe\u0301", ("cafe",), id="a combining accent is stripped too"),
        pytest.param("5 GB", ("5", "gb"), id="a number and its unit"),
    ],
)
def test_difficult_texts(pinned, text, pieces):
    (row,) = pinned.rows([text])
    assert pinned.pieces(row.ids) == ("[CLS]", *pieces, "[SEP]")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), max_size=4))
def test_every_text_gives_a_bounded_row(pinned, texts):
    """Any valid Unicode: one row each, [CLS] first, [SEP] last, alone or in company the same."""
    rows = pinned.rows(texts)
    assert rows == [pinned.rows([text])[0] for text in texts]
    assert all(row.ids[0] == 101 and row.ids[-1] == 102 and len(row) <= 256 for row in rows)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        pytest.param(
            "red", r"texts must be a sequence of texts, not one text, got 'red'\. Write \[text\]", id="bare"
        ),
        pytest.param(["red", None], r"texts\[1\]: every item to embed must be a text, got None", id="None"),
        pytest.param([b"red"], r"texts\[0\]: every item to embed must be a text, got b'red'", id="bytes"),
        pytest.param(
            ["a", "x\ud800"], r"texts\[1\]: a text must be valid Unicode.*'\\ud800' at character 1", id="half"
        ),
    ],
)
def test_what_is_not_a_text_is_refused_with_its_place(small, texts, message):
    with pytest.raises(ParameterError, match=message):
        small.rows(texts)


def test_a_place_counts_from_the_start_of_the_series(small):
    with pytest.raises(ParameterError, match=r"texts\[1025\]"):
        small.rows(["red", 7], first=1024)


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff"], ids=["empty", "no model", "not text"])
def test_a_file_that_is_no_tokeniser_is_refused(data):
    with pytest.raises(ModelError, match=r"tokenizer\.json must hold a tokeniser"):
        Tokeniser(data, 8)


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param({"ids": (1,), "mask": (1, 1), "types": (0,)}, id="a mask of another length"),
        pytest.param({"ids": (), "mask": (), "types": ()}, id="nothing"),
    ],
)
def test_a_row_has_three_equal_parts(parts):
    with pytest.raises(ModelError, match="ids, mask and types of a text must have one length"):
        TokenRow(**parts)


def test_no_thread_is_started_and_no_fork_is_warned_of(tiny, tmp_path):
    """The library's batch call would do both; the process's environment stays as it was."""
    (tmp_path / "t").write_bytes(tiny.files["tokenizer.json"])
    program = (
        "import os, sys; from labcore.embedder.tokeniser import Tokeniser\n"
        "before = dict(os.environ); threads = len(os.listdir('/proc/self/task'))\n"
        "t = Tokeniser(open(sys.argv[1], 'rb').read(), 8); t.rows(['red'] * 1000)\n"
        "assert len(os.listdir('/proc/self/task')) == threads and dict(os.environ) == before\n"
        "child = os.fork()\n"
        "if not child: t.rows(['blue'] * 1000); os._exit(0)\n"
        "sys.exit(os.waitpid(child, 0)[1])"
    )
    environment = {name: value for name, value in os.environ.items() if name != "TOKENIZERS_PARALLELISM"}
    done = subprocess.run(
        [sys.executable, "-B", "-c", program, str(tmp_path / "t")],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
