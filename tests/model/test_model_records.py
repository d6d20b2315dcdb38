"""Records of the model lock refuse what could mislead acquisition."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ModelError
from labcore.model import Architecture, HttpsSource, LockedFile, PackageSource

HASH = "0" * 64
SIZE = {
    "layers": 6,
    "heads": 12,
    "hidden": 384,
    "intermediate": 1536,
    "vocabulary": 30522,
    "positions": 512,
    "layer_norm_eps": 1e-12,
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("/etc/passwd", id="absolute"),
        pytest.param("../x", id="leaves its folder"),
        pytest.param("a/../../x", id="leaves its folder later"),
        pytest.param("a\\b", id="a backslash"),
        pytest.param("c:x", id="a drive"),
        pytest.param("", id="empty"),
        pytest.param(".part-x", id="looks unfinished"),
        pytest.param(None, id="not a text"),
        pytest.param("a\n", id="a line break at the end"),
    ],
)
def test_a_file_name_cannot_leave_its_folder(name):
    with pytest.raises(ModelError, match="name must be a plain relative path with forward slashes"):
        LockedFile(name=name, bytes=1, sha256=HASH)


@given(st.text(max_size=20))
def test_no_accepted_name_climbs(name):
    """Whatever is accepted has no empty part and none that starts with a dot."""
    try:
        file = LockedFile(name=name, bytes=1, sha256=HASH)
    except ModelError:
        return
    assert all(part and not part.startswith(".") for part in file.name.split("/"))


@pytest.mark.parametrize("count", [0, -1, 1.0, True, None])
def test_a_size_is_a_whole_number_from_one(count):
    with pytest.raises(ModelError, match="bytes must be a whole number from 1 up"):
        LockedFile(name="a", bytes=count, sha256=HASH)


@pytest.mark.parametrize("digest", ["", "0" * 63, "g" * 64, "A" * 64, None])
def test_a_hash_is_sixty_four_lowercase_digits(digest):
    with pytest.raises(ModelError, match="a: sha256 must be 64 lowercase hexadecimal digits"):
        LockedFile(name="a", bytes=1, sha256=digest)


@pytest.mark.parametrize(
    ("package", "version"),
    [
        pytest.param("--index-url=x", "1", id="an option of pip"),
        pytest.param("name", "1 ; python_version<'3'", id="a marker"),
        pytest.param("name @ file", "1", id="an address"),
        pytest.param("name", "", id="no version"),
        pytest.param("../name", "1", id="a path"),
    ],
)
def test_a_package_source_is_one_pinned_package(package, version):
    """Nothing in the lock can reach pip as an option, an address or a path."""
    with pytest.raises(ModelError, match="a package source needs a plain package name and version"):
        PackageSource(package=package, version=version)


@pytest.mark.parametrize("field", ["folder", "archive"])
def test_a_place_inside_a_package_cannot_leave_it(field):
    with pytest.raises(ModelError, match=f"{field} must be a plain relative path"):
        PackageSource(package="p", version="1", **{field: "../x"})


@pytest.mark.parametrize("url", ["http://example.org/{file}", "file:///{file}", "ftp://x/{file}", "{file}"])
def test_an_address_is_https(url):
    with pytest.raises(ModelError, match="a model's address must start with https://"):
        HttpsSource(url=url)


def test_an_address_names_the_file():
    with pytest.raises(ModelError, match=r"must hold \{file\}"):
        HttpsSource(url="https://example.org/model")


def test_plain_http_is_allowed_to_this_machine():
    """A mirror on loopback sends nothing over a network."""
    assert str(HttpsSource(url="http://127.0.0.1:8000/{file}")) == "the model's repository at 127.0.0.1:8000"


def test_a_source_says_where_it_looks():
    assert str(PackageSource(package="p", version="1.0")) == "package p==1.0"


def test_heads_divide_the_hidden_size():
    with pytest.raises(ModelError, match="heads must divide hidden, got 5 and 384"):
        Architecture(**SIZE | {"heads": 5})


@pytest.mark.parametrize("field", ["layers", "heads", "hidden", "intermediate", "vocabulary", "positions"])
def test_an_architecture_has_at_least_one_of_everything(field):
    with pytest.raises(ModelError, match=f"{field} must be a whole number from 1 up, got 0"):
        Architecture(**SIZE | {field: 0})


@pytest.mark.parametrize("eps", [0.0, 1.0, float("nan"), 1, None, "0.1"])
def test_the_epsilon_is_small_and_positive(eps):
    with pytest.raises(ModelError, match="layer_norm_eps must lie between 0 and 1"):
        Architecture(**SIZE | {"layer_norm_eps": eps})


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        pytest.param(
            {"dimensions": 9}, "dimensions must equal the hidden size 8", id="another vector length"
        ),
        pytest.param({"max_tokens": 17}, "max_tokens must lie between 3 and the 16 positions", id="too long"),
        pytest.param({"max_tokens": 2}, "max_tokens must lie between 3 and the 16", id="no room for a word"),
        pytest.param({"files": ()}, "files must name tokenizer.json, model.safetensors", id="no files"),
        pytest.param({"licence": ""}, "tiny: licence must be a text that is not empty", id="no licence"),
        pytest.param({"name": "a b"}, "name must be a plain relative path", id="a name that is no folder"),
    ],
)
def test_a_model_is_consistent(tiny, changes, rule):
    with pytest.raises(ModelError, match=rule):
        replace(tiny.model, **changes)


def test_a_file_stands_once(tiny):
    with pytest.raises(ModelError, match="each once"):
        replace(tiny.model, files=(*tiny.model.files, tiny.model.files[0]))


def test_a_pin_is_found_by_name(tiny):
    assert tiny.model.file("model.onnx") is tiny.model.graph
    with pytest.raises(ModelError, match="tiny pins no such file, got vocab.txt"):
        tiny.model.file("vocab.txt")
