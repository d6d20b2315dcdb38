"""Other ways to write the same encoder as a graph, to be measured beside the pinned one."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from labcore.model import Architecture
from labcore.model.graph import Encoder
from labcore.model.weights import load_weights

MICROSOFT = "com.microsoft"


class OneProduct(Encoder):
    """Query, key and value from one wide product, split afterwards."""

    def _attention(self, prefix: str, state: str, mask: str) -> str:
        out, size = self._out, self._size
        scale = np.float32(1 / np.sqrt(size.hidden // size.heads))
        matrix, bias = _joined(self._weights, prefix, scale)
        wide = out.node("MatMul", [state, out.array(prefix + "matrix", matrix)], prefix + "product")
        wide = out.node("Add", [wide, out.array(prefix + "bias", bias)], prefix + "wide")
        parts = []
        for number, name in enumerate(("query", "key", "value")):
            begin, end = (
                out.integers(f"{name}.{side}", [(number + step) * size.hidden])
                for step, side in enumerate(("from", "to"))
            )
            axis = out.integers("last_axis", [2])
            parts.append(out.node("Slice", [wide, begin, end, axis], prefix + name))
        query = self._heads(parts[0], [0, 2, 1, 3])
        key = self._heads(parts[1], [0, 2, 3, 1])
        value = self._heads(parts[2], [0, 2, 1, 3])
        scores = out.node(
            "Add", [out.node("MatMul", [query, key], prefix + "scores"), mask], prefix + "masked"
        )
        shares = out.node("Softmax", [scores], prefix + "shares", axis=-1)
        mixed = out.node("MatMul", [shares, value], prefix + "mixed")
        turned = out.node("Transpose", [mixed], prefix + "turned", perm=[0, 2, 1, 3])
        merged = out.node("Reshape", [turned, out.integers("merged", [0, 0, size.hidden])], prefix + "merged")
        return self._residual(prefix + "output.", merged, state)


class AttentionOperator(Encoder):
    """The standard Attention operator of opset 23 in place of its parts."""

    def _mask(self) -> str:
        out = self._out
        seen = out.node("Cast", ["attention_mask"], "seen", to=9)  # 9 is bool
        spread = out.node("Unsqueeze", [seen, out.integers("axes", [1, 2])], "seen.spread")
        batch = out.node("Shape", ["input_ids"], "batch_size", start=0, end=1)
        length = out.node("Shape", ["input_ids"], "row_length", start=1, end=2)
        shape = out.node(
            "Concat", [batch, out.integers("one_head", [1]), length, length], "mask_shape", axis=0
        )
        return out.node("Expand", [spread, shape], "mask")

    def _attention(self, prefix: str, state: str, mask: str) -> str:
        parts = [self._linear(prefix + f"self.{name}", state) for name in ("query", "key", "value")]
        heads = self._size.heads
        mixed = self._out.node(
            "Attention", [*parts, mask], prefix + "mixed", q_num_heads=heads, kv_num_heads=heads
        )
        return self._residual(prefix + "output.", mixed, state)


class Fused(Encoder):
    """The runtime's own fused operators, which other runtimes do not have."""

    def _mask(self) -> str:
        return self._out.node("Cast", ["attention_mask"], "mask", to=6)  # 6 is int32

    def _attention(self, prefix: str, state: str, mask: str) -> str:
        out = self._out
        matrix, bias = _joined(self._weights, prefix, np.float32(1))
        inputs = [state, out.array(prefix + "matrix", matrix), out.array(prefix + "bias", bias), mask]
        mixed = out.node("Attention", inputs, prefix + "mixed", domain=MICROSOFT, num_heads=self._size.heads)
        return self._residual(prefix + "output.", mixed, state)

    def _residual(self, prefix: str, inner: str, outer: str) -> str:
        out = self._out
        matrix = out.array(prefix + "matrix", self._weights[prefix + "dense.weight"].T)
        product = out.node("MatMul", [inner, matrix], prefix + "product")
        names = [prefix + name for name in ("LayerNorm.weight", "LayerNorm.bias", "dense.bias")]
        inputs = [product, outer, *(out.array(name, self._weights[name]) for name in names)]
        epsilon = self._size.layer_norm_eps
        return out.node("SkipLayerNormalization", inputs, prefix + "sum", domain=MICROSOFT, epsilon=epsilon)


def _joined(
    weights: Mapping[str, NDArray[np.float32]], prefix: str, scale: np.float32
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    names = [prefix + f"self.{part}" for part in ("query", "key", "value")]
    factors = (scale, np.float32(1), np.float32(1))
    matrix = [weights[name + ".weight"].T * factor for name, factor in zip(names, factors, strict=True)]
    bias = [weights[name + ".bias"] * factor for name, factor in zip(names, factors, strict=True)]
    return np.concatenate(matrix, axis=1), np.concatenate(bias)


def variants(weights: bytes, architecture: Architecture) -> dict[str, bytes]:
    """Give each way's graph; the first is the pinned one."""
    arrays = load_weights(weights, architecture)
    return {
        "standard operators (pinned)": Encoder(arrays, architecture).build(),
        "one product for query, key and value": OneProduct(arrays, architecture).build(),
        "Attention operator of opset 23": AttentionOperator(arrays, architecture, 23).build(),
        "fused operators of the runtime": Fused(arrays, architecture).build(),
    }
