"""A BERT encoder in plain numpy and float64, written from the paper: the second opinion on the graph.

It shares nothing with labcore's graph but the names of the weights.

Source: Devlin et al., "BERT", NAACL 2019; Vaswani et al., "Attention Is All You Need", NeurIPS 2017.
"""

import math

import numpy as np

_erf = np.frompyfunc(math.erf, 1, 1)


def encode(weights, ids, mask, *, layers, heads, eps=1e-12):
    """Give token vectors, float64 (batch, sequence, hidden), of int ids and mask (batch, sequence)."""
    w = weights
    x = w["embeddings.word_embeddings.weight"][ids].astype(np.float64)
    x = x + w["embeddings.position_embeddings.weight"][: ids.shape[1]]
    x = x + w["embeddings.token_type_embeddings.weight"][0]
    x = _norm(x, w, "embeddings.LayerNorm", eps)
    for number in range(layers):
        layer = f"encoder.layer.{number}"
        x = _norm(
            x + _attend(x, mask, w, f"{layer}.attention", heads),
            w,
            f"{layer}.attention.output.LayerNorm",
            eps,
        )
        inner = _dense(x, w, f"{layer}.intermediate.dense")
        inner = inner * 0.5 * (1 + _erf(inner / math.sqrt(2)).astype(np.float64))
        x = _norm(x + _dense(inner, w, f"{layer}.output.dense"), w, f"{layer}.output.LayerNorm", eps)
    return x


def sentence_vectors(token_vectors, mask):
    """Average over the mask row by row, then divide by the Euclidean length."""
    rows = []
    for vectors, shown in zip(token_vectors, mask, strict=True):
        mean = vectors[shown == 1].sum(axis=0) / shown.sum()
        rows.append(mean / math.sqrt(float(mean @ mean)))
    return np.array(rows)


def _attend(x, mask, w, name, heads):
    batch, _, hidden = x.shape
    out = np.empty_like(x)
    query, key, value = (_dense(x, w, f"{name}.self.{part}") for part in ("query", "key", "value"))
    size = hidden // heads
    for row in range(batch):
        seen = np.flatnonzero(mask[row])
        for head in range(heads):
            part = slice(head * size, (head + 1) * size)
            scores = query[row][:, part] @ key[row][seen][:, part].T / math.sqrt(size)
            weight = np.exp(scores - scores.max(axis=1, keepdims=True))
            out[row][:, part] = weight / weight.sum(axis=1, keepdims=True) @ value[row][seen][:, part]
    return _dense(out, w, f"{name}.output.dense")


def _dense(x, w, name):
    return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]


def _norm(x, w, name, eps):
    centred = x - x.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + eps)
    return centred / spread * w[f"{name}.weight"] + w[f"{name}.bias"]
