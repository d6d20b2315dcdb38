"""A file is written whole or not at all."""

import errno
import os
import resource
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labcore.errors import ModelError
from labcore.model.atomic import sweep, whole_file


def written(target, data):
    with whole_file(target, len(data)) as write:
        write(data)


def broken_off(target):
    with whole_file(target, 3) as write:
        write(b"ne")
        raise KeyError


def test_a_file_appears_when_the_block_ends(tmp_path):
    target = tmp_path / "a" / "b.bin"
    with whole_file(target, 4) as write:
        write(b"ab")
        assert not target.exists()
        write(b"cd")
    assert target.read_bytes() == b"abcd"
    assert [path.name for path in target.parent.iterdir()] == ["b.bin"]


@given(chunks=st.lists(st.binary(max_size=20)))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
def test_what_is_written_is_what_is_read(tmp_path, chunks):
    with whole_file(tmp_path / "x", 1, durable=False) as write:
        for chunk in chunks:
            write(chunk)
    assert (tmp_path / "x").read_bytes() == b"".join(chunks)


def test_an_exception_leaves_the_older_file(tmp_path):
    target = tmp_path / "x"
    target.write_bytes(b"old")
    with pytest.raises(KeyError):
        broken_off(target)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_readers_failure_is_not_the_caches(tmp_path):
    """An OSError that the block itself raises comes out as it is."""
    with pytest.raises(ConnectionResetError), whole_file(tmp_path / "x", 1):
        raise ConnectionResetError


@pytest.mark.parametrize(
    ("code", "message"),
    [
        pytest.param(
            errno.ENOSPC, "must have room for 7 bytes, got No space left on device. Free some", id="full"
        ),
        pytest.param(errno.EDQUOT, "must have room for 7 bytes", id="over quota"),
        pytest.param(errno.EIO, "must be writable, got Input/output error. Mend", id="a failing disk"),
    ],
)
def test_a_failing_disk_is_named(tmp_path, monkeypatch, code, message):
    def fail(*_):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "write", fail)
    with pytest.raises(ModelError, match=message) as error:
        written(tmp_path / "x", b"1234567")
    monkeypatch.undo()
    assert "LABCORE_CACHE" in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_a_short_write_goes_on(tmp_path, monkeypatch):
    """The system may take fewer bytes than it was given."""
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, data[:3]))
    with whole_file(tmp_path / "x", 8) as write:
        write(b"evidence")
    assert (tmp_path / "x").read_bytes() == b"evidence"


def test_a_real_limit_of_file_size_is_named(tmp_path):
    """A child process may write 1000 bytes a file, and tries 4000."""
    program = (
        "import resource, signal, sys; from pathlib import Path; from labcore.model import whole_file\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "with whole_file(Path(sys.argv[1]), 4000) as write: write(bytes(4000))"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", program, str(tmp_path / "x")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "ModelError" in done.stderr
    assert "must have room for 4000 bytes, got File too large" in done.stderr
    assert list(tmp_path.iterdir()) == []
    assert resource.getrlimit(resource.RLIMIT_FSIZE) != (1000, 1000)


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    target = tmp_path / "file" / "x"
    with pytest.raises(ModelError, match="must be writable"), whole_file(target, 1):
        pass


def test_a_sweep_takes_what_is_unfinished_and_nothing_else(tmp_path):
    (tmp_path / ".part-1").write_bytes(b"half")
    (tmp_path / ".part-2").mkdir()
    (tmp_path / ".part-2" / "wheel.whl").write_bytes(b"half")
    (tmp_path / "kept").write_bytes(b"whole")
    sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
