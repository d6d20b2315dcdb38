"""A report names what its numbers rest on by hash."""

from __future__ import annotations

import hashlib
import platform

import pytest

from labcore.batch import find_origins, versions
from labcore.errors import FixtureError
from labcore.model import locked_models


def write_fixture(folder, text):
    folder.mkdir(parents=True)
    (folder / "fixture.json").write_text(text)
    return folder


def test_a_fixture_is_pinned_by_the_hash_of_its_manifest(tmp_path):
    """The manifest holds the hash of every other file, so one hash is enough."""
    text = (
        '{"name": "mine", "authored": "2026-01-02", "files": {"corpus.jsonl": {"bytes": 1, "sha256": "ab"}}}'
    )
    write_fixture(tmp_path / "fixtures" / "one", text)
    (tmp_path / "fixtures" / "plain").mkdir()
    (fixture,) = [origin for origin in find_origins(tmp_path) if origin.kind == "fixture"]
    assert (fixture.name, fixture.revision, fixture.files) == ("mine", "2026-01-02", {"corpus.jsonl": "ab"})
    assert fixture.sha256 == hashlib.sha256(text.encode()).hexdigest()


def test_a_fixture_elsewhere_is_named_once_however_often_it_is_used(tmp_path):
    folder = write_fixture(tmp_path / "theirs", "{}")
    found = [o.name for o in find_origins(tmp_path / "empty", [folder, folder]) if o.kind == "fixture"]
    assert found == ["theirs"]


def test_every_pinned_model_is_named_with_revision_and_graph(tmp_path):
    found = {(o.name, o.revision, o.sha256) for o in find_origins(tmp_path) if o.kind == "model"}
    assert found == {(model.name, model.revision, model.graph.sha256) for model in locked_models()}


def test_versions_name_python_the_platform_and_what_computes():
    found = versions()
    assert found["python"] == platform.python_version()
    assert {"platform", "labcore", "numpy", "onnxruntime", "altair"} <= set(found)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param('{"name": "mine",}', "the file must be one JSON object", id="a comma too many"),
        pytest.param("[]", "the file must be one JSON object: it is not an object but list", id="a list"),
        pytest.param('{"name": "a", "name": "b"}', "the name 'name' stands twice", id="a name twice"),
        pytest.param("[" * 100_000, "the file must be one JSON object", id="a hundred thousand brackets"),
        pytest.param(
            '{"files": []}', r"files must be an object: path -> size and hash, got \[\]", id="no seals"
        ),
        pytest.param(
            '{"files": {"a": {"bytes": 1}}}', "every listed file has its sha256, got a", id="no hash"
        ),
        pytest.param(
            '{"files": {"a": 1}}', "every listed file has its sha256, got a", id="a number for a seal"
        ),
        pytest.param(
            '{"files": {"a": {"sha256": 1}}}', "every listed file has its sha256, got a", id="no text"
        ),
    ],
)
def test_a_draft_that_cannot_be_read_is_refused_with_what_to_do(tmp_path, text, said):
    write_fixture(tmp_path / "fixtures" / "mine", text)
    with pytest.raises(FixtureError, match=said) as caught:
        find_origins(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / 'fixtures' / 'mine' / 'fixture.json'}: ")
    assert str(caught.value).endswith("or move a draft out of fixtures/")
