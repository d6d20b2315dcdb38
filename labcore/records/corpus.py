"""A corpus: passages in file order, and the dimensions in which they must be admitted."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from labcore.errors import RecordError
from labcore.records.passage import Passage
from labcore.records.rules import require_member
from labcore.records.scope import Dimension, require_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Corpus", "require_dimensions"]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Passages and their declared dimensions.

    Attributes:
        passages: In file order; ids are unique.
        dimensions: The declared dimensions of admission; empty for a plain BEIR folder.
        name: The fixture's name.

    Raises:
        RecordError: Two passages share an id, something in it is no passage, or a dimension is unknown.
    """

    passages: tuple[Passage, ...]
    dimensions: frozenset[Dimension] = frozenset()
    name: str = "corpus"
    _by_id: Mapping[str, Passage] = field(init=False, repr=False, compare=False)
    _version: str | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "passages", tuple(self.passages))
        object.__setattr__(self, "dimensions", require_dimensions(self.dimensions))
        require_text("corpus", "name", self.name)
        by_id: dict[str, Passage] = {}
        for passage in self.passages:
            if not isinstance(passage, Passage):
                raise RecordError("a corpus holds passages", got=repr(passage), place=self.name)
            if passage.id in by_id:
                raise RecordError("passage ids are unique in a corpus", got=passage.id, place=self.name)
            by_id[passage.id] = passage
        object.__setattr__(self, "_by_id", by_id)

    def __iter__(self) -> Iterator[Passage]:
        return iter(self.passages)

    def __len__(self) -> int:
        return len(self.passages)

    def __contains__(self, passage_id: object) -> bool:
        return self.get(passage_id) is not None

    def get(self, passage_id: object) -> Passage | None:
        """Give a passage by id, or None; a lookup without any admission, for trusted code only."""
        return self._by_id.get(passage_id) if isinstance(passage_id, str) else None

    @property
    def version(self) -> str:
        """``name@`` and 12 hexadecimal digits over every field of every passage, in order."""
        if self._version is None:
            object.__setattr__(self, "_version", f"{self.name}@{_digest(self.passages)[:12]}")
        return str(self._version)


def require_dimensions(dimensions: Iterable[Dimension]) -> frozenset[Dimension]:
    """Give the declared dimensions as a set; their plain texts are taken for them.

    A misspelt dimension would otherwise be a gate that nobody keeps.

    Raises:
        RecordError: A dimension is unknown, or one bare text stands for the set.
    """
    if isinstance(dimensions, str):
        raise RecordError("dimensions must be a set of them, not one text", got=repr(dimensions))
    return frozenset(require_member("dimensions", "member", name, Dimension) for name in dimensions)


def _digest(passages: tuple[Passage, ...]) -> str:
    digest = hashlib.sha256()
    for passage in passages:
        fields = ((name, getattr(passage, name)) for name in type(passage).__dataclass_fields__)
        digest.update(repr([(n, sorted(v) if isinstance(v, frozenset) else v) for n, v in fields]).encode())
    return digest.hexdigest()
