"""A file is compared with its pin: size, then every byte."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.errors import ModelError
from labcore.model import FileState, LockedFile, check_bytes, check_file, read_verified

DATA = b"evidence"
PIN = LockedFile(name="m.bin", bytes=8, sha256=hashlib.sha256(DATA).hexdigest())


@pytest.mark.parametrize(
    ("data", "state"),
    [
        pytest.param(b"evidence", FileState.GOOD, id="the pinned bytes"),
        pytest.param(b"evidencE", FileState.ALTERED, id="one flipped bit"),
        pytest.param(b"evidenc", FileState.WRONG_SIZE, id="one byte short"),
        pytest.param(b"evidence!", FileState.WRONG_SIZE, id="one byte long"),
        pytest.param(b"", FileState.WRONG_SIZE, id="empty"),
    ],
)
def test_every_difference_is_seen(tmp_path, data, state):
    """In memory and on the disk alike."""
    (tmp_path / "m.bin").write_bytes(data)
    assert check_bytes(data, PIN).state is state
    assert check_file(tmp_path / "m.bin", PIN).state is state


@given(st.binary(min_size=8, max_size=8))
def test_only_the_pinned_bytes_are_good(data):
    assert check_bytes(data, PIN).good == (data == DATA)


def test_a_missing_file_is_a_value(tmp_path):
    check = check_file(tmp_path / "m.bin", PIN)
    assert (check.state, check.found) == (FileState.MISSING, "no file")


def test_an_unreadable_file_is_a_value(tmp_path):
    """A folder in the file's place cannot be read as a file."""
    (tmp_path / "m.bin").mkdir()
    check = check_file(tmp_path / "m.bin", PIN)
    assert (check.state, check.good) == (FileState.UNREADABLE, False)


def test_verified_bytes_are_given(tmp_path):
    (tmp_path / "m.bin").write_bytes(DATA)
    assert read_verified(tmp_path / "m.bin", PIN) == DATA


@pytest.mark.parametrize(
    ("data", "found"),
    [
        pytest.param(None, "no file", id="missing"),
        pytest.param(b"evid", "4 bytes", id="short"),
        pytest.param(b"evidencE", "8 bytes with sha256 [0-9a-f]{64}", id="altered"),
    ],
)
def test_a_refusal_says_expected_found_and_the_cure(tmp_path, data, found):
    if data is not None:
        (tmp_path / "m.bin").write_bytes(data)
    with pytest.raises(
        ModelError, match=rf"m\.bin: expected 8 bytes with sha256 {PIN.sha256}, found {found}"
    ) as error:
        read_verified(tmp_path / "m.bin", PIN)
    assert str(error.value).endswith("run: labcore models fetch")
