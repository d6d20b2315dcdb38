"""Arrow columns as codes: the texts of many rows are looked up, and only numbers that may be right are read."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from labcore.errors import ParameterError, UnitError
from labcore.oracle.compiled import NONE, Rows
from labcore.units import plain

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from labcore.oracle.compiled import CompiledFacts
    from labcore.units import Units

__all__ = ["COLUMNS", "IN_BUNDLE", "NumberReader", "rows_of"]

COLUMNS = ("fact", "evidence_id", "version", "tenant", "scope", "unit", "value", "allowed")
"""What a table of candidates has; other columns are left alone."""

IN_BUNDLE = "in_bundle"
"""The column that says whether a row's passage was given, where no bundle is named for the whole table."""


def rows_of(
    batch: pa.RecordBatch, facts: CompiledFacts, numbers: NumberReader, bundle: Collection[str] | None
) -> Rows:
    """Look every text of a batch up among those that the facts mention.

    Args:
        batch: Columns `COLUMNS`, and `IN_BUNDLE` where bundle is None.
        facts: The expected side.
        numbers: Reads the column of values.
        bundle: The passages given to every row, or None.

    Raises:
        ParameterError: A column has a type that cannot be judged; a value that is a binary float.
    """
    columns = {name: batch.column(name) for name in batch.schema.names}
    bounds = {name: _codes(columns[name], name, known) for name, known in facts.known.items()}
    if bundle is None:
        in_bundle = _flags(columns[IN_BUNDLE], IN_BUNDLE) == 1
    else:  # a passage that no fact rests on fails its gate anyhow, so only the known ones are looked up
        given = np.array([*(name in bundle for name in facts.known["evidence_id"]), False])
        in_bundle = given[bounds["evidence_id"]]
    return Rows(
        fact=_codes(columns["fact"], "fact", facts.ids),
        bounds=bounds,
        in_bundle=in_bundle,
        unit=_codes(columns["unit"], "unit", facts.units),
        number=numbers.places(columns["value"]),
        has_value=_valid(columns["value"]),
        allowed=_flags(columns["allowed"], "allowed"),
    )


def _codes(column: pa.Array, name: str, known: Sequence[str]) -> NDArray[np.int32]:
    if pa.types.is_dictionary(column.type):
        return _through_dictionary(column, _codes(column.dictionary, name, known))
    if pa.types.is_null(column.type):
        return np.full(len(column), NONE, dtype=np.int32)
    if not _is_text(column.type):
        raise ParameterError("a bound arrives as text", got=str(column.type), place=f"column {name}")
    return _found(pc.index_in(column, value_set=pa.array(known, type=column.type)))


class NumberReader:
    """Gives each value its place among the numbers that facts accept, reading few texts exactly.

    Most tables repeat a few numbers, so those of a sample are read once and looked up afterwards. Of
    the others, a text that reads as an accepted number has its digits, up to zeros at the end, the
    point and thousands marks: one pass without these finds all candidates, and only they are read.

    Args:
        known: The accepted numbers, written plainly.
        units: The fixture's units.
        sample: Some values of the column; None to read none beforehand.
    """

    def __init__(self, known: Sequence[str], units: Units, sample: pa.Array | None = None) -> None:
        self._known = known
        self._units = units
        self._position = {text: place for place, text in enumerate(known)}
        self._seen = None if sample is None or pa.types.is_dictionary(sample.type) else sample.unique()
        if self._seen is not None:
            self._seen = self._seen.drop_null()
            self._seen_places = self._read(self._seen)

    def places(self, column: pa.Array) -> NDArray[np.int32]:
        """Give the place of each value, NONE for what no fact accepts, for null and for the unreadable."""
        if pa.types.is_dictionary(column.type):
            return _through_dictionary(column, self.places(column.dictionary))
        if pa.types.is_null(column.type):
            return np.full(len(column), NONE, dtype=np.int32)
        _require_readable(column.type)
        if self._seen is None or self._seen.type != column.type:
            return self._search(column)
        found = _found(pc.index_in(column, value_set=self._seen))
        result = np.append(self._seen_places, np.int32(NONE))[found]
        new = (found == NONE) & _valid(column)
        if new.any():
            result[new] = self._search(column.filter(pa.array(new)))
        return result

    def _search(self, column: pa.Array) -> NDArray[np.int32]:
        hits = pc.filter(column, self._may_be_known(column)).unique()
        return np.append(self._read(hits), np.int32(NONE))[_found(pc.index_in(column, value_set=hits))]

    def _may_be_known(self, column: pa.Array) -> pa.Array:
        if _is_text(column.type):
            bare, wanted = _bare(column, self._units), _bare(pa.array(self._known, column.type), self._units)
        else:
            bare, wanted = column, _as_type(self._known, column.type)
        return pc.is_in(bare, value_set=wanted)

    def _read(self, values: pa.Array) -> NDArray[np.int32]:
        found = [self._position.get(_plainly(value, self._units), NONE) for value in values.to_pylist()]
        return np.array(found, dtype=np.int32)


def _require_readable(kind: pa.DataType) -> None:
    if not (_is_text(kind) or pa.types.is_integer(kind) or pa.types.is_decimal128(kind)):
        raise ParameterError(
            "a value arrives as text, as decimals or as whole numbers",
            got=str(kind),
            place="column value",
            remedy="A binary float has lost what was written: read the column as text",
        )


def _bare(texts: pa.Array, units: Units) -> pa.Array:
    if units.thousands is not None:
        texts = pc.replace_substring(texts, pattern=units.thousands, replacement="")
    return pc.utf8_ltrim(pc.utf8_rtrim(texts, characters="0."), characters="-")


def _as_type(known: Sequence[str], kind: pa.DataType) -> pa.Array:
    fitting = []
    for text in known:
        try:
            fitting.append(pa.scalar(Decimal(text)).cast(kind))
        except pa.ArrowInvalid:  # this type cannot hold that number, so no row has it
            continue
    return pa.array([scalar.as_py() for scalar in fitting], type=kind)


def _plainly(value: object, units: Units) -> str:
    text = f"{value:f}" if isinstance(value, Decimal) else str(value)
    try:
        return plain(units.number(text))
    except UnitError:
        return ""


def _flags(column: pa.Array, name: str) -> NDArray[np.int8]:
    if pa.types.is_null(column.type):
        return np.full(len(column), NONE, dtype=np.int8)
    if not pa.types.is_boolean(column.type):
        raise ParameterError(
            f"{name} arrives as true, false or null", got=str(column.type), place=f"column {name}"
        )
    flags: NDArray[np.int8] = pc.fill_null(column.cast(pa.int8()), NONE).to_numpy(zero_copy_only=False)
    return flags


def _through_dictionary(column: pa.DictionaryArray, codes: NDArray[np.int32]) -> NDArray[np.int32]:
    places = _found(column.indices.cast(pa.int32()))
    return np.append(codes, np.int32(NONE))[places]


def _valid(column: pa.Array) -> NDArray[np.bool_]:
    if pa.types.is_dictionary(column.type):  # a null may stand among the values as well
        return _is(_through_dictionary(column, _valid(column.dictionary).astype(np.int32)), 1)
    valid: NDArray[np.bool_] = column.is_valid().to_numpy(zero_copy_only=False)
    return valid


def _is(codes: NDArray[np.int32], code: int) -> NDArray[np.bool_]:
    same: NDArray[np.bool_] = codes == code
    return same


def _found(places: pa.Array) -> NDArray[np.int32]:
    found: NDArray[np.int32] = pc.fill_null(places, NONE).to_numpy(zero_copy_only=False)
    return found


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))
