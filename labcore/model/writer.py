"""Writes an ONNX graph piece by piece and serialises it to the same bytes every time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

__all__ = ["INT64", "IR_VERSION", "OPSET", "GraphWriter"]

INT64: int = TensorProto.INT64

OPSET = 20
"""The first opset with an exact Gelu operator."""

IR_VERSION = 9
"""The file format that came with that opset; onnx's own default moves with its version."""

Shape = tuple[str | int, ...]


class GraphWriter:
    """Collects nodes and constants in the order of writing.

    Everything in the file that could follow the version of onnx (format version, opset, producer,
    documentation) is set here, so that only the graph itself decides the bytes.

    Args:
        name: The graph's name.
        opset: The version of the standard operators.
    """

    FLOAT: int = TensorProto.FLOAT

    def __init__(self, name: str, opset: int = OPSET) -> None:
        self._name = name
        self._opset = opset
        self._nodes: list[Any] = []
        self._constants: dict[str, Any] = {}

    def node(self, operator: str, inputs: Sequence[str], output: str, **attributes: Any) -> str:
        """Add an operator with one output; give the output's name."""
        self._nodes.append(helper.make_node(operator, list(inputs), [output], name=output, **attributes))
        return output

    def array(self, name: str, values: NDArray[Any]) -> str:
        """Add a constant once; give its name."""
        if name not in self._constants:
            little = np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("<"))
            self._constants[name] = numpy_helper.from_array(little, name)
        return name

    def integers(self, name: str, values: Sequence[int]) -> str:
        """Add a one-dimensional int64 constant; give its name."""
        return self.array(name, np.array(values, dtype=np.int64))

    def number(self, name: str, value: float) -> str:
        """Add a float32 scalar; give its name."""
        return self.array(name, np.array(value, dtype=np.float32))

    def serialise(self, *, inputs: Mapping[str, tuple[int, Shape]], output: tuple[str, Shape]) -> bytes:
        """Check the graph and give its bytes.

        Args:
            inputs: Name -> element type and shape; a text in a shape names a free dimension.
            output: Name and shape of the one float32 output.
        """
        graph = helper.make_graph(
            self._nodes,
            self._name,
            [
                helper.make_tensor_value_info(name, kind, list(shape))
                for name, (kind, shape) in inputs.items()
            ],
            [helper.make_tensor_value_info(output[0], TensorProto.FLOAT, list(output[1]))],
            list(self._constants.values()),
        )
        # A vendor's operators are named by their domain; the pinned graph has none of them.
        domains = dict.fromkeys([node.domain for node in self._nodes if node.domain], 1) | {"": self._opset}
        model = helper.make_model(
            graph,
            ir_version=IR_VERSION,
            opset_imports=[
                helper.make_opsetid(domain, version) for domain, version in sorted(domains.items())
            ],
            producer_name="labcore",
        )
        checker.check_model(model)
        data: bytes = model.SerializeToString(deterministic=True)
        return data
