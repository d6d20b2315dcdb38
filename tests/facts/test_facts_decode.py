"""A payload read by a signal's facts, and by cantools for a second opinion."""

from __future__ import annotations

from decimal import Decimal

import cantools
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ParameterError
from labcore.facts import FactRow, decode_signal


def facts(start=0, length=8, order="little_endian", signed="no", factor="1", offset="0"):
    """A row of layout and scaling."""
    names = ("start_bit", "bit_length", "byte_order", "is_signed", "factor", "offset")
    return FactRow(fields=tuple(zip(names, (start, length, order, signed, factor, offset), strict=True)))


@pytest.mark.parametrize(
    ("row", "payload", "value"),
    [
        pytest.param(facts(), "0A", "10", id="one byte"),
        pytest.param(facts(length=16), "3412", "4660", id="little-endian: 0x34 + 0x12 x 256 = 4660"),
        pytest.param(
            facts(start=7, length=16, order="big_endian"), "1234", "4660", id="big-endian: 0x12 x 256 + 0x34"
        ),
        pytest.param(facts(signed="yes"), "FF", "-1", id="the highest bit is a sign: 255 - 256"),
        pytest.param(facts(start=4, length=4), "A0", "10", id="the upper half of a byte"),
        pytest.param(
            facts(start=3, length=4, order="big_endian"), "0A", "10", id="the lower half, counted down"
        ),
        pytest.param(facts(factor="0.25", offset="-40"), "10", "-36.00", id="16 x 0.25 - 40"),
        pytest.param(facts(factor="0.1"), "03", "0.3", id="exactly three tenths, as no binary float is"),
    ],
)
def test_a_value_is_read(row, payload, value):
    """Worked by hand in each case's name."""
    assert decode_signal(row, bytes.fromhex(payload)) == Decimal(value)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        pytest.param(facts(factor=None), "states its layout and scaling, got no factor", id="no factor"),
        pytest.param(facts(signed="float"), "got a floating-point signal", id="a floating-point signal"),
        pytest.param(
            facts(start=8), "the payload holds every bit of the signal, got 1 bytes", id="a short payload"
        ),
    ],
)
def test_what_cannot_be_read_is_refused(row, message):
    """A value that is not there is not taken for zero."""
    with pytest.raises(ParameterError, match=message):
        decode_signal(row, b"\0")


@given(
    st.sampled_from(["little_endian", "big_endian"]),
    st.booleans(),
    st.integers(0, 63),
    st.integers(2, 32),
    st.binary(min_size=8, max_size=8),
)
def test_cantools_decodes_the_same(order, signed, start, length, payload):
    """Any layout that fits into eight bytes, any payload."""
    sign = "yes" if signed else "no"
    conversion = cantools.database.conversion.BaseConversion.factory(scale=2, offset=-3)
    signal = cantools.database.can.Signal(
        "S", start, length, byte_order=order, is_signed=signed, conversion=conversion
    )
    try:
        message = cantools.database.can.Message(1, "M", 8, [signal], strict=True)
    except cantools.database.errors.Error:
        return
    expected = message.decode(payload)["S"]
    assert decode_signal(facts(start, length, order, sign, "2", "-3"), payload) == expected
