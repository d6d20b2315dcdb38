"""record.json: what is said of a recording, checked before any of it is believed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from labcore.fixture.faults import fault
from labcore.fixture.lines import decode, json_object
from labcore.fixture.manifest import FileSeal  # noqa: TC001  # pydantic reads the annotation when the class is made

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["VECTORS", "Record", "named_twice", "read_record"]

VECTORS = "vectors.npy"


class Record(BaseModel):
    """The content of record.json.

    Attributes:
        recorded_at: The moment, as written.
        index_version: The corpus that was searched.
        model: Name, revision and hashes of what made the vectors.
        texts_sha256: The hash of the texts whose vectors are kept.
        k: Hits per list.
        rankers: The names of the rankers; each has its lists and queries.
        queries: Ranker -> its queries, those without hits included.
        files: Name below recorded/ -> size and hash.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    recorded_at: str
    index_version: str
    model: dict[str, str]
    texts_sha256: str
    k: int
    rankers: tuple[str, ...]
    queries: dict[str, tuple[str, ...]]
    files: dict[str, FileSeal]

    @model_validator(mode="after")
    def _complete(self) -> Record:
        needed = {VECTORS, *(f"{name}.trec" for name in self.rankers)}
        if not needed <= set(self.files) or set(self.queries) != set(self.rankers):
            raise ValueError("each ranker has its queries and its file, and the vectors have theirs")
        for ranker, queries in self.queries.items():
            twice = named_twice(queries)
            if twice:
                raise ValueError(f"{ranker} names each query once, and not {', '.join(twice)} again")
        return self


def named_twice(queries: Iterable[str]) -> list[str]:
    """Give the queries that stand more than once, each once, in the order in which they came."""
    return [query for query, times in Counter(queries).items() if times > 1]


def read_record(content: bytes, place: str) -> Record:
    """Read record.json.

    Raises:
        FixtureError: It is not one JSON object, or has an unknown, a missing or an ill-typed field, or a ranker
            names a query twice.
    """
    text = decode(place, content)
    json_object(text, place, "the file")
    try:
        return Record.model_validate_json(text, strict=True)
    except ValidationError as error:
        raise fault(error, Record, place) from None
