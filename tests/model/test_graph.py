"""The graph built from the weights computes what the plain encoder computes, and is the same every time."""

import hashlib
import subprocess
import sys
from collections import Counter

import numpy as np
import onnx
import onnxruntime
from hypothesis import given, settings
from hypothesis import strategies as st

from labcore.model import INPUTS, OUTPUT, locked_model, model_folder, read_verified
from labcore.model.graph import build_graph
from tests.plain_bert import encode

TOLERANCE = 1e-5


def run(graph: bytes, ids, mask):
    session = onnxruntime.InferenceSession(graph, providers=["CPUExecutionProvider"])
    inputs = dict(zip(INPUTS, (ids, mask, np.zeros_like(ids)), strict=True))
    return session.run([OUTPUT], inputs)[0]


@given(data=st.data(), batch=st.integers(1, 3), length=st.integers(1, 16))
@settings(max_examples=40, deadline=None)
def test_the_graph_agrees_with_the_plain_encoder(tiny, data, batch, length):
    """For any ids and any mask that shows a token in each row, at every position that is shown."""
    ids = np.array(
        data.draw(
            st.lists(
                st.lists(st.integers(0, 8), min_size=length, max_size=length), min_size=batch, max_size=batch
            )
        )
    )
    shown = data.draw(st.lists(st.integers(1, length), min_size=batch, max_size=batch))
    mask = (np.arange(length)[None, :] < np.array(shown)[:, None]).astype(np.int64)
    found = run(tiny.files["model.onnx"], ids, mask)
    expected = encode(tiny.weights, ids, mask, layers=2, heads=2)
    assert np.abs(found - expected)[mask == 1].max() < TOLERANCE


def test_what_a_masked_position_holds_changes_nothing(tiny):
    """Not even the last bit: a masked score is so low that its share is exactly zero."""
    mask = np.array([[1, 1, 1, 0, 0]])
    one = run(tiny.files["model.onnx"], np.array([[2, 4, 3, 0, 0]]), mask)
    other = run(tiny.files["model.onnx"], np.array([[2, 4, 3, 7, 5]]), mask)
    assert np.array_equal(one[:, :3], other[:, :3])


def test_the_type_of_a_token_counts(tiny):
    """The third input is wired: the second row of the type table gives other vectors."""
    ids = np.array([[2, 4, 3]])
    session = onnxruntime.InferenceSession(tiny.files["model.onnx"], providers=["CPUExecutionProvider"])
    zeros, ones = np.zeros_like(ids), np.ones_like(ids)
    first, second = (
        session.run([OUTPUT], dict(zip(INPUTS, (ids, ones, types), strict=True)))[0]
        for types in (zeros, ones)
    )
    assert np.abs(first - second).max() > TOLERANCE


def test_the_graph_is_made_of_standard_operators(tiny):
    """Any runtime of the opset can run it; nothing of it belongs to one vendor."""
    model = onnx.load_from_string(tiny.files["model.onnx"])
    assert {node.domain for node in model.graph.node} == {""}
    assert [item.domain for item in model.opset_import] == [""]


def test_a_layer_costs_eight_products(tiny):
    """Query, key, value, scores, mixture, output, and the two of the feed-forward part; two layers."""
    model = onnx.load_from_string(tiny.files["model.onnx"])
    counted = Counter(node.op_type for node in model.graph.node)
    assert counted["MatMul"] == 2 * 8
    assert counted["LayerNormalization"] == 1 + 2 * 2
    assert counted["Gelu"] == counted["Softmax"] == 2


def test_gelu_is_exact(tiny):
    """The model was trained with erf; the tanh formula differs in the third digit."""
    model = onnx.load_from_string(tiny.files["model.onnx"])
    kinds = {a.s for node in model.graph.node if node.op_type == "Gelu" for a in node.attribute}
    assert kinds == {b"none"}


def test_another_process_builds_the_same_bytes(tiny, tmp_path):
    """Under another hash seed, so that no order of a set or dict of texts decides anything."""
    (tmp_path / "w").write_bytes(tiny.files["model.safetensors"])
    program = (
        "import sys, hashlib; from labcore.model import Architecture; from labcore.model.graph import build_graph\n"
        "size = Architecture(layers=2, heads=2, hidden=8, intermediate=16, vocabulary=9, positions=16, layer_norm_eps=1e-12)\n"
        "print(hashlib.sha256(build_graph(open(sys.argv[1], 'rb').read(), size)).hexdigest())"
    )
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-B", "-c", program, str(tmp_path / "w")],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == hashlib.sha256(tiny.files["model.onnx"]).hexdigest()


def test_the_pinned_graph_is_built_again_byte_for_byte():
    """From the cached weights, today: what the lock pins is what this code builds."""
    model = locked_model()
    pin = model.file("model.safetensors")
    graph = build_graph(read_verified(model_folder(model) / pin.name, pin), model.architecture)
    assert (len(graph), hashlib.sha256(graph).hexdigest()) == (model.graph.bytes, model.graph.sha256)
