"""A file is written whole or not at all."""

from __future__ import annotations

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
