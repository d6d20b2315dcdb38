"""Every weight is held against the architecture before a graph is built."""

from dataclasses import replace

import numpy as np
import pytest
import safetensors.numpy

from labcore.errors import ModelError
from labcore.model import locked_model
from labcore.model.weights import expected_shapes, load_weights

WORDS = "embeddings.word_embeddings.weight"


def test_the_weights_of_the_encoder_are_given_and_no_others(tiny):
    """The stored file also holds a pooler, which no sentence vector uses."""
    weights = load_weights(tiny.files["model.safetensors"], tiny.model.architecture)
    assert weights.keys() == tiny.weights.keys()
    assert all(np.array_equal(weights[name], tiny.weights[name]) for name in weights)


def test_the_pinned_architecture_counts_as_published():
    """The published file has 90,868,376 bytes; header, pooler and position ids aside that is these floats.

    Words 30522*384, positions 512*384, types 2*384, each layer 4*(384*384+384) + (1536*384+1536)
    + (384*1536+384) + 2*2*384, and one first normalisation 2*384.
    """
    shapes = expected_shapes(locked_model().architecture)
    layer = 4 * (384 * 384 + 384) + (1536 * 384 + 1536) + (384 * 1536 + 384) + 4 * 384
    assert (
        sum(int(np.prod(shape)) for shape in shapes.values()) == (30522 + 512 + 2) * 384 + 6 * layer + 2 * 384
    )


def test_a_missing_weight_is_refused(tiny):
    stored = {name: array for name, array in tiny.weights.items() if name != WORDS}
    with pytest.raises(ModelError, match=f"a weight is missing, got {WORDS}"):
        load_weights(safetensors.numpy.save(stored), tiny.model.architecture)


def test_another_shape_is_refused(tiny):
    size = replace(tiny.model.architecture, vocabulary=10)
    with pytest.raises(
        ModelError, match=rf"{WORDS}: a weight must be float32 of shape \(10, 8\), got float32 \(9, 8\)"
    ):
        load_weights(tiny.files["model.safetensors"], size)


def test_another_type_is_refused(tiny):
    stored = tiny.weights | {WORDS: tiny.weights[WORDS].astype(np.float16)}
    with pytest.raises(ModelError, match=r"must be float32 of shape \(9, 8\), got float16 \(9, 8\)"):
        load_weights(safetensors.numpy.save(stored), tiny.model.architecture)


@pytest.mark.parametrize(
    "data", [b"", b"not safetensors", b"\x80\x04pickle" * 9], ids=["empty", "text", "a pickle"]
)
def test_a_file_of_another_kind_is_refused(tiny, data):
    """Nothing is ever unpickled."""
    with pytest.raises(ModelError, match="the weights must be a safetensors file"):
        load_weights(data, tiny.model.architecture)
