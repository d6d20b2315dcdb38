"""Tables that outgrow memory: the same call, partition by partition, on Dask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import dask.dataframe  # noqa: F401  # only to find out early that it is not installed
import pandas as pd

from labcore.oracle.compiled import OUTCOMES, CompiledFacts
from labcore.oracle.table import check_table
from labcore.oracle.tables import require_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from labcore.records import Proposition
    from labcore.units import Units

__all__ = ["check_partitions"]


def check_partitions(
    frame: Any, expected: Sequence[Proposition], units: Units, bundle: frozenset[str] | None
) -> Any:
    """Give a lazy Series of outcomes; a partition is checked where it lies, on one thread.

    Facts, columns and units are refused now, and not on a worker in an hour.

    Raises:
        ParameterError: A column is missing; see `check_table` for the rest.
    """
    CompiledFacts(expected, units)
    names = require_columns(frame, in_bundle=bundle is None)
    empty = pd.Series(pd.Categorical([], categories=list(OUTCOMES)), name="outcome")
    return frame[names].map_partitions(check_table, expected, units, bundle=bundle, threads=1, meta=empty)
