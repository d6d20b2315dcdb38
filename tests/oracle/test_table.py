"""Whole tables give the verdicts of the scalar check, row for row."""

import sys
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ExtraMissingError, ParameterError, RecordError
from labcore.oracle import OUTCOMES, check, check_table
from labcore.oracle import gates as gates_module
from labcore.oracle import table as table_module
from labcore.oracle.columns import COLUMNS
from labcore.oracle.compiled import _RULES
from labcore.records import GateReason, Proposition
from labcore.units import Units

UNITS = Units.of(
    {
        "data": {"bytes": "1", "MB": "1000000", "GB": "1000000000"},
        "time": {"hours": "1", "days": "24"},
        "permission": {"permission": "allowed|prohibited", "duty": "required|optional"},
    },
    thousands=",",
)
FACTS = (
    Proposition(
        id="upload", evidence_id="P3", version="v1", tenant="blue", scope="file", unit="MB", value="20"
    ),
    Proposition(
        id="keep", evidence_id="P4", version="v2", tenant="blue", scope="log", unit="hours", value="36"
    ),
    Proposition(
        id="none", evidence_id="P3", version="v1", tenant="red", scope="file", unit="bytes", value="0"
    ),
    Proposition(
        id="retry",
        evidence_id="P5",
        version="v1",
        tenant="blue",
        scope="retry",
        unit="permission",
        allowed=False,
    ),
    Proposition(
        id="sign", evidence_id="P5", version="v1", tenant="blue", scope="sign", unit="duty", allowed=True
    ),
)
BUNDLE = frozenset({"P3", "P5"})
RIGHT = {fact.id: fact for fact in FACTS}


def scalar(row, *, bundle=BUNDLE):
    """The outcome of one row by the scalar check."""
    fact = RIGHT.get(row["fact"])
    if fact is None:
        return "unsupported"
    parts = {name: row[name] for name in COLUMNS if name != "fact"}
    return check(Proposition(id="row", **parts), fact, bundle, UNITS).reason or "accepted"


def arrow(rows, **types):
    kinds = {**dict.fromkeys(COLUMNS, pa.string()), "allowed": pa.bool_(), **types}
    return pa.table({name: pa.array([row[name] for row in rows], kind) for name, kind in kinds.items()})


def a_row(**changes):
    fact = FACTS[0]
    return {"fact": fact.id, **{n: getattr(fact, n) for n in COLUMNS if n != "fact"}, **changes}


VALUES = [
    "20",
    "20.0",
    "20,000,000",
    "20000000",
    "0.02",
    "1.5",
    "36",
    "36.00",
    "1,5",
    "020",
    "20.",
    "-0",
    "0.000",
]
VALUES += [
    "0",
    "",
    ".",
    ",,20",
    "2e1",
    "NaN",
    "-20",
    "2",
    "200",
    "\u0662\u0660",
    "20 ",
    "9" * 39,
    "20." + "0" * 40,
]
rows_strategy = st.lists(
    st.fixed_dictionaries(
        {
            "fact": st.sampled_from([*RIGHT, "elsewhere", None]),
            "evidence_id": st.sampled_from(["P3", "P4", "P5", "P9", None]),
            "version": st.sampled_from(["v1", "v2", "V1", None]),
            "tenant": st.sampled_from(["blue", "red", "blue ", None]),
            "scope": st.sampled_from(["file", "log", "retry", "sign", "all files", None]),
            "unit": st.sampled_from([*UNITS.declared, "MiB", "mb", None]),
            "value": st.sampled_from([*VALUES, None]) | st.text("0123456789.,-", max_size=9),
            "allowed": st.sampled_from([None, None, True, False]),
        }
    ),
    max_size=12,
)


def mostly_right(data, rows):
    """Turn most rows into a fact with one or two changed parts, so that late gates are reached."""
    for row in rows:
        fact = RIGHT.get(row["fact"])
        if fact is not None:
            for name in data.draw(st.sets(st.sampled_from(COLUMNS[1:]), min_size=4)):
                row[name] = getattr(fact, name)
    return rows


@given(rows_strategy, st.data())
def test_law_a_table_of_text_agrees_with_the_scalar_check(rows, data):
    table = arrow(mostly_right(data, rows))
    wanted = [scalar(row) for row in rows]
    assert check_table(table, FACTS, UNITS, bundle=BUNDLE).to_pylist() == wanted
    frame = table.to_pandas(types_mapper=pd.ArrowDtype) if data.draw(st.booleans()) else table.to_pandas()
    assert list(check_table(frame, FACTS, UNITS, bundle=BUNDLE, threads=1)) == wanted


@given(rows_strategy, st.data())
def test_law_dictionary_columns_change_nothing(rows, data):
    table = arrow(mostly_right(data, rows))
    for name in data.draw(st.sets(st.sampled_from(COLUMNS[:-1]))):
        place = table.schema.get_field_index(name)
        table = table.set_column(place, name, table.column(name).dictionary_encode())
    assert check_table(table, FACTS, UNITS, bundle=BUNDLE).to_pylist() == [scalar(row) for row in rows]


numbers = st.sampled_from(["20", "0.02", "36", "1.5", "0", "-20", "20.5", "20000000"])


@given(
    st.lists(st.none() | numbers, max_size=8),
    st.sampled_from(["MB", "GB", "bytes", "hours"]),
    st.integers(2, 5),
)
def test_law_decimal_columns_agree_with_their_text(values, unit, scale):
    kind = pa.decimal128(38, scale)
    decimals = [None if text is None else Decimal(text) for text in values]
    rows = [a_row(value=d, unit=unit) for d in decimals]
    written = [None if d is None else f"{d:.{scale}f}" for d in decimals]
    wanted = [scalar(a_row(value=text, unit=unit)) for text in written]
    assert check_table(arrow(rows, value=kind), FACTS, UNITS, bundle=BUNDLE).to_pylist() == wanted


@pytest.mark.parametrize("kind", [pa.int8(), pa.uint16(), pa.int64(), pa.decimal128(5, 0)])
def test_whole_numbers_are_read_as_they_are(kind):
    rows = [a_row(value=value) for value in (20, 21, 0, None)]
    outcomes = check_table(arrow(rows, value=kind), FACTS, UNITS, bundle=BUNDLE).to_pylist()
    assert outcomes == ["accepted", "value", "value", "value"]


@pytest.mark.parametrize("kind", [pa.float64(), pa.float32(), pa.bool_(), pa.binary()])
def test_a_value_column_of_floats_is_refused(kind):
    table = arrow([a_row(value=None)], value=kind)
    with pytest.raises(
        ParameterError, match=r"column value: a value arrives as text, .* got .*binary float has lost"
    ):
        check_table(table, FACTS, UNITS, bundle=BUNDLE)


@pytest.mark.parametrize("name", ["fact", "evidence_id", "version", "tenant", "scope", "unit"])
def test_a_bound_that_is_no_text_is_refused(name):
    with pytest.raises(ParameterError, match=rf"column {name}: a bound arrives as text, got int64"):
        check_table(arrow([a_row(**{name: 1})], **{name: pa.int64()}), FACTS, UNITS, bundle=BUNDLE)


def test_a_dictionary_of_what_is_no_text_is_refused_by_its_column():
    numbers = pa.DictionaryArray.from_arrays(pa.array([0]), pa.array([1]))
    table = arrow([a_row()]).drop_columns(["version"]).append_column("version", numbers)
    with pytest.raises(ParameterError, match="column version: a bound arrives as text, got int64"):
        check_table(table, FACTS, UNITS, bundle=BUNDLE)


def test_a_bundle_column_that_is_no_flag_is_refused():
    table = arrow([a_row()]).append_column("in_bundle", pa.array(["yes"]))
    with pytest.raises(ParameterError, match="column in_bundle: in_bundle arrives as true, false or null"):
        check_table(table, FACTS, UNITS)


def test_a_polarity_that_is_no_flag_is_refused():
    with pytest.raises(
        ParameterError, match="column allowed: allowed arrives as true, false or null, got string"
    ):
        check_table(arrow([a_row(allowed="no")], allowed=pa.string()), FACTS, UNITS, bundle=BUNDLE)


@pytest.mark.parametrize("name", COLUMNS)
def test_a_missing_column_is_refused_by_name(name):
    table = arrow([a_row()]).drop_columns([name])
    left = ", ".join(column for column in COLUMNS if column != name)
    rule = (
        f"^a table of candidates has each of its columns once, got {left}. "
        f"Missing or twice: {name}; for in_bundle a bundle may be given instead$"
    )
    with pytest.raises(ParameterError, match=rule):
        check_table(table, FACTS, UNITS, bundle=BUNDLE)


def test_a_table_without_columns_is_refused_by_all_of_them():
    rule = f"once, got none. Missing or twice: {', '.join(COLUMNS)};"
    with pytest.raises(ParameterError, match=rule):
        check_table(pa.table({}), FACTS, UNITS, bundle=BUNDLE)


def test_a_column_that_stands_twice_is_refused():
    table = arrow([a_row()])
    with pytest.raises(ParameterError, match="Missing or twice: unit;"):
        check_table(table.append_column("unit", table.column("unit")), FACTS, UNITS, bundle=BUNDLE)


def test_without_a_bundle_each_row_says_whether_its_passage_was_given():
    rows = arrow([a_row()] * 3)
    table = rows.append_column("in_bundle", pa.array([True, False, None]))
    assert check_table(table, FACTS, UNITS).to_pylist() == ["accepted", "evidence", "evidence"]
    with pytest.raises(
        ParameterError, match="Missing or twice: in_bundle; for in_bundle a bundle may be given"
    ):
        check_table(rows, FACTS, UNITS)


def test_an_empty_bundle_lets_nothing_through():
    assert check_table(arrow([a_row()]), FACTS, UNITS, bundle=[]).to_pylist() == ["evidence"]


def test_a_bare_text_is_no_bundle():
    with pytest.raises(ParameterError, match="a bundle is a collection of passage ids, got 'P3'"):
        check_table(arrow([a_row()]), FACTS, UNITS, bundle="P3")


def test_what_is_no_table_is_refused():
    with pytest.raises(ParameterError, match="a table is a pandas, an Arrow or a Dask table, got list"):
        check_table([a_row()], FACTS, UNITS, bundle=BUNDLE)


@pytest.mark.parametrize("facts", [(), (FACTS[0], FACTS[0])], ids=["no fact", "a fact twice"])
def test_facts_have_different_ids(facts):
    given = r"\['upload', 'upload'\]" if facts else r"\[\]"
    rule = f"^a table is checked against facts with different ids, got {given}$"
    with pytest.raises(ParameterError, match=rule):
        check_table(arrow([a_row()]), facts, UNITS, bundle=BUNDLE)


def test_what_is_no_fact_is_refused():
    with pytest.raises(RecordError, match="a fact states every bound"):
        check_table(arrow([a_row()]), [Proposition(id="upload")], UNITS, bundle=BUNDLE)


def test_mixed_types_in_a_pandas_column_are_refused():
    frame = pd.DataFrame([a_row(), a_row(value=20)]).astype({"value": object})
    with pytest.raises(ParameterError, match="a column holds one type: "):
        check_table(frame, FACTS, UNITS, bundle=BUNDLE)


def test_pandas_gets_categories_and_its_own_index():
    frame = pd.DataFrame([a_row(), a_row(unit="MiB")], index=["x", "y"])
    outcomes = check_table(frame, FACTS, UNITS, bundle=BUNDLE)
    assert outcomes.to_dict() == {"x": "accepted", "y": "unit"}
    assert tuple(outcomes.cat.categories) == OUTCOMES == ("unsupported", *GateReason, "accepted")


def test_an_empty_table_has_no_outcomes():
    assert check_table(arrow([]), FACTS, UNITS, bundle=BUNDLE).to_pylist() == []
    assert len(check_table(arrow([]).to_pandas(), FACTS, UNITS, bundle=BUNDLE)) == 0


def test_columns_of_nulls_alone_are_not_stated():
    row = dict.fromkeys(COLUMNS)
    table = arrow([{**row, "fact": "upload"}], **dict.fromkeys(COLUMNS[1:], pa.null()))
    assert check_table(table, FACTS, UNITS, bundle=BUNDLE).to_pylist() == ["evidence"]
    table = arrow([a_row(value=None)], value=pa.null(), allowed=pa.null())
    assert check_table(table, FACTS, UNITS, bundle=BUNDLE).to_pylist() == ["value"]


def test_a_null_among_the_values_of_a_dictionary_is_not_stated():
    values = pa.DictionaryArray.from_arrays(pa.array([0, 1, None]), pa.array(["20", None]))
    table = arrow([a_row()] * 3).drop_columns(["value"]).append_column("value", values)
    assert check_table(table, FACTS, UNITS, bundle=BUNDLE).to_pylist() == ["accepted", "value", "value"]


@pytest.mark.parametrize("rows", [1, 3, 7, 10, 25])
def test_batches_come_together_in_order(monkeypatch, rows):
    """Every third row is wrong; batches of three rows on two threads give the same as one batch."""
    monkeypatch.setattr(table_module, "BATCH_ROWS", 3)
    made = [a_row(value="21" if place % 3 == 2 else "20") for place in range(rows)]
    wanted = ["value" if place % 3 == 2 else "accepted" for place in range(rows)]
    table = arrow(made)
    chunked = pa.concat_tables([table.slice(0, 2), table.slice(2)])
    for frame in (table, chunked, table.to_pandas(), table.combine_chunks().to_batches()[0]):
        assert list(check_table(frame, FACTS, UNITS, bundle=BUNDLE, threads=2).tolist()) == wanted


@pytest.mark.parametrize(
    ("threads", "cores", "used"),
    [
        pytest.param(3, 8, 3, id="as many as were asked for"),
        pytest.param(None, 8, 8, id="otherwise one a core"),
        pytest.param(None, None, 1, id="and one where the machine does not say"),
    ],
)
def test_batches_are_judged_on_so_many_threads(monkeypatch, threads, cores, used):
    asked = []

    class Pool(ThreadPoolExecutor):
        def __init__(self, workers):
            asked.append(workers)
            super().__init__(workers)

    monkeypatch.setattr(table_module, "ThreadPoolExecutor", Pool)
    monkeypatch.setattr(table_module, "cpu_count", lambda: cores)
    assert len(check_table(arrow([a_row()]), FACTS, UNITS, bundle=BUNDLE, threads=threads)) == 1
    assert asked == [used]


def test_a_number_that_the_sample_missed_is_still_read():
    """1,024 of 4,096 rows are read beforehand; the right one stands between them."""
    made = [a_row(value=str(1000 + place)) for place in range(4096)]
    made[4093] = a_row(value="20,000,000.0", unit="bytes")
    outcomes = check_table(arrow(made), FACTS, UNITS, bundle=BUNDLE).to_pylist()
    assert [place for place, outcome in enumerate(outcomes) if outcome == "accepted"] == [4093]


def test_a_unit_that_cannot_hold_the_amount_holds_no_other_fact_either():
    """One hour is no exact number of days, whatever numbers other facts have."""
    facts = [
        Proposition(
            id=f"f{n}", evidence_id="P3", version="v1", tenant="blue", scope="s", unit="hours", value=value
        )
        for n, value in enumerate(["24", "48", "72", "1"])
    ]
    row = {**a_row(), "fact": "f3", "scope": "s", "unit": "days"}
    rows = [{**row, "value": value} for value in ("1", "2", "3", "24", "0.04")]
    assert check_table(arrow(rows), facts, UNITS, bundle=BUNDLE).to_pylist() == ["value"] * 5


def test_a_record_batch_is_a_table():
    batch = arrow([a_row()]).to_batches()[0]
    assert check_table(batch, FACTS, UNITS, bundle=BUNDLE).to_pylist() == ["accepted"]


def test_a_later_batch_may_hold_another_type(monkeypatch):
    """A pandas column of objects is texts in one batch and whole numbers in the next."""
    monkeypatch.setattr(table_module, "BATCH_ROWS", 2)
    frame = pd.DataFrame([a_row(value=v) for v in ("20", "21", 20, 21)]).astype({"value": object})
    outcomes = check_table(frame.iloc[[0, 1]], FACTS, UNITS, bundle=BUNDLE)
    assert outcomes.tolist() == ["accepted", "value"]


def test_the_order_of_the_gates_is_that_of_the_scalar_check(monkeypatch):
    monkeypatch.setattr(gates_module, "GATES", tuple(reversed(gates_module.GATES)))
    row = a_row(version="v0", value="21")
    assert check_table(arrow([row]), FACTS, UNITS, bundle=BUNDLE).to_pylist() == [scalar(row)] == ["value"]


def test_every_gate_has_its_rule_over_columns():
    assert set(_RULES) == set(GateReason)


def test_the_work_grows_with_the_batch_and_not_with_the_table():
    """Outcomes take one byte a row."""
    outcomes = check_table(arrow([a_row()] * 1000), FACTS, UNITS, bundle=BUNDLE)
    assert outcomes.indices.nbytes == 1000
    assert outcomes.indices.to_numpy().dtype == np.int8


@pytest.mark.parametrize("module", ["pyarrow", "pyarrow.compute"])
def test_without_pyarrow_the_extra_is_named(monkeypatch, module):
    frame = pd.DataFrame([a_row()])
    for name in ("labcore.oracle.columns", "labcore.oracle.tables"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ExtraMissingError, match=r"checking a pandas table needs the optional part \[table\]"):
        check_table(frame, FACTS, UNITS, bundle=BUNDLE)


def test_chunks_may_have_different_dictionaries():
    first, second = (arrow([a_row(value=v)]) for v in ("21", "20"))
    parts = []
    for part in (first, second):
        coded = part.column("value").dictionary_encode()
        parts.append(part.set_column(part.schema.get_field_index("value"), "value", coded))
    table = pa.concat_tables(parts)
    assert check_table(table, FACTS, UNITS, bundle=BUNDLE).to_pylist() == ["value", "accepted"]
