"""The embedder on an invented model: shapes, order, bounds, caching, refusals."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labcore.embedder import Embedder, VectorCache, mean_pool, normalise
from labcore.errors import ModelError, ParameterError

TEXTS = ["red limit", "", "blue", "day day day", "red limits", "blue"]
WORDS = st.lists(st.sampled_from(["red", "blue", "limit", "days", "?"]), max_size=9).map(" ".join)


def test_a_text_gives_a_unit_vector(tiny_embedder):
    vectors = tiny_embedder.embed(TEXTS)
    assert (vectors.shape, vectors.dtype) == ((6, 8), np.float32)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


@pytest.mark.parametrize("texts", [[], ()])
def test_no_texts_give_an_empty_array(tiny_embedder, texts):
    assert tiny_embedder.embed(texts).shape == (0, 8)
    assert tiny_embedder.embed(texts).dtype == np.float32
    assert tiny_embedder.embed_cached(texts).shape == (0, 8)


@given(texts=st.lists(WORDS, max_size=12))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
def test_a_vector_does_not_depend_on_its_neighbours(tiny_embedder, texts):
    """Bit for bit: alone, in company, in any place, the same; so order is kept as well."""
    together = tiny_embedder.embed(texts)
    for number, text in enumerate(texts):
        assert np.array_equal(tiny_embedder.embed([text])[0], together[number])


def test_a_repeated_inference_is_identical(tiny_embedder):
    assert np.array_equal(tiny_embedder.embed(TEXTS), tiny_embedder.embed(TEXTS))


@pytest.mark.parametrize("window", [1, 2, 4, 100])
def test_chunks_are_the_rows_of_one_call(tiny_embedder, window):
    chunks = list(tiny_embedder.embed_iter(iter(TEXTS), window=window))
    assert all(len(chunk) == window for chunk in chunks[:-1])
    assert np.array_equal(np.vstack(chunks), tiny_embedder.embed(TEXTS))


def test_no_texts_give_no_chunk(tiny_embedder):
    assert list(tiny_embedder.embed_iter([])) == []


def test_an_iterator_is_never_read_ahead(tiny_embedder):
    """A million texts, three windows of ten wanted: thirty are read, and ten are held."""
    read = 0

    def million():
        nonlocal read
        for number in range(1_000_000):
            read += 1
            yield "red" if number % 2 else "blue days"

    chunks = tiny_embedder.embed_iter(million(), window=10)
    assert read == 0
    for wanted in (10, 20, 30):
        assert next(chunks).shape == (10, 8)
        assert read == wanted


def test_a_window_below_one_is_refused(tiny_embedder):
    with pytest.raises(ParameterError, match="window must be at least 1, got 0"):
        tiny_embedder.embed_iter([], window=0)


def test_a_refused_item_is_named_by_its_place_in_the_series(tiny_embedder):
    texts = iter(["red", "red", "red", None])
    with pytest.raises(ParameterError, match=r"texts\[3\]: every item to embed must be a text"):
        list(tiny_embedder.embed_iter(texts, window=2))


@pytest.mark.parametrize("method", ["embed", "embed_cached", "embed_iter"])
def test_one_bare_text_is_refused(tiny_embedder, method):
    """It would otherwise be taken for its characters."""
    with pytest.raises(ParameterError, match="texts must be a sequence of texts, not one text, got 'red'"):
        getattr(tiny_embedder, method)("red")


def test_batches_side_by_side_give_the_same_bits(tiny, tmp_path, monkeypatch):
    """The order of finishing and the number of threads decide nothing; every text is counted once."""
    monkeypatch.setattr("labcore.embedder.side_by_side.MANY", 8)
    tiny.put(tmp_path)
    one, several = (Embedder.from_cache(tiny.model, threads=n, root=tmp_path) for n in (1, 3))
    texts = [*TEXTS, "red", "red blue", "day", "blue days " * 2] * 5
    counted = []
    together = several.embed_rows(several.tokenise(texts), counted.append)
    assert several._runner.beside is not None
    assert sum(counted) == len(texts)
    assert np.array_equal(together, one.embed(texts))
    assert one._runner.beside is None


def test_few_texts_load_no_second_session(tiny, tmp_path):
    """It costs more than it gives."""
    tiny.put(tmp_path)
    several = Embedder.from_cache(tiny.model, threads=2, root=tmp_path)
    several.embed(TEXTS)
    assert several._runner.beside is None


def test_a_failure_beside_others_is_heard(tiny, tmp_path, monkeypatch):
    """No batch is lost in silence."""
    monkeypatch.setattr("labcore.embedder.side_by_side.MANY", 2)
    tiny.put(tmp_path)
    several = Embedder.from_cache(tiny.model, threads=2, root=tmp_path)
    monkeypatch.setattr("labcore.embedder.session.GraphSession.run", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        several.embed(["red", "red blue days"])


def test_a_long_text_is_cut(tiny_embedder):
    """Six words fit; the seventh changes nothing."""
    one, other = tiny_embedder.embed(["day " * 6 + "red", "day " * 6 + "blue"])
    assert np.array_equal(one, other)


def test_cached_vectors_are_those_of_embed(tiny_embedder, tmp_path):
    cache = tiny_embedder.vector_cache(tmp_path)
    fresh = tiny_embedder.embed_cached(TEXTS, cache=cache)
    again = tiny_embedder.embed_cached(TEXTS[::-1], cache=cache)
    assert np.array_equal(fresh, tiny_embedder.embed(TEXTS))
    assert np.array_equal(again[::-1], fresh)
    assert again.dtype == np.float32


def test_only_new_texts_are_computed(tiny_embedder, tmp_path, monkeypatch):
    """A text that stands twice is computed once; a kept one not at all."""
    cache = tiny_embedder.vector_cache(tmp_path)
    tiny_embedder.embed_cached(["red"], cache=cache)
    asked = []
    embed = tiny_embedder.embed
    monkeypatch.setattr(
        tiny_embedder, "embed", lambda texts, **rest: asked.extend(texts) or embed(texts, **rest)
    )
    tiny_embedder.embed_cached(["blue", "red", "blue", "day"], cache=cache)
    assert asked == ["blue", "day"]


def test_another_graph_finds_no_vector(tiny_embedder, tmp_path):
    """The hashes of graph and tokeniser, the limit and the runtime are in the key."""
    cache = tiny_embedder.vector_cache(tmp_path)
    tiny_embedder.embed_cached(["red"], cache=cache)
    model = tiny_embedder.model
    for other in (
        replace(model, graph=replace(model.graph, sha256="0" * 64)),
        replace(model, max_tokens=7),
        replace(model, files=(replace(model.files[0], sha256="0" * 64), model.files[1])),
    ):
        twin = Embedder(other, tiny_embedder._tokeniser, tiny_embedder._runner.session)
        assert twin.vector_cache(tmp_path).load("red") is None
    assert cache.load("red") is not None


def test_a_cache_of_the_users_own_is_the_default(tiny_embedder, tmp_path, monkeypatch):
    monkeypatch.setenv("LABCORE_CACHE", str(tmp_path / "c"))
    tiny_embedder.embed_cached(["red"])
    assert len(list((tmp_path / "c" / "vectors").rglob("*.f32"))) == 1
    assert isinstance(tiny_embedder.vector_cache(), VectorCache)


def test_an_explanation_shows_every_step(tiny_embedder):
    """Each step follows from the one before by a public function."""
    told = tiny_embedder.explain("red limits")
    assert told.tokens == ("[CLS]", "red", "limit", "##s", "[SEP]")
    assert (told.token_ids, told.mask) == ((2, 4, 6, 8, 3), (1,) * 5)
    assert told.token_vectors.shape == (5, 8)
    assert np.array_equal(told.pooled, mean_pool(told.token_vectors[None], np.array([told.mask]))[0])
    assert np.array_equal(told.vector, normalise(told.pooled[None])[0])
    assert np.array_equal(told.vector, tiny_embedder.embed(["red limits"])[0])


@pytest.mark.parametrize("padding", [1, 5, 12])
def test_appended_masked_padding_changes_nothing_beyond_rounding(tiny_embedder, padding):
    bare, padded = tiny_embedder.explain("red blue"), tiny_embedder.explain("red blue", padding=padding)
    assert padded.tokens == (*bare.tokens, *("[PAD]",) * padding)
    assert padded.mask == (1,) * 4 + (0,) * padding
    assert np.abs(padded.vector - bare.vector).max() < 1e-6


@pytest.mark.parametrize("padding", [-1, 13])
def test_padding_must_fit(tiny_embedder, padding):
    """Sixteen positions, four of them taken."""
    with pytest.raises(
        ParameterError, match=f"padding must lie between 0 and 12 for this text, got {padding}"
    ):
        tiny_embedder.explain("red blue", padding=padding)


@pytest.mark.parametrize("name", ["tokenizer.json", "model.onnx"])
@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        pytest.param(None, "found no file", id="missing"),
        pytest.param(lambda d: d[: len(d) // 2], r"found \d+ bytes\.", id="truncated"),
        pytest.param(
            lambda d: d[:99] + bytes([d[99] ^ 1]) + d[100:], r"found \d+ bytes with sha256", id="flipped"
        ),
    ],
)
def test_a_spoiled_cache_is_refused_with_the_cure(tiny, tmp_path, name, spoil, found):
    """Nothing is loaded, nothing is downloaded."""
    path = tiny.put(tmp_path) / name
    path.unlink() if spoil is None else path.write_bytes(spoil(tiny.files[name]))
    with pytest.raises(ModelError, match=rf"(?s){name}: expected .*{found}.*run: labcore models fetch"):
        Embedder.from_cache(tiny.model, root=tmp_path)


def test_inference_needs_no_weights(tiny, tmp_path):
    """Only the tokeniser and the graph are read."""
    tiny.put(tmp_path, "tokenizer.json", "model.onnx")
    assert Embedder.from_cache(tiny.model, root=tmp_path).embed(["red"]).shape == (1, 8)


def test_progress_is_drawn_where_somebody_watches(tiny_embedder, monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    tiny_embedder.embed(TEXTS, progress=True)
    assert "text/s" in capsys.readouterr().err
    tiny_embedder.embed(TEXTS)
    assert capsys.readouterr().err == ""
