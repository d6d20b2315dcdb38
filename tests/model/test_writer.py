"""What the writer serialises is decided by the graph alone."""

import numpy as np
import onnx
import pytest

from labcore.model.writer import INT64, IR_VERSION, OPSET, GraphWriter


def plus_one(order=1) -> bytes:
    writer = GraphWriter("plus-one")
    one = writer.array("one", np.array([1, 2], dtype=np.int64)[:order])
    writer.array("one", np.array([9], dtype=np.int64))
    return writer.serialise(
        inputs={"x": (INT64, ("n",))},
        output=(writer.node("Cast", [writer.node("Add", ["x", one], "sum")], "y", to=writer.FLOAT), ("n",)),
    )


def test_the_same_graph_gives_the_same_bytes():
    assert plus_one() == plus_one()


def test_what_follows_the_version_of_onnx_is_set_by_us():
    """Opset, file format and producer do not move when onnx is updated."""
    model = onnx.load_from_string(plus_one())
    assert [(item.domain, item.version) for item in model.opset_import] == [("", OPSET)]
    assert (model.ir_version, model.producer_name, model.producer_version) == (IR_VERSION, "labcore", "")
    assert (model.domain, model.model_version, model.doc_string) == ("", 0, "")


def test_a_constant_is_stored_once():
    """The first value of a name stays."""
    graph = onnx.load_from_string(plus_one()).graph
    assert [onnx.numpy_helper.to_array(item).tolist() for item in graph.initializer] == [[1]]


def test_a_big_endian_constant_is_stored_as_the_format_says():
    writer = GraphWriter("g")
    writer.array("c", np.array([1.0], dtype=">f4"))
    writer.node("Identity", ["c"], "y")
    model = onnx.load_from_string(writer.serialise(inputs={}, output=("y", (1,))))
    assert model.graph.initializer[0].raw_data == np.array([1.0], dtype="<f4").tobytes()


def test_a_graph_that_onnx_refuses_is_not_written():
    writer = GraphWriter("g")
    writer.node("NoSuchOperator", [], "y")
    with pytest.raises(onnx.checker.ValidationError, match="NoSuchOperator"):
        writer.serialise(inputs={}, output=("y", (1,)))
