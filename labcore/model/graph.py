"""Builds the ONNX graph of a BERT encoder from its weights; the same weights give the same bytes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from labcore.model.records import INPUTS, OUTPUT
from labcore.model.weights import load_weights
from labcore.model.writer import INT64, OPSET, GraphWriter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from labcore.model.records import Architecture

__all__ = ["Encoder", "build_graph"]


def build_graph(weights: bytes, architecture: Architecture) -> bytes:
    """Build the encoder as a serialised ONNX model of standard operators.

    Args:
        weights: A safetensors file in BERT's usual names, float32.
        architecture: The numbers that the weights must agree with.

    Returns:
        The same bytes for the same weights, on every machine and in every process.

    Raises:
        ModelError: A weight is missing, or has another shape or type.
    """
    return Encoder(load_weights(weights, architecture), architecture).build()


class Encoder:
    """One graph while it is being written; benchmarks replace its parts to compare operators.

    Args:
        weights: The encoder's weights by name.
        architecture: Its numbers.
        opset: The version of the standard operators.
    """

    def __init__(
        self, weights: Mapping[str, NDArray[np.float32]], architecture: Architecture, opset: int = OPSET
    ) -> None:
        self._weights = weights
        self._size = architecture
        self._out = GraphWriter("bert-encoder", opset)

    def build(self) -> bytes:
        """Write every part and serialise the whole."""
        out = self._out
        state = self._embeddings()
        mask = self._mask()
        for index in range(self._size.layers):
            state = self._layer(f"encoder.layer.{index}.", state, mask)
        out.node("Identity", [state], OUTPUT)
        return out.serialise(
            inputs=dict.fromkeys(INPUTS, (INT64, ("batch", "sequence"))),
            output=(OUTPUT, ("batch", "sequence", self._size.hidden)),
        )

    def _embeddings(self) -> str:
        """Word, position and type vectors, added and normalised."""
        out = self._out
        words = out.node("Gather", [self._weight("embeddings.word_embeddings.weight"), INPUTS[0]], "words")
        types = out.node(
            "Gather", [self._weight("embeddings.token_type_embeddings.weight"), INPUTS[2]], "types"
        )
        length = out.node("Shape", [INPUTS[0]], "length", start=1, end=2)
        table = self._weight("embeddings.position_embeddings.weight")
        positions = out.node(
            "Slice", [table, out.integers("zero", [0]), length, out.integers("first_axis", [0])], "positions"
        )
        total = out.node("Add", [out.node("Add", [words, types], "words+types"), positions], "embedded")
        return self._normalised(total, "embeddings.LayerNorm")

    def _mask(self) -> str:
        """0 where a key may be seen and a large negative number where it may not, to be added to scores."""
        out = self._out
        lowest = float(np.finfo(np.float32).min)
        visible = out.node("Cast", [INPUTS[1]], "visible", to=out.FLOAT)
        spread = out.node("Unsqueeze", [visible, out.integers("head_axes", [1, 2])], "visible.spread")
        hidden = out.node("Sub", [out.number("one", 1.0), spread], "hidden")
        return out.node("Mul", [hidden, out.number("lowest", lowest)], "mask")

    def _layer(self, prefix: str, state: str, mask: str) -> str:
        attended = self._attention(prefix + "attention.", state, mask)
        middle = self._linear(prefix + "intermediate.dense", attended)
        active = self._out.node("Gelu", [middle], prefix + "intermediate.active", approximate="none")
        return self._residual(prefix + "output.", active, attended)

    def _attention(self, prefix: str, state: str, mask: str) -> str:
        """Every head weighs all visible tokens: softmax(QK' / sqrt(d) + mask) V."""
        out, size = self._out, self._size
        # The division by sqrt(d) is done once, in the weights of Q, and not for every score.
        scale = np.float32(1 / math.sqrt(size.hidden // size.heads))
        query = self._heads(self._linear(prefix + "self.query", state, scale), [0, 2, 1, 3])
        key = self._heads(self._linear(prefix + "self.key", state), [0, 2, 3, 1])
        value = self._heads(self._linear(prefix + "self.value", state), [0, 2, 1, 3])
        scores = out.node(
            "Add", [out.node("MatMul", [query, key], prefix + "scores"), mask], prefix + "masked"
        )
        shares = out.node("Softmax", [scores], prefix + "shares", axis=-1)
        mixed = out.node("MatMul", [shares, value], prefix + "mixed")
        turned = out.node("Transpose", [mixed], prefix + "turned", perm=[0, 2, 1, 3])
        whole = out.integers("merged_heads", [0, 0, size.hidden])
        merged = out.node("Reshape", [turned, whole], prefix + "merged")
        return self._residual(prefix + "output.", merged, state)

    def _heads(self, state: str, order: list[int]) -> str:
        size = self._size
        shape = self._out.integers("split_heads", [0, 0, size.heads, size.hidden // size.heads])
        return self._out.node(
            "Transpose",
            [self._out.node("Reshape", [state, shape], state + ".split")],
            state + ".heads",
            perm=order,
        )

    def _residual(self, prefix: str, inner: str, outer: str) -> str:
        added = self._out.node("Add", [self._linear(prefix + "dense", inner), outer], prefix + "sum")
        return self._normalised(added, prefix + "LayerNorm")

    def _linear(self, name: str, state: str, scale: np.float32 = np.float32(1)) -> str:  # noqa: B008  (a constant)
        # Stored transposed, so that the product is row-major and nothing is turned at run time.
        matrix = self._out.array(name + ".matrix", self._weights[name + ".weight"].T * scale)
        bias = self._out.array(name + ".bias", self._weights[name + ".bias"] * scale)
        return self._out.node(
            "Add", [self._out.node("MatMul", [state, matrix], name + ".product"), bias], name
        )

    def _normalised(self, state: str, name: str) -> str:
        gain, bias = self._weight(name + ".weight"), self._weight(name + ".bias")
        epsilon = self._size.layer_norm_eps
        return self._out.node("LayerNormalization", [state, gain, bias], name, axis=-1, epsilon=epsilon)

    def _weight(self, name: str) -> str:
        return self._out.array(name, self._weights[name])
