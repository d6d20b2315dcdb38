"""DBC files: read tolerantly, every mend said, and held against another reader."""

from __future__ import annotations

import importlib.util
import logging
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ExtraMissingError, FixtureError
from labcore.facts import FactScope, Kind
from labcore.facts.dbc import read_dbc
from labcore.facts.dbc_mend import mend
from labcore.facts.dbc_text import decode, imported_files, index_lines, without_unread

SCOPE = FactScope(project="P", revision="R", network="N", snapshot="S")
HEAD = 'VERSION ""\n\nNS_ :\n\tCM_\n\tVAL_\n\nBS_:\n\nBU_: XXX\n\n'


def opendbc_folder():
    """The folder of the package's definition files, found without importing it."""
    spec = importlib.util.find_spec("opendbc")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(next(iter(spec.submodule_search_locations))) / "dbc"


OPENDBC = sorted(opendbc_folder().rglob("*.dbc"))


def read(text, encoding=None):
    """Read a small file of the test's own."""
    content = text if isinstance(text, bytes) else text.encode()
    return read_dbc(content, scope=SCOPE, recorded_on=date(2026, 1, 2), place="f.dbc", encoding=encoding)


def message(number=100, name="M", length=8, signals=(' SG_ S : 0|8@1+ (1,0) [0|255] "" XXX',)):
    """One message as a file writes it."""
    return "\n".join([f"BO_ {number} {name}: {length} XXX", *signals]) + "\n\n"


def test_a_plain_file_is_read_with_its_lines():
    """The message stands in line 11, its signal in line 12; numbers are texts as written."""
    text = HEAD + message(signals=[' SG_ Speed : 7|16@0- (0.010,-40.0) [-40|615.35] "km/h" XXX'])
    (one,) = read(text).messages
    assert (one.name, one.frame_identifier, one.payload_byte_length, one.source) == ("M", 100, 8, "f.dbc:11")
    (signal,) = one.signals
    assert (signal.start_bit, signal.bit_length, signal.byte_order, signal.is_signed) == (
        7,
        16,
        "big_endian",
        "yes",
    )
    assert (signal.factor, signal.offset, signal.minimum, signal.maximum) == (
        "0.010",
        "-40.0",
        "-40",
        "615.35",
    )
    assert (signal.unit, signal.source) == ("km/h", "f.dbc:12")
    assert one.limitations == ()


def test_equal_limits_of_zero_are_no_limits():
    """The format has no way to leave limits out, and writes 0 and 0 instead."""
    text = HEAD + message(
        signals=[' SG_ A : 0|8@1+ (1,0) [0|0] "" XXX', ' SG_ B : 8|8@1+ (1,0) [0|1] "" XXX']
    )
    first, second = read(text).messages[0].signals
    assert (first.minimum, first.maximum) == (None, None)
    assert (second.minimum, second.maximum) == ("0", "1")


def test_a_cycle_time_is_recorded_where_the_file_has_one():
    """A file without any records none, so that asking for one is a gap."""
    stated = (
        HEAD
        + message()
        + message(101, "N")
        + 'BA_DEF_ BO_ "GenMsgCycleTime" INT 0 1000;\nBA_DEF_DEF_ "GenMsgCycleTime" 0;\n'
        + 'BA_ "GenMsgCycleTime" BO_ 100 20;\n'
    )
    snapshot = read(stated)
    assert [one.transmit_period_ms for one in snapshot.messages] == [20, None]
    assert "transmit_period_ms" in snapshot.records[Kind.MESSAGE]
    assert "transmit_period_ms" not in read(HEAD + message()).records[Kind.MESSAGE]
    assert Kind.MAPPING not in snapshot.records


def test_a_message_twice_stays_twice():
    """Two definitions under one name, each with its own identifier, both saying that there are two."""
    first, second = read(HEAD + message(100) + message(200)).messages
    assert (first.name, second.name) == ("M", "M")
    assert (first.frame_identifier, second.frame_identifier) == (100, 200)
    assert "The file defines M 2 times." in first.limitations


def test_an_identifier_twice_is_said_and_periods_stay_apart():
    """One marked and one unmarked number mean two frames; a period of the one does not reach the other."""
    text = HEAD + message(0x12DD54A7, "A") + message(0x92DD54A7, "B")
    text += 'BA_DEF_ BO_ "GenMsgCycleTime" INT 0 9;\nBA_DEF_DEF_ "GenMsgCycleTime" 0;\n'
    first, second = read(text + f'BA_ "GenMsgCycleTime" BO_ {0x92DD54A7} 5;\n').messages
    assert (first.transmit_period_ms, second.transmit_period_ms) == (None, 5)
    twice = read(HEAD + message(7, "A") + message(7, "B")).messages
    assert all("gives this identifier to 2 messages" in one.limitations[0] for one in twice)


@pytest.mark.parametrize(
    ("text", "limitation"),
    [
        pytest.param(
            message(0x12DD54A7),
            "The identifier 0x12dd54a7 needs 29 bits and lacks the mark of such; it was read as extended.",
            id="an extended identifier without its mark",
        ),
        pytest.param(
            message(0x40140639),
            "The file gives the identifier 0x40140639, which no CAN frame can have; none is given.",
            id="an identifier of more than 29 bits",
        ),
        pytest.param(
            message(0x80000123), "The identifier is an extended one, of 29 bits.", id="an extended identifier"
        ),
        pytest.param(
            message(length=1, signals=[' SG_ S : 0|16@1+ (1,0) [0|1] "" XXX']),
            "The layout is at fault: The signal S does not fit in message M.",
            id="a signal longer than its message",
        ),
        pytest.param(
            message(signals=[' SG_ A : 0|8@1+ (1,0) [0|1] "" XXX', ' SG_ B : 4|8@1+ (1,0) [0|1] "" XXX']),
            "The layout is at fault: The signals B and A are overlapping in message M.",
            id="two signals on one bit",
        ),
    ],
)
def test_what_is_wrong_with_a_message_is_its_limitation(text, limitation):
    """The message is read, and says what a reader must know."""
    assert limitation in read(HEAD + text).messages[0].limitations


def test_an_impossible_identifier_is_left_out_and_the_rest_kept():
    """No guess at what the number was meant to be; attributes still reach the message."""
    text = (
        HEAD
        + message(0x40140639)
        + 'BA_DEF_ BO_ "GenMsgCycleTime" INT 0 9;\nBA_DEF_DEF_ "GenMsgCycleTime" 0;\n'
    )
    (one,) = read(text + f'BA_ "GenMsgCycleTime" BO_ {0x40140639} 5;\n').messages
    assert (one.frame_identifier, one.transmit_period_ms, len(one.signals)) == (None, 5, 1)


def test_an_extended_identifier_loses_only_its_mark():
    """Bit 31 is the format's mark and not part of the number."""
    assert read(HEAD + message(0x80000123)).messages[0].frame_identifier == 0x123


@pytest.mark.parametrize(
    ("text", "limitation"),
    [
        pytest.param(
            HEAD + message(signals=[' SG_ S : 0|8@1+ (.25,-.5) [-.5|1] "" XXX']),
            "3 numbers without a digit before the point were read with a zero there.",
            id="numbers that begin with a point",
        ),
        pytest.param(
            HEAD + message(name="2017_5", signals=[' SG_ 0_X : 0|8@1+ (1,0) [0|1] "" XXX']),
            "2 names begin with a digit, which the format does not allow; they were kept.",
            id="names that begin with a digit",
        ),
        pytest.param(
            (HEAD + message(signals=[' SG_ S : 0|8@1+ (1,0) [0|1] "\u00b0C" XXX'])).encode("cp1252"),
            "The file is not UTF-8; it was read as Windows-1252.",
            id="another encoding",
        ),
        pytest.param(
            'CM_ "IMPORT _a.dbc";\nCM_ "IMPORT _b.dbc";\n' + HEAD + message(),
            "The file imports _a.dbc, _b.dbc, which was not followed.",
            id="imports",
        ),
    ],
)
def test_what_was_mended_for_the_whole_file_is_said(text, limitation):
    """A repair is never silent."""
    snapshot = read(text)
    assert limitation in snapshot.limitations
    assert "Comments and value tables of the file were not read." in snapshot.limitations


def test_a_name_that_begins_with_a_digit_is_the_file_s_own():
    """It is mended for the grammar only."""
    (one,) = read(HEAD + message(name="2017_5", signals=[' SG_ 0_X : 0|8@1+ (.5,0) [0|1] "" XXX'])).messages
    assert (one.name, one.signals[0].name, one.signals[0].factor) == ("2017_5", "0_X", "0.5")


def test_a_multiplexed_signal_says_when_it_is_there():
    """A reader of its layout must know that other frames use the same bits."""
    signals = [' SG_ Mux M : 0|8@1+ (1,0) [0|3] "" XXX', ' SG_ A m1 : 8|8@1+ (1,0) [0|1] "" XXX']
    assert read(HEAD + message(signals=signals)).messages[0].signals[1].limitations == (
        "It is there only when Mux is 1.",
    )


def test_a_floating_point_signal_says_so():
    """Its bits are no whole number times a factor."""
    text = HEAD + message(signals=[' SG_ F : 0|32@1- (1,0) [0|1] "" XXX']) + "SIG_VALTYPE_ 100 F : 1;\n"
    assert read(text).messages[0].signals[0].is_signed == "float"


@pytest.mark.parametrize(
    "unread",
    [
        pytest.param('CM_ SG_ 304 "no signal named";\n', id="a comment without its signal"),
        pytest.param('CM_ "no end"\n', id="a comment without its semicolon"),
        pytest.param(
            'CM_ BO_ 100 "two\nlines; BO_ 7 FAKE: 8 X";\n',
            id="a comment over two lines that looks like a message",
        ),
        pytest.param('VAL_ 9 NOTHERE 0 "a" 1 "b" ;\n', id="values of a signal that is not there"),
    ],
)
def test_comments_and_values_are_blanked_and_lines_stay(unread):
    """What no route reads cannot break a file, and places stay true."""
    text = HEAD + unread + message()
    (one,) = read(text).messages
    assert one.source == f"f.dbc:{text[: text.index('BO_ 100 M')].count(chr(10)) + 1}"


@pytest.mark.parametrize(
    ("text", "encoding", "message_text"),
    [
        pytest.param("this is no DBC file", None, "a DBC file follows the format, got", id="another format"),
        pytest.param(
            HEAD + "BO_ 1 M 8 XXX\n", None, "a DBC file follows the format", id="a message without its colon"
        ),
        pytest.param(
            HEAD + 'BO_ 1 M: 8 XXX SG_ S : 0|8@1+ (1,0) [0|1] "" XXX\n',
            None,
            "each message and signal of a DBC file begins a line of its own",
            id="two on one line",
        ),
        pytest.param(
            b"\xff\xfe",
            "utf-8",
            "a DBC file is text of a known encoding, got utf-8",
            id="not the stated encoding",
        ),
        pytest.param(
            b"a", "klingon", "a DBC file is text of a known encoding, got klingon", id="an unknown encoding"
        ),
        pytest.param(b"\x81", None, "got UTF-8 or Windows-1252", id="neither encoding"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(text, encoding, message_text):
    """With its name; nothing of it is loaded."""
    with pytest.raises(FixtureError, match=rf"f\.dbc: {message_text}|f\.dbc: .*{message_text}"):
        read(text, encoding)


@pytest.mark.parametrize("text", ["", "\n\n", 'CM_ "IMPORT a.dbc";\n'])
def test_a_file_that_defines_nothing_is_an_empty_snapshot(text):
    """Several real files only import others; they are loaded and hold nothing."""
    assert read(text).messages == ()


def test_a_stated_encoding_is_no_assumption():
    """The manifest knows it; nothing was guessed."""
    text = (HEAD + message(signals=[' SG_ S : 0|8@1+ (1,0) [0|1] "\u00b0C" XXX'])).encode("cp1252")
    snapshot = read(text, "cp1252")
    assert snapshot.messages[0].signals[0].unit == "\u00b0C"
    assert not any("Windows" in one for one in snapshot.limitations)
    assert decode("\ufeffa".encode(), encoding=None, place="x") == ("a", ())


def test_without_cantools_the_extra_is_named(monkeypatch):
    """Asking for DBC files on a plain installation says what to install."""
    monkeypatch.setitem(sys.modules, "cantools", None)
    with pytest.raises(ExtraMissingError, match=r"labcore\[dbc\]"):
        read(HEAD + message())


NAMES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_]{0,8}", fullmatch=True)


@given(st.lists(st.tuples(st.integers(0, 2**32 - 1), NAMES), max_size=5, unique_by=lambda pair: pair[0]))
def test_mending_keeps_every_line_and_name(pairs):
    """Whatever identifiers and names a file has: as many messages, the file's own names, no clash of stand-ins."""
    text = HEAD + "".join(message(number, name) for number, name in pairs)
    index = index_lines(text)
    mended = mend(text, index)
    assert [(one.id, one.name) for one in index] == pairs
    assert mended.text.count("\n") == text.count("\n")
    stand_ins = [one.id for one in index_lines(mended.text)]
    assert len(set(stand_ins)) == len(pairs)


@given(st.text(alphabet='abBO_SG CM"VAL_;:\n\\ 0', max_size=60))
def test_blanking_keeps_the_number_of_lines(text):
    """Also for texts that are no DBC files at all."""
    assert without_unread(text).count("\n") == text.count("\n")
    assert imported_files(text) == ()


def test_opendbc_is_there():
    """A glob that finds nothing would pass every file."""
    assert len(OPENDBC) == 115


def theirs(path):
    """The frames that canmatrix reads, by name."""
    import canmatrix.formats  # noqa: PLC0415

    logging.getLogger("canmatrix").setLevel(logging.CRITICAL)
    matrices = canmatrix.formats.loadp(str(path), dbcImportEncoding="utf-8")
    frames = {frame.name: frame for matrix in matrices.values() for frame in matrix.frames}
    frames.pop("VECTOR__INDEPENDENT_SIG_MSG", None)  # where editors keep signals that belong to no message
    return frames


UNREAD_BY_CANMATRIX = {("vw_pq.dbc", "Motor_2", "MO2_Mp_Code")}
"""A signal whose multiplexing mark is a bare m, which canmatrix refuses and cantools reads."""


@pytest.mark.parametrize("path", OPENDBC, ids=lambda path: path.relative_to(opendbc_folder()).as_posix())
def test_canmatrix_reads_the_same(path):
    """Names, identifiers, lengths, periods and each signal's layout and scaling, from the reader of another author."""
    name = path.relative_to(opendbc_folder()).as_posix()
    snapshot = read_dbc(path.read_bytes(), scope=SCOPE, recorded_on=date(2026, 1, 2), place=name)
    frames = theirs(path)
    assert set(frames) <= {one.name for one in snapshot.messages}
    for one in snapshot.messages:
        mended = any("lacks the mark" in text or "no CAN frame" in text for text in one.limitations)
        if one.name not in frames:
            assert mended, f"{one.name} is read by us alone"
            continue
        frame = frames[one.name]
        assert one.frame_identifier == frame.arbitration_id.id or (one.frame_identifier is None and mended)
        assert (one.payload_byte_length, one.transmit_period_ms) == (frame.size, frame.cycle_time or None)
        found = {signal.name: signal for signal in frame.signals}
        for signal in one.signals:
            if (name, one.name, signal.name) not in UNREAD_BY_CANMATRIX:
                assert mine(signal) == other(found[signal.name])


def mine(signal):
    """A signal of ours, in terms that both have; limits of 0 and 0 count as none."""
    limits = (signal.minimum, signal.maximum)
    return (
        (signal.start_bit, signal.bit_length, signal.byte_order, signal.is_signed, signal.unit),
        (Decimal(signal.factor), Decimal(signal.offset)),
        tuple(Decimal(one) for one in limits) if None not in limits else (0, 0),
    )


def other(signal):
    """A signal of canmatrix, in the same terms."""
    sign = "float" if signal.is_float else ("yes" if signal.is_signed else "no")
    order = "little_endian" if signal.is_little_endian else "big_endian"
    return (
        (signal.get_startbit(bit_numbering=1), signal.size, order, sign, signal.unit or None),
        (signal.factor, signal.offset),
        (signal.min, signal.max),
    )
