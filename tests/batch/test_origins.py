"""A report names what its numbers rest on by hash."""

from __future__ import annotations

import hashlib
import platform

from labcore.batch import find_origins, versions
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
