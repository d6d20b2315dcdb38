"""pandas and Arrow tables on their way in and out of `check_table`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from labcore.errors import ParameterError
from labcore.oracle.columns import COLUMNS, IN_BUNDLE
from labcore.oracle.compiled import OUTCOMES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["SAMPLE_ROWS", "batch_of", "labelled", "require_columns", "sample_of"]

SAMPLE_ROWS = 1024
"""Values that are read beforehand, so that a table of a few repeated numbers is only looked up."""


def require_columns(frame: Any, *, in_bundle: bool) -> list[str]:
    """Name the columns that are read, after refusing a table that lacks one or has it twice.

    Raises:
        ParameterError: Names the columns.
    """
    present = list(frame.column_names if isinstance(frame, pa.Table | pa.RecordBatch) else frame.columns)
    wanted = [*COLUMNS, IN_BUNDLE] if in_bundle else list(COLUMNS)
    wrong = [name for name in wanted if present.count(name) != 1]
    if wrong:
        raise ParameterError(
            "a table of candidates has each of its columns once",
            got=f"{', '.join(map(str, present)) or 'none'}",
            remedy=f"Missing or twice: {', '.join(wrong)}; for in_bundle a bundle may be given instead",
        )
    return wanted


def batch_of(frame: Any, names: list[str], start: int, length: int) -> pa.RecordBatch:
    """Take some rows as one Arrow batch.

    Raises:
        ParameterError: A pandas column mixes types that no Arrow column can hold.
    """
    if isinstance(frame, pa.RecordBatch):
        return frame.select(names).slice(start, length)
    if isinstance(frame, pa.Table):
        return _as_batch(frame.select(names).slice(start, length))
    rows = frame.iloc[start : start + length][names]  # rows first: columns are copied, rows are not
    try:
        return _as_batch(pa.Table.from_pandas(rows, preserve_index=False, nthreads=1))
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise ParameterError(f"a column holds one type: {error}") from None


def _as_batch(rows: pa.Table) -> pa.RecordBatch:
    whole = [c.chunk(0) if c.num_chunks == 1 else c.combine_chunks() for c in rows.columns]
    return pa.RecordBatch.from_arrays(whole, names=rows.column_names)


def sample_of(frame: Any, name: str) -> pa.Array:
    """Take values of one column, evenly spread over the table, at most SAMPLE_ROWS."""
    step = max(1, -(-len(frame) // SAMPLE_ROWS))
    if isinstance(frame, pa.Table | pa.RecordBatch):
        column = frame.column(name).take(pa.array(range(0, len(frame), step), pa.int64()))
        return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    return batch_of(frame.iloc[::step], [name], 0, SAMPLE_ROWS).column(0)


def labelled(codes: NDArray[np.uint8], frame: Any) -> Any:
    """Give places in OUTCOMES their names, in the library of the table that they belong to."""
    if isinstance(frame, pa.Table | pa.RecordBatch):
        return pa.DictionaryArray.from_arrays(pa.array(codes.astype("int8")), list(OUTCOMES))
    import pandas as pd  # noqa: PLC0415  # only where the table is one of pandas

    outcomes = pd.Categorical.from_codes(codes, categories=pd.Index(OUTCOMES))
    return pd.Series(outcomes, index=frame.index, name="outcome")
