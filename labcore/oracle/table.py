"""Whole tables of candidates: the verdicts of `check`, row for row, for millions of rows."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from os import cpu_count
from typing import TYPE_CHECKING, Any

import numpy as np

from labcore.errors import ExtraMissingError, ParameterError
from labcore.oracle.compiled import CompiledFacts

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from labcore.records import Proposition
    from labcore.units import Units

__all__ = ["BATCH_ROWS", "check_table"]

BATCH_ROWS = 1 << 17
"""Rows that are judged at once: the working memory is that of a few batches, however long the table is."""

_KINDS = {"pandas": "table", "pyarrow": "table", "dask": "dask"}
"""The library that a table comes from -> the extra that carries it."""


def check_table(
    frame: Any,
    expected: Sequence[Proposition],
    units: Units,
    *,
    bundle: Collection[str] | None = None,
    threads: int | None = None,
) -> Any:
    """Give the outcome of each row: ``accepted``, the first reason of its refusal, or ``unsupported``.

    Args:
        frame: A pandas, Arrow or Dask table with fact, evidence_id, version, tenant, scope and unit
            (text), value (text, decimals or whole numbers; never floats) and allowed (bool). Null is
            "not stated"; a fact that is not expected makes the row unsupported.
        expected: The facts, by id.
        units: The fixture's units.
        bundle: The passages given to every row's author; None to read the bool column in_bundle.
        threads: Batches at once; None for one a core, and for one in each Dask partition.

    Returns:
        Categories `OUTCOMES`: a pandas Series with the frame's index, an Arrow dictionary array, or a
        lazy Dask Series. One byte a row, and the working memory of ``threads`` batches.

    Raises:
        ParameterError: A column is missing or of another type; ExtraMissingError: no pyarrow or Dask.
    """
    if isinstance(bundle, str):
        raise ParameterError("a bundle is a collection of passage ids", got=repr(bundle))
    kind = type(frame).__module__.partition(".")[0]
    if kind not in _KINDS:
        raise ParameterError("a table is a pandas, an Arrow or a Dask table", got=type(frame).__name__)
    given = None if bundle is None else frozenset(bundle)
    if kind == "dask":
        return _part("partitions", kind).check_partitions(frame, expected, units, given)
    facts = CompiledFacts(expected, units)
    columns, tables = _part("columns", kind), _part("tables", kind)
    names = tables.require_columns(frame, in_bundle=given is None)
    numbers = columns.NumberReader(facts.numbers, units, tables.sample_of(frame, "value"))

    def judge(start: int) -> NDArray[np.uint8]:
        batch = tables.batch_of(frame, names, start, BATCH_ROWS)
        return facts.outcomes(columns.rows_of(batch, facts, numbers, given))

    with ThreadPoolExecutor(threads or cpu_count() or 1) as pool:
        parts = list(pool.map(judge, range(0, len(frame), BATCH_ROWS)))
    return tables.labelled(np.concatenate([np.empty(0, np.uint8), *parts]), frame)


def _part(name: str, kind: str) -> Any:
    """Import what needs an extra only when a table is there to be checked."""
    try:
        return import_module(f"labcore.oracle.{name}")
    except ImportError:
        raise ExtraMissingError.of(_KINDS[kind], f"checking a {kind} table") from None
