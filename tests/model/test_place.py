"""Only the pinned bytes reach their place."""

import hashlib
import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labcore.model import LockedFile
from labcore.model.place import SourceFailedError, place

DATA = bytes(range(256)) * 5000  # 1,280,000 bytes: more than one chunk of 2**20
PIN = LockedFile(name="m.bin", bytes=len(DATA), sha256=hashlib.sha256(DATA).hexdigest())


def test_the_pinned_bytes_are_placed_and_counted(tmp_path):
    counted = []
    place(io.BytesIO(DATA), PIN, tmp_path / "m.bin", counted.append)
    assert (tmp_path / "m.bin").read_bytes() == DATA
    assert counted == [2**20, 1_280_000 - 2**20]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(DATA[:-1], "m.bin: expected 1280000 bytes, found 1279999 bytes", id="short"),
        pytest.param(DATA + b"!", "found more than 1280000 bytes", id="long"),
        pytest.param(
            b"\1" + DATA[1:], f"expected sha256 {PIN.sha256}, found [0-9a-f]{{64}}", id="one flipped bit"
        ),
    ],
)
def test_other_bytes_are_refused_and_leave_nothing(tmp_path, data, message):
    with pytest.raises(SourceFailedError, match=message):
        place(io.BytesIO(data), PIN, tmp_path / "m.bin")
    assert list(tmp_path.iterdir()) == []


def test_an_older_file_stays_when_the_new_one_is_refused(tmp_path):
    (tmp_path / "m.bin").write_bytes(b"old")
    with pytest.raises(SourceFailedError):
        place(io.BytesIO(b"new"), PIN, tmp_path / "m.bin")
    assert (tmp_path / "m.bin").read_bytes() == b"old"


def test_an_endless_stream_is_not_read_to_its_end(tmp_path):
    """One byte more than the pin allows is enough to know."""

    class Endless(io.RawIOBase):
        given = 0

        def read(self, size=-1):
            self.given += size
            return bytes(size)

    stream = Endless()
    with pytest.raises(SourceFailedError, match="more than 1280000 bytes"):
        place(stream, PIN, tmp_path / "m.bin")
    assert stream.given == 1_280_001


@given(data=st.binary(max_size=12), wanted=st.binary(min_size=1, max_size=12))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_a_file_is_there_exactly_if_its_bytes_were_right(tmp_path, data, wanted):
    target = tmp_path / "law.bin"
    target.unlink(missing_ok=True)
    pin = LockedFile(name="law.bin", bytes=len(wanted), sha256=hashlib.sha256(wanted).hexdigest())
    try:
        place(io.BytesIO(data), pin, target)
    except SourceFailedError:
        assert not target.exists()
    assert target.exists() == (data == wanted)
