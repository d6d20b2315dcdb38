"""A file is written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labcore.report import write_whole


def test_missing_folders_are_made_and_the_old_file_is_replaced(tmp_path):
    """The new text stands where the old one stood, readable by others."""
    place = tmp_path / "a" / "b.txt"
    write_whole(place, "old")
    assert write_whole(place, "new") == place
    assert place.read_text() == "new"
    assert place.stat().st_mode & 0o777 == 0o644
    assert [p.name for p in place.parent.iterdir()] == ["b.txt"]


def test_a_write_that_fails_leaves_the_old_file_and_no_rest(tmp_path):
    """A lone surrogate cannot be written as UTF-8; the old text stays."""
    place = tmp_path / "b.txt"
    place.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(place, "half\ud800")
    assert place.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["b.txt"]


@given(st.text())
def test_what_is_written_is_read_back(tmp_path_factory, text):
    """No line end and no character is changed on the way."""
    place = tmp_path_factory.mktemp("files") / "x"
    assert Path(write_whole(place, text)).read_bytes().decode() == text


def test_a_replaced_file_keeps_its_mode(tmp_path):
    """What only its owner may read stays so."""
    place = tmp_path / "b.txt"
    place.write_text("old")
    place.chmod(0o600)
    write_whole(place, "new")
    assert (place.read_text(), place.stat().st_mode & 0o777) == ("new", 0o600)


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_pipe_takes_the_text_and_stays(tmp_path):
    """As /dev/null must, which a user with all rights could otherwise replace by a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)  # so that neither end waits for the other
    try:
        write_whole(pipe, "text")
        assert os.read(reader, 99) == b"text"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
