"""Sources give streams. A package is opened as an archive; nothing of it runs."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from labcore.model import PackageSource, Progress
from labcore.model.place import SourceFailedError
from labcore.model.sources import open_source

QUIET = Progress(quiet=True)
MARK = "import pathlib, os; pathlib.Path(os.environ['LABCORE_TEST_MARK']).touch()\n"


def wheel(folder: Path, members: dict[str, bytes]) -> None:
    """Write a wheel named evil 1.0 that marks its own import."""
    info = "evil-1.0.dist-info"
    with zipfile.ZipFile(folder / "evil-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr("evil/__init__.py", MARK)
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
        for name, data in members.items():
            archive.writestr(name, data)


@pytest.fixture
def index(tmp_path, monkeypatch):
    """Give a folder that pip takes for its only index, as a user may configure it."""
    links = tmp_path / "links"
    links.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(links))
    monkeypatch.setenv("LABCORE_TEST_MARK", str(tmp_path / "ran"))
    return links


@pytest.fixture
def scratch(tmp_path):
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder


def read(source, tiny, scratch, name="tokenizer.json") -> bytes:
    with open_source(source, tiny.model, scratch, QUIET) as opener, opener(tiny.model.file(name)) as stream:
        return stream.read()


def test_a_file_is_read_out_of_a_wheel(tiny, index, scratch, tmp_path):
    """It lies plainly in a folder of the package; the package is not imported."""
    wheel(index, {"evil/model/tokenizer.json": b"tokens"})
    source = PackageSource(package="evil", version="1.0", folder="evil/model")
    assert read(source, tiny, scratch) == b"tokens"
    assert not (tmp_path / "ran").exists()


def test_a_file_is_read_out_of_an_archive_inside_a_wheel(tiny, index, scratch, tmp_path):
    with zipfile.ZipFile(tmp_path / "model.zip", "w") as inner:
        inner.writestr("tokenizer.json", b"deeper tokens")
    wheel(index, {"evil/model.zip": (tmp_path / "model.zip").read_bytes()})
    source = PackageSource(package="evil", version="1.0", archive="evil/model.zip")
    assert read(source, tiny, scratch) == b"deeper tokens"
    assert not (tmp_path / "ran").exists()


def test_a_wheel_without_the_file_is_said(tiny, index, scratch):
    wheel(index, {})
    with pytest.raises(KeyError, match="evil/model/tokenizer.json"):
        read(PackageSource(package="evil", version="1.0", folder="evil/model"), tiny, scratch)


def test_a_wheel_that_is_no_archive_is_said(tiny, index, scratch):
    (index / "evil-1.0-py3-none-any.whl").write_bytes(b"not a zip")
    with pytest.raises((SourceFailedError, zipfile.BadZipFile)):
        read(PackageSource(package="evil", version="1.0"), tiny, scratch)


def test_a_source_distribution_is_never_built(tiny, index, scratch, tmp_path):
    """Its own build code needs nothing to run; pip is told to take finished wheels only."""
    files = {
        "pyproject.toml": '[build-system]\nrequires = []\nbuild-backend = "evil_build"\nbackend-path = ["."]\n',
        "PKG-INFO": "Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n",
        "evil_build.py": MARK,
    }
    folder = tmp_path / "evil-1.0"
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    with tarfile.open(index / "evil-1.0.tar.gz", "w:gz") as archive:
        archive.add(folder, arcname="evil-1.0")
    with pytest.raises(
        SourceFailedError, match="pip download ended with code 1: No matching distribution found"
    ):
        read(PackageSource(package="evil", version="1.0"), tiny, scratch)
    assert not (tmp_path / "ran").exists()


def test_a_module_named_pip_in_the_working_folder_is_not_run(tiny, index, scratch, tmp_path, monkeypatch):
    """``python -m pip`` looks in the working folder first; the child works in an empty one."""
    (tmp_path / "pip.py").write_text(MARK, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    wheel(index, {"tokenizer.json": b"tokens"})
    assert read(PackageSource(package="evil", version="1.0"), tiny, scratch) == b"tokens"
    assert not (tmp_path / "ran").exists()


def test_a_python_without_pip_is_said(tiny, scratch, monkeypatch):
    """Some environments are made without pip; the next source is asked then."""
    bare = scratch.parent / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", bare], check=True)
    monkeypatch.setattr(sys, "executable", str(bare / "bin" / "python"))
    with pytest.raises(SourceFailedError, match="code 1: .*No module named pip"):
        read(PackageSource(package="evil", version="1.0"), tiny, scratch)


def test_an_interrupt_stops_pip(tiny, scratch, monkeypatch):
    """Ctrl-C must not leave a download running behind the prompt."""
    sleeper = scratch.parent / "sleeper"
    sleeper.write_text('#!/bin/sh\necho $$ > "$LABCORE_TEST_MARK"\nexec sleep 1000\n', encoding="utf-8")
    sleeper.chmod(0o755)
    mark = scratch.parent / "pid"
    monkeypatch.setenv("LABCORE_TEST_MARK", str(mark))
    monkeypatch.setattr(sys, "executable", str(sleeper))

    def interrupt(_):
        if mark.exists() and mark.read_text(encoding="utf-8").strip():
            raise KeyboardInterrupt

    monkeypatch.setattr("labcore.model.sources.time", SimpleNamespace(sleep=interrupt))
    with pytest.raises(KeyboardInterrupt):
        read(PackageSource(package="evil", version="1.0"), tiny, scratch)
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text(encoding="utf-8")), 0)


def test_a_file_is_read_from_an_address(tiny, server, scratch):
    assert read(server.source, tiny, scratch) == tiny.files["tokenizer.json"]
    assert server.asked == ["/r1/tokenizer.json"]


def test_an_absent_address_is_said(tiny, server, scratch):
    server.files.clear()
    with pytest.raises(OSError, match="404"):
        read(server.source, tiny, scratch)
