"""What every test shares: a tiny invented model, the pinned one, throwaway databases, and how patient Hypothesis is."""

import hashlib
import json
import os
import secrets
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import numpy as np
import pytest
import safetensors.numpy
from hypothesis import Phase, settings

from labcore.embedder import Embedder
from labcore.model import Architecture, HttpsSource, LockedFile, LockedModel, model_folder
from labcore.model.graph import build_graph
from labcore.model.weights import expected_shapes

# A machine that runs other things at the same time is slow now and then; the time limit of pytest still holds.
settings.register_profile("lab", deadline=None)
# Mutation testing runs the same laws thousands of times; a few repeatable examples and no shrinking are enough.
_PHASES = (Phase.explicit, Phase.generate)
settings.register_profile(
    "mutation", deadline=None, derandomize=True, max_examples=25, phases=_PHASES, database=None
)
settings.load_profile(os.environ.get("LABCORE_HYPOTHESIS", "lab"))

WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "red", "blue", "limit", "day", "##s")


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyModel:
    """An encoder of two layers and nine words with random weights: invented, and good for nothing else.

    Attributes:
        model: Its lock record; its one source is an address that nobody serves.
        files: Name -> bytes of tokenizer.json, model.safetensors and model.onnx.
        weights: The arrays in model.safetensors.
    """

    model: LockedModel
    files: dict[str, bytes] = field(repr=False)
    weights: dict[str, np.ndarray] = field(repr=False)

    def put(self, root: Path, *names: str) -> Path:
        """Write the named files (all, where none is named) where a cache at root keeps them."""
        folder = model_folder(self.model, root)
        folder.mkdir(parents=True, exist_ok=True)
        for name in names or self.files:
            (folder / name).write_bytes(self.files[name])
        return folder

    def lock_text(self, **changes) -> str:
        """Give a models.lock.json that pins this model, with some top fields of the model changed."""
        return json.dumps({"schema": 1, "models": [_as_lock(self.model) | changes]})


def pin(name: str, data: bytes) -> LockedFile:
    return LockedFile(name=name, bytes=len(data), sha256=hashlib.sha256(data).hexdigest())


@pytest.fixture(scope="session")
def tiny() -> TinyModel:
    """Give the tiny model; the seed is fixed, so that its hashes are too."""
    size = Architecture(
        layers=2,
        heads=2,
        hidden=8,
        intermediate=16,
        vocabulary=len(WORDS),
        positions=16,
        layer_norm_eps=1e-12,
    )
    random = np.random.default_rng(20261130)
    weights = {
        name: random.standard_normal(shape).astype(np.float32)
        for name, shape in expected_shapes(size).items()
    }
    stored = safetensors.numpy.save(weights | {"pooler.dense.bias": np.zeros(8, dtype=np.float32)})
    files = {
        "tokenizer.json": _tokeniser_json(),
        "model.safetensors": stored,
        "model.onnx": build_graph(stored, size),
    }
    model = LockedModel(
        name="tiny",
        repository="invented/tiny",
        revision="r1",
        licence="CC0-1.0",
        dimensions=8,
        max_tokens=8,
        architecture=size,
        files=(
            pin("tokenizer.json", files["tokenizer.json"]),
            pin("model.safetensors", files["model.safetensors"]),
        ),
        sources=(HttpsSource(url="http://127.0.0.1:9/{revision}/{file}"),),
        graph=pin("model.onnx", files["model.onnx"]),
    )
    return TinyModel(model=model, files=files, weights=weights)


@pytest.fixture
def tiny_embedder(tiny: TinyModel, tmp_path: Path) -> Embedder:
    """Give an embedder of the tiny model, loaded from a cache of its own."""
    tiny.put(tmp_path)
    return Embedder.from_cache(tiny.model, threads=1, root=tmp_path)


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """Give the pinned model; `labcore models fetch` must have run, as tests/run.sh does."""
    return Embedder.from_lock(threads=1)


def _tokeniser_json() -> bytes:
    """Give a BERT tokeniser in the published form: padding and truncation are set, and set wrongly."""
    special = [
        {"id": n, "content": word, "special": True}
        | dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
        for n, word in enumerate(WORDS[:4])
    ]
    ids = {word: n for n, word in enumerate(WORDS)}
    template = [
        {"SpecialToken": {"id": "[CLS]", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
    ]
    tokeniser = {
        "version": "1.0",
        "truncation": {"max_length": 4, "strategy": "LongestFirst", "stride": 0, "direction": "Right"},
        "padding": {
            "strategy": {"Fixed": 12},
            "direction": "Right",
            "pad_to_multiple_of": None,
            "pad_id": 0,
            "pad_type_id": 0,
            "pad_token": "[PAD]",
        },
        "added_tokens": special,
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": template,
            "pair": [*template, {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {
                word: {"id": word, "ids": [ids[word]], "tokens": [word]} for word in ("[CLS]", "[SEP]")
            },
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": ids,
        },
    }
    return json.dumps(tokeniser).encode()


def _as_lock(model: LockedModel) -> dict:
    def plain(record) -> dict:
        return {name: getattr(record, name) for name in record.__dataclass_fields__}

    return plain(model) | {
        "architecture": plain(model.architecture),
        "files": [plain(file) for file in model.files],
        "graph": plain(model.graph),
        "upstream_graph": None,
        "sources": [
            plain(s) | {"kind": "https" if isinstance(s, HttpsSource) else "package"} for s in model.sources
        ],
    }


@dataclass(frozen=True)
class Database:
    """A throwaway database.

    Attributes:
        admin: Its URL for a role that may do everything.
        reader: Its URL for a role without any privilege of its own.
        role: That role's name.
    """

    admin: str
    reader: str
    role: str


@pytest.fixture(scope="session")
def postgres_server():
    """The administrator's URL of the server that tests/run.sh has started."""
    url = os.environ.get("LABCORE_TEST_POSTGRES")
    if url:
        return url
    reason = "LABCORE_TEST_POSTGRES names no server; tests/run.sh starts one"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    return pytest.skip(reason)


@contextmanager
def new_database(server):
    """Make a database and a reader for it, and drop both afterwards."""
    import psycopg  # noqa: PLC0415 - an optional part

    name, password = f"lab_{secrets.token_hex(6)}", secrets.token_hex(8)
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        connection.execute(f"CREATE ROLE {name}_reader LOGIN PASSWORD '{password}'")
    parts = urlsplit(server)
    host = parts.netloc.rpartition("@")[2]
    admin = urlunsplit(parts._replace(path=f"/{name}"))
    reader = urlunsplit(parts._replace(path=f"/{name}", netloc=f"{name}_reader:{password}@{host}"))
    try:
        yield Database(admin=admin, reader=reader, role=f"{name}_reader")
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
            connection.execute(f"DROP ROLE {name}_reader")


@pytest.fixture(scope="session")
def postgres_database(postgres_server):
    """One empty database for all tests of this process; load into it what they need."""
    with new_database(postgres_server) as database:
        yield database


@pytest.fixture
def fresh_database(postgres_server):
    """A database of its own for a test that changes it."""
    with new_database(postgres_server) as database:
        yield database
