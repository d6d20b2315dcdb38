"""Declared units and exact numbers."""

import pickle
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import UnitError
from labcore.units import MAX_DIGITS, MISREAD, SEPARATORS, Quantity, Units, plain

UNITS = Units.of(
    {
        "data": {"bytes": "1", "MB": "1000000", "GB": "1000000000"},
        "time": {"hours": "1", "days": "24"},
        "fine": {"small": "0.001", "huge": "10000000000000000000000000000000000000"},
        "permission": {"permission": "allowed|prohibited"},
    },
    thousands=",",
)

numbers = st.decimals(min_value=-(10**15), max_value=10**15, places=6, allow_nan=False).map(plain)


@pytest.mark.parametrize(
    ("text", "unit", "amount"),
    [
        pytest.param("20", "MB", 20_000_000, id="20 MB: 20 x 10^6"),
        pytest.param("0.02", "GB", 20_000_000, id="0.02 GB: 0.02 x 10^9"),
        pytest.param("20000000", "bytes", 20_000_000, id="bytes are the base"),
        pytest.param("20,000,000.00", "bytes", 20_000_000, id="declared marks and trailing zeros"),
        pytest.param("-1.5", "days", -36, id="-1.5 x 24 hours"),
        pytest.param("0", "days", 0, id="zero"),
        pytest.param("-0", "bytes", 0, id="minus zero is zero"),
    ],
)
def test_quantity_is_exact_in_the_base_unit(text, unit, amount):
    assert UNITS.quantity(text, unit).amount == amount


def test_binary_megabytes_are_another_amount():
    """20 x 1024 x 1024 = 20,971,520, which is not 20 x 10^6."""
    assert UNITS.quantity(str(20 * 1024 * 1024), "bytes") != UNITS.quantity("20", "MB")


@pytest.mark.parametrize(
    ("text", "unit", "to", "result"),
    [
        pytest.param("20", "MB", "GB", "0.02", id="20 x 10^6 / 10^9"),
        pytest.param("365", "days", "hours", "8760", id="365 x 24"),
        pytest.param("36", "hours", "days", "1.5", id="36 / 24"),
    ],
)
def test_convert_within_a_dimension(text, unit, to, result):
    assert UNITS.convert(text, unit, to) == Decimal(result)


def test_an_inexact_conversion_is_refused():
    """1 / 24 has no finite decimal."""
    with pytest.raises(UnitError, match=r"days: the amount has no exact decimal .* got 1 to divide by 24"):
        UNITS.convert("1", "hours", "days")


def test_convert_refuses_another_dimension():
    with pytest.raises(UnitError, match="MB measures data and days measures time, got MB to days$"):
        UNITS.convert("1", "MB", "days")


def test_a_permission_is_of_the_dimension_under_which_it_is_declared():
    units = Units.of({"right": {"export": "allowed|prohibited"}, "data": {"MB": "1000000"}})
    assert (units.unit("export").dimension, units.unit("MB").dimension) == ("right", "data")


def test_convert_refuses_a_permission_as_target():
    with pytest.raises(UnitError, match="MB measures data and permission measures permission"):
        UNITS.convert("1", "MB", "permission")


def test_a_permission_has_no_quantity():
    with pytest.raises(UnitError, match="a permission has no quantity, got 'permission'"):
        UNITS.quantity("1", "permission")


@pytest.mark.parametrize("name", ["MiB", "mb", "Mb", "MB ", "KB", "", "byte"])
def test_an_undeclared_unit_is_refused_and_the_declared_ones_are_named(name):
    with pytest.raises(UnitError, match=r"a unit must be declared.*Declared are: bytes, MB, GB, hours"):
        UNITS.quantity("1", name)


def test_an_undeclared_unit_is_named_as_it_was_written():
    with pytest.raises(UnitError, match=r"^a unit must be declared, got 'MB '\. Declared are: GB$"):
        Units.of({"data": {"GB": "1"}}).unit("MB ")


@pytest.mark.parametrize("name", sorted(MISREAD))
def test_a_misread_name_is_refused_with_the_reason(name):
    """A name that people read in several ways never means something until a fixture declares it."""
    with pytest.raises(UnitError) as refused:
        UNITS.unit(name)
    assert MISREAD[name] in str(refused.value)


@pytest.mark.parametrize("name", sorted(MISREAD))
def test_a_misread_name_means_what_a_fixture_declares(name):
    assert Units.of({"declared": {name: "7"}}).quantity("2", name) == Quantity("declared", Decimal(14))


def test_no_declaration_at_all_says_none():
    with pytest.raises(UnitError, match="Declared are: none"):
        Units().unit("MB")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "1e3",
            "NaN",
            "Infinity",
            "-Infinity",
            "inf",
            "+5",
            ".5",
            "5.",
            "007",
            "--1",
            "",
            " 5",
            "5 ",
            "5\n",
        ),
        *(
            "2,0",
            "1,0000",
            "1,000000",
            "0,100",
            "1'000",
            "0x10",
            "1_000",
            "\u0662\u0660",
            "\uff12",
            "1/2",
            "5%",
        ),
    ],
)
def test_what_is_not_a_plain_number_is_refused(text):
    with pytest.raises(UnitError, match="a number is plain decimal digits"):
        UNITS.number(text)


@pytest.mark.parametrize("value", [20.0, float("nan"), 20, Decimal(20), True])
def test_a_number_that_is_not_text_is_refused(value):
    """A float has lost what was written before it arrives."""
    with pytest.raises(UnitError, match=r'arrives as the text that was written, got .*\. Write it as "0.02"'):
        UNITS.number(value)


def test_a_number_without_a_value_is_refused():
    with pytest.raises(UnitError, match="arrives as the text that was written"):
        UNITS.number(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("mark", SEPARATORS)
def test_a_thousands_mark_counts_only_where_declared(mark):
    text = f"1{mark}234{mark}567.5"
    assert Units(thousands=mark).number(text) == Decimal("1234567.5")
    with pytest.raises(UnitError, match="plain decimal digits"):
        Units().number(text)


def test_the_decimal_point_is_never_a_thousands_mark():
    with pytest.raises(UnitError, match=r"^the thousands mark must be one of , ' _ or a space, got '\.'$"):
        Units(thousands=".")


def test_39_digits_are_refused_and_named():
    assert UNITS.number("9" * MAX_DIGITS) == 10**38 - 1
    with pytest.raises(UnitError, match="a number has at most 38 digits, got 9{39}$"):
        UNITS.number("9" * (MAX_DIGITS + 1))


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        pytest.param("10", "huge", id="10 x 10^37 has 39 digits before the point"),
        pytest.param("1" + "0" * 36 + "1", "GB", id="trailing ones and nine more zeros"),
        pytest.param("0." + "0" * 36 + "1", "small", id="10^-37 / 1000 lies below 10^-38"),
    ],
)
def test_an_overflow_is_refused_not_rounded(text, unit):
    with pytest.raises(UnitError, match=f"{unit}: the amount has no exact decimal within 38 digits"):
        UNITS.quantity(text, unit)


def test_the_edge_of_the_range_is_kept():
    """1 x 10^37 has 38 digits."""
    assert UNITS.quantity("1", "huge").amount == 10**37


@pytest.mark.parametrize(
    ("declaration", "message"),
    [
        pytest.param({"data": {"B": "1", "b": "0"}}, "b: a factor is above zero, got 0", id="zero"),
        pytest.param({"data": {"b": "-1"}}, "b: a factor is above zero", id="negative"),
        pytest.param(
            {"data": {"b": "1e6"}},
            "b: a factor must be exact: a number is plain decimal digits, such as 20 or 0.02, got .?1e6",
            id="exponent",
        ),
        pytest.param(
            {"data": {"b": 1.5}},
            "b: a factor must be exact: a number arrives as the text that was written, got 1.5",
            id="float",
        ),
        pytest.param({"data": {"": "1"}}, "data: a unit and its dimension are single words", id="empty"),
        pytest.param({"data": {"a b": "1"}}, "single words, got 'a b'", id="two words"),
        pytest.param({" data": {"a": "1"}}, "single words, got ' data'", id="a blank before"),
        pytest.param(
            {"a": {"x": "1"}, "b": {"x": "1"}}, "a: a unit belongs to one dimension, got x", id="twice"
        ),
        pytest.param({"p": {"x": "1", "y": "yes|no"}}, "p: a dimension holds quantities or", id="mixed"),
        pytest.param(
            {"p": {"y": "yes|yes"}},
            r"y: a permission has two different words, .* got yes\|yes",
            id="same words",
        ),
        pytest.param({"p": {"y": "yes|"}}, "y: a permission has two different words", id="one word"),
        pytest.param({"p": {"y": "a|b|c"}}, "y: a permission has two different words", id="three words"),
    ],
)
def test_a_broken_declaration_is_refused(declaration, message):
    with pytest.raises(UnitError, match=message.replace("|", r"\|")):
        Units.of(declaration)


def test_a_permission_keeps_its_two_words():
    unit = UNITS.unit("permission")
    assert unit.is_permission
    assert unit.words == ("allowed", "prohibited")
    assert not UNITS.unit("MB").is_permission


def test_units_survive_a_process_border():
    assert pickle.loads(pickle.dumps(UNITS)) == UNITS  # noqa: S301  # made one expression earlier


def test_a_declaration_cannot_be_changed_afterwards():
    with pytest.raises(TypeError, match="does not support item assignment"):
        UNITS.declared["XB"] = UNITS.unit("MB")  # type: ignore[index]


@pytest.mark.parametrize(
    ("number", "text"),
    [("2E+7", "20000000"), ("20.00", "20"), ("-0", "0"), ("0.0", "0"), ("1.50", "1.5"), ("100", "100")],
)
def test_plain_writes_no_exponent_and_no_trailing_zero(number, text):
    assert plain(Decimal(number)) == text


@given(numbers)
def test_law_writing_and_reading_round_trips(text):
    assert plain(UNITS.number(text)) == text


@given(numbers, st.sampled_from(["bytes", "MB", "GB"]), st.sampled_from(["bytes", "MB", "GB"]))
def test_law_conversion_agrees_with_fractions(text, unit, to):
    """A second implementation in rationals: value x factor / factor."""
    factor = {"bytes": 1, "MB": 10**6, "GB": 10**9}
    assert Fraction(UNITS.convert(text, unit, to)) == Fraction(text) * factor[unit] / factor[to]


@given(numbers)
def test_law_there_and_back_is_the_same_number(text):
    there = plain(UNITS.convert(text, "MB", "bytes"))
    assert UNITS.convert(there, "bytes", "MB") == Decimal(text)


@given(st.text(max_size=12))
def test_law_any_text_is_a_number_or_a_unit_error(text):
    """No text crashes the reader, and what it accepts has only digits, a point, a minus and commas."""
    try:
        UNITS.number(text)
    except UnitError:
        return
    assert set(text) <= set("0123456789.-,")
