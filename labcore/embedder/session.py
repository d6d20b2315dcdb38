"""Runs the graph: the one home of onnxruntime."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np

from labcore.errors import ModelError, ParameterError
from labcore.model import INPUTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["GraphSession"]

_SHAPE = ("batch", "sequence")


class GraphSession:
    """A graph that is ready to run on the processor.

    Args:
        graph: The bytes of an ONNX model with INPUTS and one output.
        dimensions: The length that a token's vector must have.
        threads: How many cores are reserved for it: threads then busy-wait between operators, which is
            fastest on cores of their own. None takes one a core and lets them sleep, because busy-waiting
            on a machine that others use too slows both several times.

    Attributes:
        threads: How many it has.
        runtime: The runtime and its version.

    Raises:
        ModelError: The bytes are not such a graph.
        ParameterError: threads is not a whole number from 1 up.
    """

    def __init__(self, graph: bytes, dimensions: int, threads: int | None = None) -> None:
        import onnxruntime  # noqa: PLC0415  # half a second, due only when vectors are asked for

        if threads is not None and threads < 1:
            raise ParameterError("threads must be a whole number from 1 up, or None", got=threads)
        self.runtime = f"onnxruntime {onnxruntime.__version__}"
        self.threads = threads or _cores()
        self._dimensions = dimensions
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads or 0  # 0 asks for one a core
        options.add_session_config_entry("session.intra_op.allow_spinning", "0" if threads is None else "1")
        options.inter_op_num_threads = 1
        options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
        options.log_severity_level = 4  # failures arrive as exceptions; they need no second voice
        try:
            self._session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        except Exception as error:
            # onnxruntime's exceptions share no base class of their own.
            raise ModelError("onnxruntime must be able to load the graph", got=str(error)) from error
        names = sorted(item.name for item in self._session.get_inputs())
        if names != sorted(INPUTS) or len(self._session.get_outputs()) != 1:
            rule = f"the graph must have one output and the inputs {', '.join(INPUTS)}"
            raise ModelError(rule, got=", ".join(names))

    def run(
        self, ids: NDArray[np.int64], mask: NDArray[np.int64], types: NDArray[np.int64]
    ) -> NDArray[np.float32]:
        """Give the token vectors of a batch.

        Args:
            ids: int64, shape (batch, sequence), both at least 1.
            mask: int64, the same shape; 1 for a token, 0 for padding.
            types: int64, the same shape.

        Returns:
            float32, shape (batch, sequence, dimensions).

        Raises:
            ParameterError: An input has another type or shape.
            ModelError: The graph fails, or its output breaks its contract.
        """
        inputs = dict(zip(INPUTS, (ids, mask, types), strict=True))
        for name, array in inputs.items():
            if (
                array.dtype != np.int64
                or array.shape != ids.shape
                or array.ndim != len(_SHAPE)
                or not array.size
            ):
                rule = f"{name} must be int64 of shape (batch, sequence), the same for all three"
                raise ParameterError(rule, got=f"{array.dtype} {array.shape}")
        try:
            (vectors,) = self._session.run(None, inputs)
        except Exception as error:
            raise ModelError("the graph must run on its inputs", got=str(error)) from error
        return self._checked(vectors, (*ids.shape, self._dimensions))

    @staticmethod
    def _checked(vectors: NDArray[np.float32], expected: tuple[int, ...]) -> NDArray[np.float32]:
        if vectors.shape != expected or vectors.dtype != np.float32:
            found = f"{vectors.dtype} {vectors.shape}"
            raise ModelError(f"the graph's output must be float32 of shape {expected}", got=found)
        return vectors


def _cores() -> int:
    """Count the cores that this process may use, where the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
