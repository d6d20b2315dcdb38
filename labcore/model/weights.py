"""Reads a safetensors file and holds every weight against the architecture before anything is built."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import safetensors.numpy
from safetensors import SafetensorError

from labcore.errors import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from labcore.model.records import Architecture

__all__ = ["expected_shapes", "load_weights"]


def load_weights(data: bytes, architecture: Architecture) -> dict[str, NDArray[np.float32]]:
    """Give the encoder's weights by name, each float32 and of the expected shape.

    Args:
        data: A safetensors file; weights that the encoder does not use (the pooler) are left out.
        architecture: The numbers that decide the shapes.

    Raises:
        ModelError: The file cannot be read, or a weight is missing or has another shape or type.
    """
    try:
        found = safetensors.numpy.load(data)
    except SafetensorError as error:
        raise ModelError("the weights must be a safetensors file", got=str(error)) from error
    weights = {}
    for name, shape in expected_shapes(architecture).items():
        array = found.get(name)
        if array is None:
            raise ModelError("a weight is missing", got=name)
        if array.shape != shape or array.dtype != np.float32:
            raise ModelError(
                f"a weight must be float32 of shape {shape}", got=f"{array.dtype} {array.shape}", place=name
            )
        weights[name] = array
    return weights


def expected_shapes(architecture: Architecture) -> dict[str, tuple[int, ...]]:
    """Give the name and shape of every weight of a BERT encoder, in the order of use."""
    hidden, inner = architecture.hidden, architecture.intermediate
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (architecture.vocabulary, hidden),
        "embeddings.position_embeddings.weight": (architecture.positions, hidden),
        "embeddings.token_type_embeddings.weight": (2, hidden),
    }
    norms = ["embeddings.LayerNorm"]
    dense: dict[str, tuple[int, int]] = {}
    for index in range(architecture.layers):
        layer = f"encoder.layer.{index}."
        square = (
            "attention.self.query",
            "attention.self.key",
            "attention.self.value",
            "attention.output.dense",
        )
        dense |= {layer + name: (hidden, hidden) for name in square}
        dense |= {layer + "intermediate.dense": (inner, hidden), layer + "output.dense": (hidden, inner)}
        norms += [layer + "attention.output.LayerNorm", layer + "output.LayerNorm"]
    for name, shape in dense.items():
        shapes |= {f"{name}.weight": shape, f"{name}.bias": (shape[0],)}
    for name in norms:
        shapes |= {f"{name}.weight": (hidden,), f"{name}.bias": (hidden,)}
    return shapes
