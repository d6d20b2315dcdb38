"""The graph's inputs and output are held against their contract."""

import time

import numpy as np
import pytest

from labcore.embedder.session import GraphSession
from labcore.errors import ModelError, ParameterError
from labcore.model.writer import INT64, GraphWriter

ROW = np.array([[2, 4, 3]])


@pytest.fixture
def session(tiny) -> GraphSession:
    return GraphSession(tiny.files["model.onnx"], 8, threads=1)


def graph_of(*, inputs, output=("y", ("batch", "sequence"))) -> bytes:
    """Write a graph that hands its first input on as float32."""
    writer = GraphWriter("g")
    writer.node("Cast", [inputs[0]], output[0], to=writer.FLOAT)
    return writer.serialise(inputs=dict.fromkeys(inputs, (INT64, ("batch", "sequence"))), output=output)


def test_a_batch_gives_a_vector_a_token(session):
    vectors = session.run(ROW, np.ones_like(ROW), np.zeros_like(ROW))
    assert (vectors.shape, vectors.dtype) == ((1, 3, 8), np.float32)


@pytest.mark.parametrize(
    ("position", "array", "message"),
    [
        pytest.param(
            0, ROW.astype(np.int32), r"input_ids must be int64.*got int32 \(1, 3\)", id="another type"
        ),
        pytest.param(
            1, np.ones((1, 2), dtype=np.int64), r"attention_mask must be int64.*\(1, 2\)", id="a short mask"
        ),
        pytest.param(2, np.zeros(3, dtype=np.int64), r"token_type_ids must be int64.*\(3,\)", id="no batch"),
    ],
)
def test_an_input_of_another_shape_or_type_is_refused(session, position, array, message):
    inputs = [ROW, np.ones_like(ROW), np.zeros_like(ROW)]
    inputs[position] = array
    with pytest.raises(ParameterError, match=message):
        session.run(*inputs)


@pytest.mark.parametrize("shape", [(0, 3), (1, 0), (3,)])
def test_an_empty_or_flat_batch_is_refused(session, shape):
    nothing = np.zeros(shape, dtype=np.int64)
    with pytest.raises(ParameterError, match=r"input_ids must be int64 of shape \(batch, sequence\)"):
        session.run(nothing, nothing, nothing)


def test_ids_outside_the_vocabulary_are_an_error_not_a_crash(session):
    """The tiny vocabulary has nine words."""
    with pytest.raises(ModelError, match="the graph must run on its inputs, got .*indices"):
        session.run(ROW + 9, np.ones_like(ROW), np.zeros_like(ROW))


def test_an_output_of_another_shape_is_refused():
    """This graph gives one number a token, where eight were promised."""
    names = ["input_ids", "attention_mask", "token_type_ids"]
    session = GraphSession(graph_of(inputs=names), 8, threads=1)
    with pytest.raises(
        ModelError, match=r"output must be float32 of shape \(1, 3, 8\), got float32 \(1, 3\)"
    ):
        session.run(ROW, ROW, ROW)


def test_a_graph_with_other_inputs_is_refused():
    with pytest.raises(ModelError, match="must have one output and the inputs input_ids, .*, got tokens"):
        GraphSession(graph_of(inputs=["tokens"]), 8)


@pytest.mark.parametrize("graph", [b"", b"no graph"])
def test_bytes_that_are_no_graph_are_refused(graph):
    with pytest.raises(ModelError, match="onnxruntime must be able to load the graph"):
        GraphSession(graph, 8)


@pytest.mark.parametrize("threads", [0, -1])
def test_threads_start_at_one(tiny, threads):
    with pytest.raises(ParameterError, match="threads must be a whole number from 1 up, or None"):
        GraphSession(tiny.files["model.onnx"], 8, threads)


def test_threads_without_cores_of_their_own_sleep_between_runs(tiny):
    """A fifth of a second after a run: an idle session has used next to no processor time in it."""
    session = GraphSession(tiny.files["model.onnx"], 8)
    session.run(ROW, np.ones_like(ROW), np.zeros_like(ROW))
    before = time.process_time()
    time.sleep(0.2)
    assert time.process_time() - before < 0.1


def test_the_runtime_says_its_version(session):
    assert session.runtime.startswith("onnxruntime 1.")
