"""Vectors on disk: found again, or absent; never wrong."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labcore.embedder import VectorCache
from labcore.errors import ParameterError

VECTOR = np.array([0.6, 0.8, 0.0], dtype=np.float32)


@pytest.fixture
def cache(tmp_path):
    return VectorCache("maker", 3, tmp_path)


def entry(folder):
    (path,) = folder.rglob("*.f32")
    return path


@given(
    text=st.text(st.characters(exclude_categories=["Cs"])),
    values=st.lists(st.floats(width=32, allow_nan=False), min_size=3, max_size=3),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
def test_what_was_stored_is_found_in_every_bit(cache, text, values):
    vector = np.array(values, dtype=np.float32)
    cache.store(text, vector)
    assert cache.load(text).tobytes() == vector.tobytes()


def test_another_text_finds_nothing(cache):
    cache.store("red", VECTOR)
    assert cache.load("Red") is None


@pytest.mark.parametrize(
    ("maker", "dimensions"), [("maker2", 3), ("maker", 4)], ids=["another maker", "another length"]
)
def test_another_model_finds_nothing(cache, tmp_path, maker, dimensions):
    cache.store("red", VECTOR)
    assert VectorCache(maker, dimensions, tmp_path).load("red") is None


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda d: bytes([d[0] ^ 1]) + d[1:], id="a flipped bit in the vector"),
        pytest.param(lambda d: d[:-1] + bytes([d[-1] ^ 1]), id="a flipped bit in the seal"),
        pytest.param(lambda d: d[:-1], id="a byte short"),
        pytest.param(lambda d: d[:10], id="the vector itself short"),
        pytest.param(lambda d: d + b"!", id="a byte long"),
        pytest.param(lambda _: b"", id="empty"),
    ],
)
def test_a_damaged_entry_is_absent_and_can_be_replaced(cache, tmp_path, spoil):
    cache.store("red", VECTOR)
    path = entry(tmp_path)
    path.write_bytes(spoil(path.read_bytes()))
    assert cache.load("red") is None
    cache.store("red", VECTOR)
    assert np.array_equal(cache.load("red"), VECTOR)


def test_an_entry_under_another_name_is_absent(cache, tmp_path):
    """The seal covers the key: a file that was moved does not answer for another text."""
    cache.store("red", VECTOR)
    data = entry(tmp_path).read_bytes()
    entry(tmp_path).unlink()
    cache.store("blue", -VECTOR)
    entry(tmp_path).write_bytes(data)
    assert cache.load("blue") is None


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path):
    """It costs time, not truth."""
    (tmp_path / "file").write_bytes(b"")
    cache = VectorCache("maker", 3, tmp_path / "file")
    cache.store("red", VECTOR)
    assert cache.load("red") is None


def test_a_vector_of_another_shape_is_refused(cache):
    with pytest.raises(ParameterError, match=r"a vector must have shape \(3,\), got \(1, 3\)"):
        cache.store("red", VECTOR[None])


def test_the_default_place_is_the_users_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("LABCORE_CACHE", str(tmp_path))
    VectorCache("maker", 3).store("red", VECTOR)
    assert entry(tmp_path / "vectors")
