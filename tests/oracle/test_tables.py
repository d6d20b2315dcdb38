"""Tables on their way in: a sample is spread over all of them, and an index is no column."""

import pandas as pd
import pyarrow as pa
import pytest

from labcore.oracle.tables import SAMPLE_ROWS, batch_of, sample_of

FORMS = {
    "pandas": lambda numbers: pd.DataFrame({"value": numbers}),
    "an Arrow table in chunks": lambda numbers: pa.concat_tables(
        [pa.table({"value": numbers[:1]}), pa.table({"value": numbers[1:]})]
    ),
    "an Arrow batch": lambda numbers: pa.RecordBatch.from_pydict({"value": numbers}),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("rows", "step"),
    [
        pytest.param(SAMPLE_ROWS, 1, id="as many as a sample holds: all of them"),
        pytest.param(SAMPLE_ROWS + 1, 2, id="one more: every second"),
        pytest.param(3 * SAMPLE_ROWS, 3, id="three times as many: every third"),
    ],
)
def test_a_sample_is_spread_over_the_whole_table(form, rows, step):
    """It begins with the first row and is one Arrow array, whatever the table was."""
    sample = sample_of(FORMS[form](list(range(rows))), "value")
    assert isinstance(sample, pa.Array)
    assert sample.to_pylist() == list(range(0, rows, step))
    assert len(sample) <= SAMPLE_ROWS


@pytest.mark.parametrize("form", FORMS)
def test_an_empty_table_has_an_empty_sample(form):
    assert sample_of(FORMS[form]([]), "value").to_pylist() == []


def test_the_index_of_pandas_is_no_column():
    """A frame that was grouped by tenant keeps that name for its index, beside a column of the same name."""
    frame = pd.DataFrame({"tenant": ["blue"], "value": ["20"]}, index=pd.Index(["red"], name="tenant"))
    batch = batch_of(frame, ["tenant", "value"], 0, 1)
    assert batch.to_pydict() == {"tenant": ["blue"], "value": ["20"]}
