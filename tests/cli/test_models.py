"""``labcore models`` as a person and a program call it, on an invented model."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from labcore.cli import models as group
from labcore.cli.main import root
from labcore.errors import ModelError
from tests.conftest import pin

FILES = ["tokenizer.json", "model.safetensors", "model.onnx"]


def call(*args):
    return CliRunner().invoke(root, ["models", *map(str, args)])


@pytest.fixture
def cache(tiny, tmp_path, monkeypatch):
    """Make the tiny model the only pinned one, and an empty folder the cache."""
    monkeypatch.setenv("LABCORE_CACHE", str(tmp_path))
    monkeypatch.setattr(group, "locked_models", lambda: (tiny.model,))
    monkeypatch.setattr(group, "locked_model", lambda _: tiny.model)
    return tmp_path


def test_a_complete_cache_is_good(cache, tiny):
    tiny.put(cache)
    result = call("verify")
    assert result.output.splitlines() == [f"{name}: good" for name in FILES]
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("spoil", "state"),
    [
        pytest.param(lambda d: d[:-1], "wrong_size", id="truncated"),
        pytest.param(lambda d: d[:-1] + bytes([d[-1] ^ 1]), "altered", id="a flipped bit"),
    ],
)
def test_a_spoiled_file_ends_with_1_and_names_the_cure(cache, tiny, spoil, state):
    path = tiny.put(cache) / "model.onnx"
    path.write_bytes(spoil(tiny.files["model.onnx"]))
    result = call("verify")
    lines = result.output.splitlines()
    assert lines[2].startswith(
        f"model.onnx: {state}, expected {len(tiny.files['model.onnx'])} bytes with sha256"
    )
    assert (lines[3], result.exit_code) == ("run: labcore models fetch", 1)


def test_programs_get_every_check(cache, tiny):
    tiny.put(cache, "tokenizer.json")
    result = call("verify", "--json")
    report = json.loads(result.output)
    assert (report["model"], report["good"]) == ("tiny", False)
    assert [file["state"] for file in report["files"]] == ["good", "missing", "missing"]
    assert result.exit_code == 1


def test_an_export_of_the_publisher_is_compared(cache, tiny, monkeypatch):
    """Here the publisher's file is the built one, so that the difference is nothing."""
    tiny.put(cache)
    (cache / "theirs.onnx").write_bytes(tiny.files["model.onnx"])
    model = replace(tiny.model, upstream_graph=pin("onnx/model.onnx", tiny.files["model.onnx"]))
    monkeypatch.setattr(group, "locked_model", lambda _: model)
    result = call("verify", "--upstream", cache / "theirs.onnx")
    assert result.output.splitlines()[-1] == "publisher's export: largest difference 0.0e+00 in 6 texts"
    assert result.exit_code == 0
    report = json.loads(call("verify", "--json", "--upstream", cache / "theirs.onnx").output)
    assert report["upstream"] == {"texts": 6, "largest_gap": 0.0}


def test_fetching_what_is_there_says_where(cache, tiny):
    folder = tiny.put(cache)
    result = call("fetch")
    assert result.output == f"tiny: every file is as pinned, in {folder}\n"


def test_fetching_in_vain_is_an_error(cache):
    """Nobody serves the tiny model's one address."""
    result = call("fetch", "--quiet")
    assert isinstance(result.exception, ModelError)
    assert "no source gave the pinned bytes" in str(result.exception)
    assert result.output == ""


def test_the_list_shows_what_is_there(cache, tiny):
    tiny.put(cache, "tokenizer.json")
    lines = call("list").output.splitlines()
    assert lines[0] == "tiny: invented/tiny, CC0-1.0, 8 dimensions"
    assert lines[2] == "  from the model's repository at 127.0.0.1:9"
    assert [line.rpartition(", ")[2] for line in lines[3:6]] == ["in the cache", *("not in the cache",) * 2]
    assert lines[6] == f"cache: {cache}"


def test_programs_get_the_lock(cache, tiny):
    (model,) = json.loads(call("list", "--json").output)
    assert (model["revision"], model["graph"]["bytes"]) == ("r1", len(tiny.files["model.onnx"]))
    assert model["present"] == dict.fromkeys(FILES, False)


@pytest.mark.parametrize("command", ["fetch", "verify", "list"])
def test_help_has_an_example(command):
    assert f"Example: labcore models {command}" in call(command, "--help").output


def test_the_pinned_model_is_listed():
    assert call("list").output.startswith(
        "all-MiniLM-L6-v2: sentence-transformers/all-MiniLM-L6-v2, Apache-2.0"
    )


def test_an_unknown_model_is_refused():
    result = call("verify", "gpt")
    assert "no such model is pinned, got gpt" in str(result.exception)
